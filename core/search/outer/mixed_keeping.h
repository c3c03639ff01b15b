// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Offloaded activations behind the tasks: these take copies for free, which is a bound; what a stage then keeps, swaps
// and recomputes is chosen by the event rule (plan/stage_keeping), and the estimate decides.
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
    /// Seconds a sample.
    [[nodiscard]] Seconds rate(StepRule rule) const
    {
        return rankedBy(figures, rule) / static_cast<double>(plan.training.globalBatch);
    }
    [[nodiscard]] bool isBetterThan(const WeighedPlan& other, StepRule rule) const
    {
        return runs() != other.runs() ? runs() : rate(rule) < other.rate(rule);
    }
};

/// The plan with what each stage had best keep, swap or recompute, where that is faster or has it fit. `recomputes`:
/// the space allows it.
[[nodiscard]] WeighedPlan withMixes(Plan plan, bool recomputes, StepRule rule, const std::stop_token& stop);

}  // namespace pgram
