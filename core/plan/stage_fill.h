// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why a stage is as full as it is: the kind of memory that takes most, and what a change of its layers would
// free. The answer to the first question that a person asks of a plan. Pure functions.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <stop_token>
#include <vector>

namespace pgram {

enum class MemoryPart { Weights, Gradients, Optimizer, Activations, Transient, Context };

[[nodiscard]] Bytes partOf(const MemoryBreakdown& memory, MemoryPart part);
[[nodiscard]] MemoryPart largestPart(const MemoryBreakdown& memory);
/// The stage whose devices need most.
[[nodiscard]] int fullestStage(const Estimate& estimate);

/// One change of every layer of a stage that can have it.
enum class ReliefKind {
    SequenceParallel,  ///< Megatron SP on its tensor groups
    ShardStates,       ///< ZeRO-3 over its data groups
    Recompute          ///< all activations again in backward
};

struct Relief {
    ReliefKind kind = ReliefKind::Recompute;
    Bytes freed = 0;    ///< per device of the stage
    double slower = 0;  ///< share of the step time; negative = faster
};

/// Returns the changes that free memory of the stage, starting with the one that slows the step least. Each is
/// estimated as a whole plan. The list is incomplete if the stop was requested.
[[nodiscard]] std::vector<Relief> reliefsOf(const Plan& plan, const Estimate& before, int stage,
                                            const std::stop_token& token = {});

}  // namespace pgram
