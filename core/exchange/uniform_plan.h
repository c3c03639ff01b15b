// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan for frameworks that run one strategy for all layers: its degrees, its cut in blocks (the layers that repeat),
// and the blocks that are recomputed. Plain values, of a plan that the target can run.
#pragma once

#include "core/plan/plan.h"

#include <vector>

namespace pgram {

/// Number of blocks of a chunk, with flags for the embedding and the head.
struct ChunkBlocks {
    int blocks = 0;
    bool front = false;
    bool back = false;
    int predictions = 0;  ///< layers of multi-token prediction
    bool operator==(const ChunkBlocks&) const = default;
};

struct UniformPlan {
    LayerStrategy strategy;  ///< strategy of the blocks, without recomputation and expert parallelism
    int expert = 1;
    int expertTensor = 1;          ///< ranks that split one expert
    std::int64_t microBatch = 1;   ///< samples of a data-parallel part
    std::vector<ChunkBlocks> cut;  ///< by chunk, in model order
    bool isEven = true;            ///< all chunks have equally many blocks, and prediction layers are with the head
    KeptPart kept = KeptPart::All;
    int recomputed = 0;         ///< number of first blocks of each chunk that are recomputed
    bool recomputesAll = true;  ///< if any block is recomputed, all are, and prediction layers too
};

/// Returns true for each layer that is a block.
[[nodiscard]] std::vector<bool> blockFlags(const Architecture& model);

[[nodiscard]] UniformPlan uniformOf(const Plan& plan);

}  // namespace pgram
