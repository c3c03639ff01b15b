// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/appearance.h"

#include "core/base/index.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QMainWindow>
#include <QPainter>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>

#include <algorithm>
#include <array>
#include <map>

namespace pgram {

namespace {

/// The few colours that a palette is made of.
struct Shades {
    QRgb window, base, alternate, button, text, muted, disabled, line, accent, accentText, link, tip;
};

constexpr Shades lightShades{0xfff3f4f6, 0xffffffff, 0xfff7f8fa, 0xfffcfcfd, 0xff1b222c, 0xff5b6675,
                             0xffa2aab5, 0xffc9ced6, 0xff2c68ad, 0xffffffff, 0xff1f5fa8, 0xffffffff};
constexpr Shades darkShades{0xff20242a, 0xff181b20, 0xff1d2127, 0xff2c3139, 0xffe4e7eb, 0xffa0aab7,
                            0xff6a7380, 0xff3b424c, 0xff3572b8, 0xffffffff, 0xff7db3ee, 0xff2c3139};

QPalette paletteOf(const Shades& s)
{
    QPalette palette(QColor(s.text), QColor(s.button), QColor(s.base), QColor(s.line).darker(140), QColor(s.line),
                     QColor(s.text), QColor(s.accentText), QColor(s.base), QColor(s.window));
    palette.setColor(QPalette::AlternateBase, QColor(s.alternate));
    palette.setColor(QPalette::Midlight, QColor(s.button));
    palette.setColor(QPalette::Highlight, QColor(s.accent));
    palette.setColor(QPalette::HighlightedText, QColor(s.accentText));
    palette.setColor(QPalette::Link, QColor(s.link));
    palette.setColor(QPalette::LinkVisited, QColor(s.link));
    palette.setColor(QPalette::ToolTipBase, QColor(s.tip));
    palette.setColor(QPalette::ToolTipText, QColor(s.text));
    palette.setColor(QPalette::PlaceholderText, QColor(s.muted));
    palette.setColor(QPalette::Shadow, QColor(0, 0, 0, 60));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, QColor(s.disabled));
    }
    palette.setColor(QPalette::Disabled, QPalette::Base, QColor(s.window));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(s.line));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor(s.disabled));
    return palette;
}

/// In the order of ThemeChoice.
constexpr std::array themeNames{QLatin1StringView("system"), QLatin1StringView("light"), QLatin1StringView("dark")};

constexpr int ringWidth = 2;
constexpr int insideButton = 2;  // on its face, not on its frame

void drawRing(QPainter* painter, const QRect& rect, const QColor& color)
{
    constexpr double half = ringWidth / 2.0;
    constexpr double radius = 3;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, ringWidth));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), radius, radius);
    painter->restore();
}

/// The keyboard brought the focus here: a click says by itself where it went.
bool isReachedByKeyboard(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange);
}

bool isAccent(const QStyleOption& option)
{
    const QColor button = option.palette.color(QPalette::Button);
    return option.state.testFlag(QStyle::State_On) && contrast(button, option.palette.color(QPalette::Window)) > 2;
}

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

ThemeChoice themeFromName(const QString& name)
{
    const auto found = std::ranges::find(themeNames, name);
    return found == themeNames.end() ? ThemeChoice::System : static_cast<ThemeChoice>(found - themeNames.begin());
}

QString themeName(ThemeChoice choice)
{
    return themeNames[at(choice)];
}

QPalette lightPalette()
{
    return paletteOf(lightShades);
}

