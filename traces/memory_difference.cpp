// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/memory_difference.h"

#include "core/base/check.h"
#include "core/base/index.h"
#include "traces/difference.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr int momentsOfStep = 8;  // "eighth" in their names

/// Returns the eighths of a step, measured and predicted. `context`: bytes that the predicted curve has more.
std::vector<MemoryFigure> momentsOf(const MeasuredMemory& memory, const StageTrack& track, Seconds makespan,
                                    Bytes context)
{
    std::vector<MemoryFigure> moments;
    for (int i = 0; i < momentsOfStep; ++i) {
        const double from = static_cast<double>(i) / momentsOfStep;
        const double to = static_cast<double>(i + 1) / momentsOfStep;
        moments.push_back({Core::tr("eighth {} of the step", i + 1),
                           mostBetween(memory.step, memory.length * from, memory.length * to),
                           std::max(Bytes{0}, mostBetween(track.memory, makespan * from, makespan * to) - context)});
    }
    return moments;
}

}  // namespace

Result<MemoryDifference> memoryDifferenceOf(const Plan& plan, const Estimate& estimate, const MeasuredRank& run,
                                            std::optional<int> rank)
{
    MemoryDifference result;
    PGRAM_TRY(result.rank, rankIn(plan, run, rank));
    result.stage = plan.stageAtDevice(result.rank);
    const MeasuredMemory& memory = *run.memory;
    result.steps = memory.steps;
    const StageEstimate& own = estimate.stages[at(result.stage)];
    result.context = own.memory.context;
    const Bytes tensors = own.memory.total() - own.memory.context;
    const bool isSimulated = estimate.timeline && at(result.stage) < estimate.timeline->stages.size();
    if (!memory.step.empty() && isSimulated) {
        const StageTrack& track = estimate.timeline->stages[at(result.stage)];
        const Bytes least = std::ranges::min(track.memory, {}, &MemoryPoint::bytes).bytes - result.context;
        result.figures.push_back({Core::tr("peak in tensors, in a step"),
                                  std::ranges::max(memory.step, {}, &MemoryPoint::bytes).bytes, tensors});
        result.figures.push_back({Core::tr("least in tensors, in a step"),
                                  std::ranges::min(memory.step, {}, &MemoryPoint::bytes).bytes,
                                  std::max(Bytes{0}, least)});
        result.moments = momentsOf(memory, track, estimate.timeline->makespan, result.context);
    }
    result.figures.push_back({Core::tr("peak in tensors, in the whole file"), memory.peak, tensors});
    if (memory.peakReserved > 0) {
        result.figures.push_back(
            {Core::tr("peak that the allocator reserved"), memory.peakReserved, added(tensors, own.driver.slack)});
    }
    return result;
}

}  // namespace pgram
