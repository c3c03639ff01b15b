// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Hatching as lines, not as a brush: sharp at every scale, and lines in SVG and PDF too. The pattern is anchored to the
// painter's origin, so that neighbouring areas continue each other.
#pragma once

#include <QLineF>
#include <QRectF>

#include <vector>

class QPainter;
class QColor;

namespace pgram {

// Pixels between the lines of a pattern: each meaning has its own.
inline constexpr int hiddenHatch = 6;     ///< overlapped, over budget: small areas
inline constexpr int bubbleHatch = 8;     ///< idle time
inline constexpr int recomputeHatch = 9;  ///< computed again in backward

enum class HatchDirection { Rising, Falling };  ///< "/" and "\"

/// Appends the 45° lines of a pattern with a line every `spacing` (along x), cut to `area`.
void appendHatch(std::vector<QLineF>& lines, const QRectF& area, double spacing,
                 HatchDirection direction = HatchDirection::Rising);

void paintHatch(QPainter& painter, const QRectF& area, const QColor& color, double spacing, double width = 1.0,
                HatchDirection direction = HatchDirection::Rising);
void paintLines(QPainter& painter, const std::vector<QLineF>& lines, const QColor& color, double width = 1.0);

}  // namespace pgram
