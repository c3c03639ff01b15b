// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measured memory beside the predicted one of the same rank. Pure.
#pragma once

#include "core/base/error.h"
#include "core/plan/estimate.h"
#include "traces/measured_step.h"

#include <optional>
#include <vector>

namespace pgram {

/// A figure of memory, measured and predicted.
struct MemoryFigure {
    Text name;  ///< "peak in tensors"
    Bytes measured = 0;
    Bytes predicted = 0;

    [[nodiscard]] Bytes difference() const { return measured - predicted; }
};

/// Memory of one rank beside its prediction. The context of the device, which the allocator does not count, is not in
/// the predicted figures.
struct MemoryDifference {
    int rank = 0;
    int stage = 0;
    std::size_t steps = 0;              ///< number of steps in the trace; 0 = it shows none
    Bytes context = 0;                  ///< predicted context that is left out
    std::vector<MemoryFigure> figures;  ///< peaks; the least of a step
    std::vector<MemoryFigure> moments;  ///< most memory in each eighth of the step; empty without a step
};

/// Compares the memory of a rank with the estimate of a plan. The rank must have memory. Each step counts as a whole,
/// so that moments are shares of the step, measured and predicted. `rank` counts in place of the one in the trace; it
/// is 0 if neither is given. Errors: a rank that the plan does not have.
[[nodiscard]] Result<MemoryDifference> memoryDifferenceOf(const Plan& plan, const Estimate& estimate,
                                                          const MeasuredRank& run, std::optional<int> rank);

}  // namespace pgram
