// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Describes the memory of a plan: a row a stage, its peak as a stacked bar against the budget, and beside it the same
// device's memory over the step. Where rows would be too low to read, neighbours with equal states share one.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/views/common/scene.h"

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
    double least = 0;  ///< of the stages that the bar stands for; what is above is pale; 0 = one stage

    [[nodiscard]] double x(double bytes) const { return area.left() + area.width() * bytes / scale; }
};
void addMemoryBar(Scene& scene, const MemoryBar& bar);

/// Neighbouring stages in one row.
struct StageRun {
    int first = 0;
    int last = 0;
    int fullest = 0;
    bool operator==(const StageRun&) const = default;
};
/// Returns the runs of stages whose devices keep the same weights, gradients and optimizer states.
[[nodiscard]] std::vector<StageRun> alikeStages(const Estimate& estimate);

/// Adds the rows as "stage", each with its "bar", and the rulers "bytes" and "time", the latter where there is room
/// for curves.
void addMemory(Scene& scene, const Plan& plan, const Estimate& estimate, Seconds begin, Seconds end);
/// Adds how far a weighed change would fill the bars of `picture`, and the figures.
void addMemoryGhost(Scene& marks, const Scene& picture, const Estimate& now, const Estimate& ghost);

}  // namespace pgram
