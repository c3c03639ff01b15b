// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A measured step beside the predicted one of the same rank: where the difference comes from. Pure.
#pragma once

#include "core/base/error.h"
#include "core/plan/estimate.h"
#include "traces/measured_step.h"

#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// A part of a step, measured and predicted.
struct StepPart {
    Text name;              ///< "all-reduce of 8 ranks: gradient-sync"
    Seconds measured = 0;   ///< seconds of the step; the parts sum to it
    Seconds predicted = 0;  ///< the same of the prediction
    /// Seconds of transfers, with those that compute hides; nothing for other parts.
    std::optional<Seconds> measuredAll;
    std::optional<Seconds> predictedAll;

    [[nodiscard]] Seconds difference() const { return measured - predicted; }
};

/// A step of one rank beside its prediction.
struct StepDifference {
    int rank = 0;
    int stage = 0;
    std::size_t steps = 0;        ///< number of steps in the trace; the one of median length is compared
    Seconds measured = 0;         ///< length of the step
    Seconds predicted = 0;        ///< simulated
    std::vector<StepPart> parts;  ///< largest difference first; both columns sum to the steps
    double matched = 0;           ///< share of the time of all kernels that a part of the prediction has
    std::vector<Text> unmatched;  ///< measured work without a part, longest first
    /// Purpose of each transfer of the rank, by index into MeasuredRank::transfers; nothing = the plan does not have
    /// it.
    std::vector<std::optional<TrafficKind>> purposes;
};

/// Returns the rank of a run in a plan: `rank`, else the one in the trace, else 0. Errors: a rank that the plan does
/// not have.
[[nodiscard]] Result<int> rankIn(const Plan& plan, const MeasuredRank& run, std::optional<int> rank);

/// Compares the measured step of a rank with the estimate of a plan. The rank must have kernels. `rank` counts in place
/// of the one in the trace; it is 0 if neither is given. Transfers are matched by operation and by the size, the
/// description, the number and the bytes of their group. Errors: a rank that the plan does not have.
[[nodiscard]] Result<StepDifference> differenceOf(const Plan& plan, const Estimate& estimate, const MeasuredRank& run,
                                                  std::optional<int> rank);

}  // namespace pgram
