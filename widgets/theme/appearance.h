// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Light and dark: the application's style and palette. Everything else takes its colours from the palette.
// Whether things may move on the screen by themselves: decided here alone. Docks, menus and the style's own animations
// follow; whoever animates something asks isMotionReduced(). GUI thread only.
#pragma once

#include <QPalette>
#include <QProxyStyle>
#include <QString>

class QMainWindow;

namespace pgram {

enum class ThemeChoice { System, Light, Dark };

/// "system", "light", "dark"; anything else is System.
[[nodiscard]] ThemeChoice themeFromName(const QString& name);
[[nodiscard]] QString themeName(ThemeChoice choice);

[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();
/// True when text is lighter than what it stands on.
[[nodiscard]] bool isDark(const QPalette& palette);

/// The desktop's own palette, high contrast and accent as somebody wants them, where it has one (`ofStyle`: what stands
/// where it has none) whose texts can be read; else ours, light or dark as it is.
[[nodiscard]] QPalette systemPalette(const QPalette& desktop, const QPalette& ofStyle);

/// Fusion with that palette, or with ours. Call again when the desktop's changes.
void applyTheme(ThemeChoice choice);

/// Secondary text: the palette's text, nearer to its background, at a contrast of at least 4.5.
[[nodiscard]] QColor mutedText(const QPalette& palette);
/// Hair lines between areas.
[[nodiscard]] QColor hairline(const QPalette& palette);

/// What a colour says in text and marks; always beside a sign or a word.
enum class Tone { Good, Bad, Warning, Note };
[[nodiscard]] QColor toneColor(Tone tone, const QPalette& palette);

/// Fusion, with what it draws too dark or too faint: frames of boxes to tick in dark palettes, buttons of docks,
/// and where the keyboard is.
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
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                         const QWidget* widget) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;
};

/// The ring around what has the keyboard's focus: on the window, and on what is filled with the accent colour.
[[nodiscard]] QColor focusRingColor(const QPalette& palette, bool onAccent);
/// The frame of a box that is not ticked, at a contrast of 3 with what it stands on (WCAG 2, 1.4.11).
[[nodiscard]] QColor boxFrameColor(const QPalette& palette);

enum class Motion { System, Full, Reduced };

/// Of a setting: "system", "full", "reduced"; System for anything else.
[[nodiscard]] Motion motionFromName(const QString& name);

/// As the desktop does, or as the user wants it. `window` is told as it has animations of its own.
void applyMotion(Motion motion, QMainWindow* window);
[[nodiscard]] bool isMotionReduced();

}  // namespace pgram
