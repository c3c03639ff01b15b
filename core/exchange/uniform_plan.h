// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What frameworks that run one strategy for all layers are told of a plan: its degrees, its cut in blocks (the layers
// that repeat), which of them are computed again. Plain values; of a plan that the target can say.
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace pgram {

/// A chunk as the blocks in it, and whether embedding and head are in it.
struct ChunkBlocks {
    int blocks = 0;
    bool front = false;
    bool back = false;
    int predictions = 0;  ///< layers of multi-token prediction
    bool operator==(const ChunkBlocks&) const = default;
};

struct UniformPlan {
    LayerStrategy strategy;  ///< of the blocks, without recomputation and expert parallelism
    int expert = 1;
    int expertTensor = 1;          ///< ranks that split one expert
    std::int64_t microBatch = 1;   ///< samples of a data-parallel part
    std::vector<ChunkBlocks> cut;  ///< by chunk, in model order
    bool isEven = true;            ///< all chunks have as many blocks, prediction layers are with the head
    KeptPart kept = KeptPart::All;
    int recomputed = 0;         ///< of each chunk, so many blocks, the first ones
    bool recomputesAll = true;  ///< where any are computed again, all are, prediction layers too
};

/// The blocks of a model, by layer: true for one.
[[nodiscard]] std::vector<bool> blockFlags(const Architecture& model);

[[nodiscard]] UniformPlan uniformOf(const Plan& plan);

}  // namespace pgram
