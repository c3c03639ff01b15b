// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Divides the step time of a plan by its use, so that two plans can be compared part by part. Pure.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

namespace pgram {

/// Shares of the step of an average device, in seconds: they sum to the step time (our definition).
struct StepParts {
    Seconds compute = 0;        ///< forward, backward and optimizer, without what is computed again
    Seconds recompute = 0;      ///< additional compute of layers that recompute
    Seconds communication = 0;  ///< exposed: sync, collectives, re-layouts and receives that nothing hides
    Seconds bubble = 0;         ///< waiting for other stages
    /// Returns the sum, the step time.
    [[nodiscard]] Seconds total() const { return compute + recompute + communication + bubble; }
};

/// Returns the parts of the step of a plan; `estimate` must be its estimate.
[[nodiscard]] StepParts stepParts(const Plan& plan, const Estimate& estimate);

}  // namespace pgram