QPalette darkPalette()
{
    return paletteOf(darkShades);
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

QPalette systemPalette(const QPalette& desktop, const QPalette& ofStyle)
{
    constexpr double readable = 4.5;  // WCAG 2, 1.4.3
    const auto reads = [&desktop](QPalette::ColorRole text, QPalette::ColorRole ground) {
        return contrast(desktop.color(text), desktop.color(ground)) >= readable;
    };
    const bool speaks = desktop != ofStyle;
    if (speaks && reads(QPalette::WindowText, QPalette::Window) && reads(QPalette::Text, QPalette::Base) &&
        reads(QPalette::ButtonText, QPalette::Button) && reads(QPalette::HighlightedText, QPalette::Highlight)) {
        return desktop;
    }
    return isDark(desktop) ? darkPalette() : lightPalette();
}

void applyTheme(ThemeChoice choice)
{
    if (qobject_cast<const AppStyle*>(QApplication::style()) == nullptr) {
        QApplication::setStyle(new AppStyle);
    }
    if (choice == ThemeChoice::System) {
        QApplication::setPalette(QPalette());  // Back to the desktop's own, to see what it is.
        QApplication::setPalette(systemPalette(QApplication::palette(), QApplication::style()->standardPalette()));
        return;
    }
    QApplication::setPalette(choice == ThemeChoice::Dark ? darkPalette() : lightPalette());
}

QColor mutedText(const QPalette& palette)
{
    return mixed(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.32);
}

QColor hairline(const QPalette& palette)
{
    return mixed(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.16);
}

QColor toneColor(Tone tone, const QPalette& palette)
{
    // Good, Bad, Warning on a light and on a dark ground.
    constexpr QRgb colors[][2] = {{0xff006e5b, 0xff5cc4a8}, {0xffb32d1c, 0xfff28d7b}, {0xff8a5a00, 0xffe8b95a}};
    return tone == Tone::Note ? palette.color(QPalette::Link) : QColor(colors[at(tone)][isDark(palette) ? 1 : 0]);
}

AppStyle::AppStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void AppStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool isRound = element == PE_IndicatorRadioButton;
    const bool isBox = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    if (isBox || isRound) {
        // Fusion's frame is darker than the window, which nobody sees on a dark one.
        QColor frame = boxFrameColor(option->palette);
        const bool isOnAccent = element == PE_IndicatorItemViewItemCheck && option->state.testFlag(State_Selected);
        frame = isOnAccent ? option->palette.color(QPalette::HighlightedText) : frame;
        frame.setAlphaF(option->state.testFlag(State_Enabled) ? 1.0F : 0.5F);
        painter->save();
        painter->setPen(frame);
        painter->setBrush(Qt::NoBrush);
        if (isRound) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->drawEllipse(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }
}

void AppStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const
{
    QProxyStyle::drawControl(element, option, painter, widget);
    const bool isButton = element == CE_PushButton || element == CE_CheckBox || element == CE_RadioButton;
    if (isButton && isReachedByKeyboard(*option)) {
        const int inset = element == CE_PushButton ? insideButton : 0;
        drawRing(painter, option->rect.marginsRemoved({inset, inset, inset, inset}),
                 focusRingColor(option->palette, isAccent(*option)));
    }
}

void AppStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                  const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_ToolButton && isReachedByKeyboard(*option)) {
        drawRing(painter, option->rect.marginsRemoved({insideButton, insideButton, insideButton, insideButton}),
                 focusRingColor(option->palette, isAccent(*option)));
    }
}

/// A table that can be sorted has room for an arrow in the head of the column that it is sorted by, and in no other.
QSize AppStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                 const QWidget* widget) const
{
    const auto* head = type == CT_HeaderSection ? qstyleoption_cast<const QStyleOptionHeader*>(option) : nullptr;
    const auto* view = qobject_cast<const QHeaderView*>(widget);
    if (head == nullptr || view == nullptr || head->section == view->sortIndicatorSection()) {
        return QProxyStyle::sizeFromContents(type, option, size, widget);
    }
    QStyleOptionHeader plain = *head;
    plain.sortIndicator = QStyleOptionHeader::None;
    return QProxyStyle::sizeFromContents(type, &plain, size, widget);
}

QIcon AppStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    // Fusion's own are pictures in black.
    if (icon == SP_TitleBarCloseButton || icon == SP_DockWidgetCloseButton) {
        return themedIcon(QStringLiteral("close"));
    }
    if (icon == SP_TitleBarNormalButton) {
        return themedIcon(QStringLiteral("float"));
    }
    return QProxyStyle::standardIcon(icon, option, widget);
}

QColor focusRingColor(const QPalette& palette, bool onAccent)
{
    return palette.color(onAccent ? QPalette::HighlightedText : QPalette::Link);
}

QColor boxFrameColor(const QPalette& palette)
{
    return mixed(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.55);
}

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
