// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Arithmetic of colours: mixing, and the contrast that decides which label colour can be read. Pure functions.
#pragma once

#include <QColor>

namespace pgram {

/// `share` of `b` in `a`, channel by channel; the result is opaque.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share);

/// WCAG 2 relative luminance, 0 … 1.
[[nodiscard]] double luminance(const QColor& color);

/// WCAG 2 contrast ratio, 1 … 21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

/// Near black or near white, whichever is easier to read on `background`.
[[nodiscard]] QColor labelColor(const QColor& background);

}  // namespace pgram
