// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/motion.h"

#include <QApplication>
#include <QMainWindow>
#include <QStyle>

#include <array>
#include <map>

namespace pgram {

namespace {

constexpr std::array effects{Qt::UI_AnimateMenu,    Qt::UI_FadeMenu,    Qt::UI_AnimateCombo,
                             Qt::UI_AnimateTooltip, Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox};

bool reduced = false;

/// The desktop's own, before we changed any.
const std::map<Qt::UIEffect, bool>& desktopEffects()
{
    static const std::map<Qt::UIEffect, bool> found = [] {
        std::map<Qt::UIEffect, bool> map;
        for (const Qt::UIEffect effect : effects) {
            map[effect] = QApplication::isEffectEnabled(effect);
        }
        return map;
    }();
    return found;
}

/// The style says no duration where the desktop wants no animations.
bool desktopReduces()
{
    return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
}

}  // namespace

Motion motionFromName(const QString& name)
{
    return name == QLatin1StringView("full")      ? Motion::Full
           : name == QLatin1StringView("reduced") ? Motion::Reduced
                                                  : Motion::System;
}

void applyMotion(Motion motion, QMainWindow* window)
{
    reduced = motion == Motion::Reduced || (motion == Motion::System && desktopReduces());
    for (const auto& [effect, usual] : desktopEffects()) {
        QApplication::setEffectEnabled(effect, usual && !reduced);
    }
    window->setAnimated(!reduced);
}

bool isMotionReduced()
{
    return reduced;
}

}  // namespace pgram
