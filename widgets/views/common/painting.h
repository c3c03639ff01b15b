// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What every picture paints: a text in its font and colour, and the frame of what is selected.
// The line above every picture: what it shows at the left, the legend at the right (below, where it does not fit).
#pragma once

#include "widgets/theme/theme.h"

#include <QPainter>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace pgram {

/// `flags` are Qt::Alignment and Qt::TextFlag. Font and colour stay set for what follows.
inline void paintText(QPainter& painter, const QFont& font, const QColor& color, const QRectF& area, int flags,
                      const QString& text)
{
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(area, flags, text);
}

inline void paintOutline(QPainter& painter, const QRectF& area, const QColor& color, double width)
{
    painter.setPen(QPen(color, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area);
}

/// Less the margins on all sides.
[[nodiscard]] inline QRectF inside(const Theme& theme, const QRectF& area)
{
    return area.adjusted(theme.margin, theme.margin, -theme.margin, -theme.margin);
}

// How a transfer looks that runs beside compute, in bars and in the timeline alike.

/// Seconds of a rank as a bar: `whole`, of which `exposed` is not hidden behind computing.
void paintExposure(QPainter& painter, const Theme& theme, const QColor& color, const QRectF& exposed,
                   const QRectF& whole);

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

/// Where a paragraph in small type stands at the foot of an area: as many lines as it takes, up to a third of it.
[[nodiscard]] QRectF footOf(const Theme& theme, const QRectF& area, const QString& text);
void paintFoot(QPainter& painter, const Theme& theme, const QRectF& area, const QString& text);

}  // namespace pgram
