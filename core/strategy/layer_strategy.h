// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How one layer is spread over the devices of its stage: the unit of choice of the planner.
#pragma once

#include "core/cluster/collective.h"

#include <algorithm>
#include <string>

namespace pgram {

enum class SequenceParallel { None, Megatron, Ulysses };
enum class Recompute { None, Selective, Full };
/// Where the tensor group lies among the ranks of a stage: innermost, between the two data levels, or outermost.
enum class TensorPlacement { Consecutive, Middle, Strided };
/// Which of the two data levels lies inside when a layer both shards (SDP) and replicates (DP): hybrid sharding.
enum class ShardPlacement { Inner, Outer };

struct LayerStrategy {
    int tensor = 1;   ///< t
    int data = 1;     ///< d: all data-parallel copies, sharded or replicated
    int zero = 0;     ///< z: 0 DP, 1, 2, 3 SDP
    int shard = 0;    ///< ranks that share one copy of the sharded states; 0 = all of `data` (with context)
    int context = 1;  ///< c
    int expert = 1;   ///< e, over data and context, and beyond them over the tensor group
    SequenceParallel sequence = SequenceParallel::None;
    TensorPlacement placement = TensorPlacement::Consecutive;
    ShardPlacement shardPlacement = ShardPlacement::Inner;
    Recompute recompute = Recompute::None;
    bool offloadActivations = false;  ///< kept tensors wait in host memory
    bool offloadOptimizer = false;    ///< optimizer states live in host memory, and the host updates the weights

    auto operator<=>(const LayerStrategy&) const = default;

    [[nodiscard]] int groupSize() const { return tensor * data * context; }
    /// Ranks over which sharded states are split: `shard`, or data·context.
    [[nodiscard]] int shardDegree() const { return shard > 0 ? shard : data * context; }
    /// Ranks that split one expert: the tensor group, or what an expert group wider than data·context leaves of it.
    [[nodiscard]] int expertTensor() const
    {
        return expert <= data * context ? tensor : std::max(1, groupSize() / expert);
    }
    /// Copies of the sharded states: data·context / shardDegree().
    [[nodiscard]] int replicas() const { return data * context / shardDegree(); }
};

/// Short form for maps and tables, innermost group first: "TP2·SDP4", "DP4·TP2" (strided tensor group), "DP8 ckpt",
/// "TP4+SP·ZeRO1-2", "SDP8 off-act off-opt", "single" on one device.
[[nodiscard]] std::string shortName(const LayerStrategy& strategy);

/// The communication groups of a strategy inside its stage.
/// Order of ranks, innermost first: tensor (consecutive), context, inner data level, tensor (middle), outer data level,
/// tensor (strided).
struct StrategyGroups {
    Group tensor;
    Group context;
    Group shard;      ///< ranks that split the states (z >= 1); size 1 when z = 0
    Group replicate;  ///< copies whose gradients are all-reduced; size 1 when the shards cover the data group
};
[[nodiscard]] StrategyGroups groupsOf(const LayerStrategy& strategy);

/// What part of the boundary activation a rank of the stage holds: which data part, which token part.
struct HeldPart {
    int dataIndex = 0;   ///< 0 … data-1
    int tokenIndex = 0;  ///< 0 … tokenParts-1
    bool operator==(const HeldPart&) const = default;
};
[[nodiscard]] HeldPart heldPart(const LayerStrategy& strategy, int rank);
/// Parts that the token dimension is cut into between layers: context, times tensor under Megatron sequence
/// parallelism.
[[nodiscard]] int tokenParts(const LayerStrategy& strategy);

}  // namespace pgram
