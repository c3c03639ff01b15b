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
};

/// Compares the median step of a trace with the estimate of a plan. Without a rank in the trace, `rank` counts, 0 if it
/// is not given. Transfers are matched by operation and by the size, the description, the
/// number and the bytes of their group. Errors: a rank
/// that the plan does not have; a trace without a step.
[[nodiscard]] Result<StepDifference> differenceOf(const Plan& plan, const Estimate& estimate, const Trace& trace,
                                                  std::optional<int> rank);

}  // namespace pgram
