// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One change of a plan that frees memory of a full stage, or that makes the step shorter. Each is estimated as a whole
// plan. Pure functions.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <stop_token>
#include <vector>

namespace pgram {

enum class FindingKind {
    SequenceParallel,    ///< Megatron SP on the tensor groups of a stage
    ShardStates,         ///< ZeRO-3 over the data groups of a stage
    RecomputeAttention,  ///< attention of a stage again in backward
    Recompute,           ///< all activations of a stage again in backward
    Keep,                ///< no recomputation in a stage
    MoveLayer,           ///< one layer from the slowest stage to a neighbour
    Microbatches         ///< twice as many micro-batches, or half
};

/// A change of a plan and what it brings.
struct Finding {
    FindingKind kind = FindingKind::Recompute;
    int stage = -1;     ///< the stage that changes; -1 = the whole plan
    Plan plan;          ///< the plan with the change
    Bytes freed = 0;    ///< per device of the stage, or of the fullest one; negative = more is needed
    double slower = 0;  ///< share of the step time; negative = faster
};

/// Returns the changes that free memory of the stage, each made in all of its layers. The one that slows the step least
/// comes first. The list is incomplete if the stop was requested.
[[nodiscard]] std::vector<Finding> reliefsOf(const Plan& plan, const Estimate& before, int stage,
                                             const std::stop_token& stop = {});

/// Returns the two best of reliefsOf() that free at least 2 % of the stage's memory.
[[nodiscard]] std::vector<Finding> bestReliefs(const Plan& plan, const Estimate& before, int stage,
                                               const std::stop_token& stop = {});

/// Share of the usable memory from which a stage is called full.
inline constexpr double fullShare = 0.9;

/// Returns at most three changes. Two free memory of the fullest stage, if it is full. The others make the step at
/// least 1 % shorter and keep to the budget. The list is incomplete if the stop was requested.
[[nodiscard]] std::vector<Finding> findingsOf(const Plan& plan, const Estimate& before,
                                              const std::stop_token& stop = {});

}  // namespace pgram
