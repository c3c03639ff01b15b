// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Fusion, with what it draws too dark or too faint: frames of boxes to tick in dark palettes, buttons of docks, and
// where the keyboard is. GUI thread only.
#pragma once

#include <QProxyStyle>

namespace pgram {

class AppStyle : public QProxyStyle {
    Q_OBJECT
public:
    AppStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;
};

/// The ring around what has the keyboard's focus: on the window, and on what is filled with the accent colour.
[[nodiscard]] QColor focusRingColor(const QPalette& palette, bool onAccent);
/// The frame of a box that is not ticked, at a contrast of 3 with what it stands on (WCAG 2, 1.4.11).
[[nodiscard]] QColor boxFrameColor(const QPalette& palette);

}  // namespace pgram
