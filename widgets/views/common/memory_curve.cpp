// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/memory_curve.h"

#include "widgets/theme/color.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgram {

namespace {

constexpr double farOff = 0.4;     // of the budget: below, the budget is off the scale
constexpr double headroom = 1.25;  // above the fullest stage, then

std::vector<double> columnPeaks(const MemoryCurve& curve, double width)
{
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::ceil(width)));
    std::vector<double> peaks(columns, 0);
    const auto& points = curve.track.memory;
    const auto after = std::ranges::upper_bound(points, curve.begin, {}, &MemoryPoint::start);
    auto point = after == points.begin() ? after : after - 1;
    double level = 0;
    for (std::size_t column = 0; column < columns; ++column) {
        const double share = static_cast<double>(column + 1) / width;
        const double columnEnd = curve.begin + (curve.end - curve.begin) * share;
        // A column begins at the level that the one before it ends at; the first one at that of its own begin.
        double peak = level;
        for (; point != points.end() && point->start < columnEnd; ++point) {
            level = static_cast<double>(point->bytes);
            peak = std::max(peak, level);
        }
        peaks[column] = peak;
    }
    return peaks;
}

/// The part of the curve between two levels, equal neighbours in one rectangle.
void paintBand(QPainter& painter, const QRectF& area, const std::vector<double>& peaks, double scale, double from,
               double to, const QColor& color)
{
    const auto heightOf = [&](double bytes) { return area.height() * std::min(1.0, bytes / scale); };
    std::size_t first = 0;
    for (std::size_t column = 1; column <= peaks.size(); ++column) {
        if (column < peaks.size() && peaks[column] == peaks[first]) {
            continue;
        }
        const double top = std::min(peaks[first], to);
        if (top > from) {
            const double left = area.left() + static_cast<double>(first);
            const double right = std::min(area.right(), area.left() + static_cast<double>(column));
            painter.fillRect(QRectF(left, area.bottom() - heightOf(top), right - left, heightOf(top) - heightOf(from)),
                             color);
        }
        first = column;
    }
}

}  // namespace

bool isSimulated(const Estimate& estimate)
{
    return estimate.timeline && !estimate.stages.empty() && estimate.timeline->stages.size() == estimate.stages.size();
}

double memoryScale(const Estimate& estimate)
{
    const double peak = std::max(1.0, static_cast<double>(estimate.peakMemory));
    const auto budget = static_cast<double>(estimate.usableBudget);
    return peak < farOff * budget ? peak * headroom : std::max(peak, budget);
}

MemoryCurve memoryCurveOf(const Estimate& estimate, std::size_t stage, Seconds begin, Seconds end)
{
    const MemoryBreakdown& memory = estimate.stages[stage].memory;
    return {.track = estimate.timeline->stages[stage],
            .fixed = memory.total() - memory.activations - memory.transient,
            .budget = estimate.usableBudget,
            .scale = memoryScale(estimate),
            .begin = begin,
            .end = end};
}

void paintMemoryCurve(QPainter& painter, const Theme& theme, const QRectF& area, const MemoryCurve& curve)
{
    painter.fillRect(area, theme.panel);
    const auto budget = static_cast<double>(curve.budget);
    const double fixed = std::min(static_cast<double>(curve.fixed), budget);
    const std::vector<double> peaks = columnPeaks(curve, area.width());
    const auto paint = [&](double from, double to, const QColor& color) {
        paintBand(painter, area, peaks, curve.scale, from, to, color);
    };
    paint(0, fixed, mixed(theme.of(MemoryKind::Context), theme.surface, 0.35));
    paint(fixed, budget, theme.of(MemoryKind::Activations));
    paint(budget, std::numeric_limits<double>::max(), theme.bad);
    if (area.height() >= theme.lineHeight * 1.5 && budget <= curve.scale) {
        const double y = std::round(area.bottom() - area.height() * std::min(1.0, budget / curve.scale)) + 0.5;
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
}

Bytes memoryAt(const StageTrack& track, Seconds moment)
{
    const auto after = std::ranges::upper_bound(track.memory, moment, {}, &MemoryPoint::start);
    return after == track.memory.begin() ? 0 : (after - 1)->bytes;
}

}  // namespace pgram
