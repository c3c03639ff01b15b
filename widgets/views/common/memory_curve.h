// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One device's memory over time, as areas of a plot: what stays, what micro-batches add, what is over the budget; and
// the measured one as a line.
#pragma once

#include "core/plan/estimate.h"
#include "traces/measured_memory.h"
#include "widgets/theme/theme.h"

#include <QRectF>

#include <map>
#include <memory>

class QPainter;

namespace pgram {

struct MemoryCurve {
    const StageTrack& track;
    Bytes fixed = 0;  ///< states and context: what stays
    Bytes budget = 0;
    double scale = 1;  ///< bytes at the top of the area
    Seconds begin = 0;
    Seconds end = 1;
    std::shared_ptr<const MeasuredMemory> measured = nullptr;  ///< null = no line
    Bytes context = 0;  ///< predicted, which measured tensors do not have: the line is higher by it
};

/// Measured memory with a step, by stage.
using MeasuredCurves = std::map<std::size_t, std::shared_ptr<const MeasuredMemory>>;

/// The schedule could be run: there is a curve for each stage.
[[nodiscard]] bool isSimulated(const Estimate& estimate);

/// Bytes at the end of the axis: the fullest stage or the budget, or somewhat more than the stage where the budget is
/// so far off that bars on its scale would say nothing.
[[nodiscard]] double memoryScale(const Estimate& estimate);

/// Returns the curve of `stage` between two moments, on that scale, or on a larger one that all of `measured` need.
[[nodiscard]] MemoryCurve memoryCurveOf(const Estimate& estimate, std::size_t stage, Seconds begin, Seconds end,
                                        const MeasuredCurves& measured = {});

/// A pixel column shows the most that its slice of time holds.
void paintMemoryCurve(QPainter& painter, const Theme& theme, const QRectF& area, const MemoryCurve& curve);

/// Bytes that a stage holds at a moment of the step.
[[nodiscard]] Bytes memoryAt(const StageTrack& track, Seconds moment);

}  // namespace pgram
