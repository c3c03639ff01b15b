// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Breakdown of a predicted step's seconds, stage by stage. Pure.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <map>
#include <vector>

namespace pgram {

struct StageTerms {
    Seconds compute = 0;        ///< forward, backward and recomputation of all micro-batches
    Seconds communication = 0;  ///< exposed; the sum of `traffic`
    Seconds optimizer = 0;
    Seconds bubble = 0;                      ///< simulated waiting for other stages
    std::map<TrafficKind, Seconds> traffic;  ///< exposed, by what it is for
    [[nodiscard]] Seconds busy() const { return compute + communication + optimizer; }
};

/// `estimate` is that of the plan; one element a stage.
[[nodiscard]] std::vector<StageTerms> stageTerms(const Plan& plan, const Estimate& estimate);

/// The one that works longest; there is at least one.
[[nodiscard]] const StageTerms& busiestStage(const std::vector<StageTerms>& stages);

}  // namespace pgram
