// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Offloaded activations, after the tasks. Tasks treat copies as free, which gives a bound; then the event rule
// (plan/stage_keeping) chooses what a stage keeps, swaps and recomputes, and the estimate decides.
#pragma once

#include "core/plan/estimate.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <stop_token>

namespace pgram {

struct WeighedPlan {
    Plan plan;
    Estimate figures;

    [[nodiscard]] bool runs() const { return figures.fits && figures.legal; }
    /// Returns the seconds per sample.
    [[nodiscard]] Seconds rate(StepRule rule) const
    {
        return rankedBy(figures, rule) / static_cast<double>(plan.training.globalBatch);
    }
    [[nodiscard]] bool isBetterThan(const WeighedPlan& other, StepRule rule) const
    {
        return runs() != other.runs() ? runs() : rate(rule) < other.rate(rule);
    }
};

/// Returns the plan with the best mix of keeping, swapping and recomputing per stage, if the mix is faster or makes the
/// plan fit. `recomputes`: the space allows recomputation.
[[nodiscard]] WeighedPlan withMixes(Plan plan, bool recomputes, StepRule rule, const std::stop_token& stop);

}  // namespace pgram
