// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traffic of a plan in one step, totalled by kind, group and crossed links.
#pragma once

#include "core/plan/estimate.h"

#include <vector>

namespace pgram {

/// Returns the receive of a chunk from the chunk before it; nothing if there is none, or if it is on the same stage.
[[nodiscard]] BoundaryCost chunkBoundary(const CostContext& context, const Plan& plan, int chunk);

/// Skips that the chunk keeps for each micro-batch in flight beside what its layers keep, as they come in with what it
/// receives; and those of all chunks of a stage.
[[nodiscard]] Bytes carriedIntoChunk(const CostContext& context, const Plan& plan, int chunk);
[[nodiscard]] Bytes carriedInto(const CostContext& context, const Plan& plan, int stage);

/// The rows, ordered by kind, then group, then link. `layers` is one estimate a layer.
[[nodiscard]] std::vector<VolumeRow> collectVolumes(const CostContext& context, const Plan& plan,
                                                    const std::vector<LayerEstimate>& layers);

/// Exposed communication of the stage that exposes most, seconds a step.
[[nodiscard]] Seconds worstExposed(const CostContext& context, const Plan& plan,
                                   const std::vector<LayerEstimate>& layers);

/// Tokens of each slice of a micro-batch: the plan's own, or of equal work; empty: it goes in one.
[[nodiscard]] std::vector<std::int64_t> sliceTokens(const Plan& plan);

/// The plan's surroundings as the cost functions want them, those of a stage by ofStage(); refers to the plan.
[[nodiscard]] CostContext contextOf(const Plan& plan);

/// Returns the memory that the stage's devices may use before the reserve: the plan's budget, or the memory of a
/// smaller kind of device.
[[nodiscard]] Bytes stageBudget(const CostContext& context, const Plan& plan, int stage);

/// Chunks are sent beside the compute of other chunks where the framework overlaps: nobody waits for them.
[[nodiscard]] bool hidesReceives(const Training& training, const Schedule& schedule, int stages);

}  // namespace pgram
