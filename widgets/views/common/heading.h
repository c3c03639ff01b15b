// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The line above every picture: what it shows at the left, the legend at the right (below, where it does not fit).
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace pgram {

struct LegendItem {
    enum class Mark { Fill, Hatch, Line, Glyph };
    QString label;
    QColor color;
    Mark mark = Mark::Fill;
    QString glyph = {};  ///< of Mark::Glyph
};

struct Heading {
    QString title;
    QString subtitle;
    std::vector<LegendItem> legend;
};

/// Paints at the top of `area`; returns what is left of it below.
QRectF paintHeading(QPainter& painter, const Theme& theme, const QRectF& area, const Heading& heading);
/// What paintHeading would leave.
[[nodiscard]] QRectF belowHeading(const Theme& theme, const QRectF& area, const Heading& heading);

/// A quiet sentence in the middle of an area, in several lines where it must; returns what it covers.
QRectF paintNote(QPainter& painter, const Theme& theme, const QRectF& area, const QString& text);

}  // namespace pgram
