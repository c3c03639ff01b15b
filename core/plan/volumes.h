// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Traffic of a plan in one step, totalled by kind, group and crossed links.
#pragma once

#include "core/plan/estimate.h"

#include <vector>

namespace pgram {

/// Returns the receive of a chunk from the chunk before it; nothing if there is none, or if it is on the same stage.
[[nodiscard]] BoundaryCost chunkBoundary(const CostContext& context, const Plan& plan, int chunk);

/// Return the bytes of skip connections per micro-batch in flight that arrive with the input and are kept in addition
/// to the layers' own tensors: of a chunk, and of all chunks of a stage.
[[nodiscard]] Bytes carriedIntoChunk(const CostContext& context, const Plan& plan, int chunk);
[[nodiscard]] Bytes carriedInto(const CostContext& context, const Plan& plan, int stage);

/// Returns the rows, ordered by kind, then group, then link. `layers`: one estimate per layer.
[[nodiscard]] std::vector<VolumeRow> collectVolumes(const CostContext& context, const Plan& plan,
                                                    const std::vector<LayerEstimate>& layers);

/// Returns the exposed communication of the stage that exposes most, in seconds per step.
[[nodiscard]] Seconds worstExposed(const CostContext& context, const Plan& plan,
                                   const std::vector<LayerEstimate>& layers);

/// Tokens of each slice of a micro-batch: the plan's own, or of equal work; empty: it goes in one.
[[nodiscard]] std::vector<std::int64_t> sliceTokens(const Plan& plan);

/// Returns the plan's context for the cost functions; see ofStage() for that of a stage. Refers to the plan.
[[nodiscard]] CostContext contextOf(const Plan& plan);

/// Returns the memory that the stage's devices may use before the reserve: the plan's budget, or the memory of a
/// smaller kind of device.
[[nodiscard]] Bytes stageBudget(const CostContext& context, const Plan& plan, int stage);

/// Returns true if the framework overlaps the transfer of chunks with the compute of other chunks, so that nothing
/// waits for it.
[[nodiscard]] bool hidesReceives(const Training& training, const Schedule& schedule, int stages);

}  // namespace pgram
