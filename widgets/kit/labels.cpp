// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/labels.h"

#include "widgets/kit/tip_text.h"
#include "widgets/theme/appearance.h"

#include <QAccessible>
#include <QApplication>

namespace pgram {

namespace {

/// Nothing of its own but one colour: the rest follows the theme.
QPalette redText(QPalette::ColorRole role)
{
    QPalette colors;
    colors.setColor(role, toneColor(Tone::Bad, QApplication::palette()));
    return colors;
}

}  // namespace

void markWrong(QWidget* field, const QString& why, const QString& toolTip)
{
    field->setPalette(why.isEmpty() ? QPalette() : redText(QPalette::Text));
    field->setToolTip(why.isEmpty() ? toolTip : tipText(why));
    field->setAccessibleDescription(why.isEmpty() ? toolTip : why);
}

ProblemLabel::ProblemLabel(QWidget* of) : SmallLabel(of)
{
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    color();
    hide();
}

void ProblemLabel::setProblem(const QString& why)
{
    const bool isNew = !why.isEmpty() && why != text();
    setText(why);
    setVisible(!why.isEmpty());
    if (isNew) {
        QAccessibleEvent spoken(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&spoken);
    }
}

void ProblemLabel::changeEvent(QEvent* event)
{
    // The application's own change reaches windows alone.
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange) {
        color();
    }
    SmallLabel::changeEvent(event);
}

void ProblemLabel::color()
{
    const QPalette red = redText(QPalette::WindowText);
    if (palette().color(QPalette::WindowText) != red.color(QPalette::WindowText)) {
        setPalette(red);
    }
}

}  // namespace pgram
