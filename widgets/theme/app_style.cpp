// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/app_style.h"

#include "widgets/theme/color.h"
#include "widgets/theme/icon.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace pgram {

namespace {

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

}  // namespace

AppStyle::AppStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void AppStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool isBox = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    if (isBox) {
        // Fusion's frame is darker than the window, which nobody sees on a dark one.
        QColor frame = boxFrameColor(option->palette);
        const bool isOnAccent = element == PE_IndicatorItemViewItemCheck && option->state.testFlag(State_Selected);
        frame = isOnAccent ? option->palette.color(QPalette::HighlightedText) : frame;
        frame.setAlphaF(option->state.testFlag(State_Enabled) ? 1.0F : 0.5F);
        painter->save();
        painter->setPen(frame);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
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

}  // namespace pgram
