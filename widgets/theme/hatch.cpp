// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/hatch.h"

#include <QPainter>
#include <QPen>

#include <algorithm>
#include <cmath>

namespace pgram {

void appendHatch(std::vector<QLineF>& lines, const QRectF& area, double spacing, HatchDirection direction)
{
    if (area.isEmpty() || spacing <= 0) {
        return;
    }
    // A rising line is x + y = c, a falling one x - y = c; c runs over the multiples of the spacing.
    const bool rising = direction == HatchDirection::Rising;
    const double lowest = rising ? area.left() + area.top() : area.left() - area.bottom();
    const double highest = rising ? area.right() + area.bottom() : area.right() - area.top();
    for (double c = std::ceil(lowest / spacing) * spacing; c < highest; c += spacing) {
        const double left = rising ? std::max(area.left(), c - area.bottom()) : std::max(area.left(), c + area.top());
        const double right =
            rising ? std::min(area.right(), c - area.top()) : std::min(area.right(), c + area.bottom());
        if (right > left) {
            lines.emplace_back(left, rising ? c - left : left - c, right, rising ? c - right : right - c);
        }
    }
}

void paintHatch(QPainter& painter, const QRectF& area, const QColor& color, double spacing, double width,
                HatchDirection direction)
{
    std::vector<QLineF> lines;
    appendHatch(lines, area, spacing, direction);
    paintLines(painter, lines, color, width);
}

void paintLines(QPainter& painter, const std::vector<QLineF>& lines, const QColor& color, double width)
{
    painter.save();
    // A diagonal of 45° is even without antialiasing, and Qt would spread every antialiased line over threads.
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    painter.restore();
}

}  // namespace pgram
