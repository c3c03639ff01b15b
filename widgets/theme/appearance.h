// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Light and dark: the application's style and palette. Everything else takes its colours from the palette.
#pragma once

#include <QPalette>
#include <QString>

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

}  // namespace pgram
