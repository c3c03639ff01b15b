// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints the memory of a plan: a row a stage, its peak as a stacked bar against the budget, and beside it the same
// device's memory over the step. Geometry first (pure), then painting.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace pgram {

[[nodiscard]] Bytes bytesOf(const MemoryBreakdown& memory, MemoryKind kind);

/// A device's memory as a bar of its kinds, hatched where it is over the budget.
struct MemoryBar {
    const MemoryBreakdown& memory;
    QRectF area;  ///< from zero bytes to `scale`
    double scale = 1;
    double budget = 0;

    [[nodiscard]] double x(double bytes) const { return area.left() + area.width() * bytes / scale; }
};
void paintMemoryBar(QPainter& painter, const Theme& theme, const MemoryBar& bar);

struct MemoryLayout {
    QRectF bars;            ///< from zero bytes to the scale's end
    QRectF curves;          ///< from the begin to the end of the time shown
    bool hasCurves = true;  ///< there is room for them
    double axisTop = 0;
    double scale = 1;  ///< bytes at the right edge of `bars`
    double thickestBar = 0;
    double begin = 0;  ///< seconds
    double end = 1;
    std::vector<QRectF> rows;  ///< one a stage, over the whole width

    [[nodiscard]] double barX(double bytes) const { return bars.left() + bars.width() * bytes / scale; }
    [[nodiscard]] double timeX(double seconds) const
    {
        return curves.left() + curves.width() * (seconds - begin) / (end - begin);
    }
    [[nodiscard]] double timeAt(double x) const { return begin + (end - begin) * (x - curves.left()) / curves.width(); }
    [[nodiscard]] int stageAt(const QPointF& position) const { return indexAt(rows, position); }  ///< -1 = none
    /// Where the bar and the curve of a row stand in it.
    [[nodiscard]] QRectF barArea(int stage) const;
    [[nodiscard]] QRectF curveArea(int stage) const;
};

struct MemoryPicture {
    const Plan& plan;
    const Estimate& estimate;
    const Theme& theme;
    const MemoryLayout& layout;
};

[[nodiscard]] Heading memoryHeading(const Theme& theme, const Estimate& estimate);
[[nodiscard]] MemoryLayout layoutMemory(const Theme& theme, const Plan& plan, const Estimate& estimate,
                                        const QRectF& area, double begin, double end);

void paintMemoryAxes(QPainter& painter, const MemoryPicture& picture);
void paintMemoryBars(QPainter& painter, const MemoryPicture& picture);
void paintMemoryCurves(QPainter& painter, const MemoryPicture& picture);
/// Over the bars of the stages that a weighed change would fill otherwise: how far, and the figure.
void paintMemoryGhost(QPainter& painter, const Theme& theme, const MemoryLayout& layout, const Estimate& now,
                      const Estimate& ghost);

}  // namespace pgram
