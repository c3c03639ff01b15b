// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How one layer is spread over the devices of its stage: the unit of choice of the planner.
#pragma once

#include "core/cluster/collective.h"

#include <algorithm>
#include <string>

namespace pgram {

/// What the tensor group does with the tokens. None: every rank has them all, and a part of the matrices. Megatron:
/// also 1/t of the tokens between the products (2205.05198). Ulysses: 1/t of the tokens and all of the matrices, heads
/// divided inside attention only (2309.14509); the group holds no tensor parallelism then.
enum class SequenceParallel { None, Megatron, Ulysses };
/// What of a layer's forward is kept for its backward. All: nothing is computed again. WithoutAttention: what attention
/// makes inside is computed again (selective recompute, 2205.05198 §5). WithoutModules: what norms, activations and
/// up-projections give that hasModules() speaks of (2412.19437 §3.2.3). Input: the whole forward is (full recompute).
enum class KeptPart { All, WithoutAttention, WithoutModules, Input };
/// Where that waits: on the device, or in host memory.
enum class KeptOn { Device, Host };
/// What happens to the tensors that a layer's backward needs.
struct Kept {
    KeptPart part = KeptPart::All;
    KeptOn on = KeptOn::Device;
    auto operator<=>(const Kept&) const = default;

    [[nodiscard]] bool recomputes() const { return part != KeptPart::All; }
    [[nodiscard]] bool recomputesAll() const { return part == KeptPart::Input; }
    [[nodiscard]] bool isOnHost() const { return on == KeptOn::Host; }
};
/// Where the tensor group lies among the ranks of a stage: innermost, between the two data levels, or outermost.
enum class TensorPlacement { Consecutive, Middle, Strided };
/// How a tensor group shares a layer. Line: parts of the matrices, and all of the activations between them
/// (1909.08053). Grid: q x q parts of the matrices and of the activations (SUMMA, 2104.05343). Cube: q x q x q
/// (2105.14450). Ring: parts of the tokens, whose keys and values go around, and all of the matrices (2105.13120).
enum class TensorLayout { Line, Grid, Cube, Ring };
/// Which of the two data levels lies inside when a layer both shards (SDP) and replicates (DP): hybrid sharding.
enum class ShardPlacement { Inner, Outer };

struct LayerStrategy {
    int tensor = 1;   ///< t, the Ulysses degree where `sequence` says so
    int data = 1;     ///< d: all data-parallel copies, sharded or replicated
    int zero = 0;     ///< z: 0 DP, 1, 2, 3 SDP
    int shard = 0;    ///< hybrid sharding: data parts of one copy of the states (its token ranks share it too); 0 = all
    int context = 1;  ///< c
    int expert = 1;   ///< e, over data and context, and beyond them over the tensor group
    SequenceParallel sequence = SequenceParallel::None;
    TensorPlacement placement = TensorPlacement::Consecutive;
    ShardPlacement shardPlacement = ShardPlacement::Inner;
    Kept kept;
    bool offloadOptimizer = false;  ///< optimizer states live in host memory, and the host updates the weights
    TensorLayout layout = TensorLayout::Line;
    int depth = 1;  ///< grids of a tensor group, each with a part of the samples (2.5D, 2105.14500)

    auto operator<=>(const LayerStrategy&) const = default;

    [[nodiscard]] int groupSize() const { return tensor * data * context; }
    /// Ranks that the matrices are divided over.
    [[nodiscard]] int weightParts() const
    {
        const bool isWhole = sequence == SequenceParallel::Ulysses || layout == TensorLayout::Ring;
        return isWhole ? 1 : depth == 1 ? tensor : std::max(1, tensor / depth);
    }
    /// Ranks that share one data part and have the same matrices: the ring, times the Ulysses group, the ring of
    /// self-attention, or the grids of 2.5D.
    [[nodiscard]] int tokenRanks() const { return context * (tensor / weightParts()); }
    /// Ranks that split one expert: those that split matrices, or what an expert group wider than data·context leaves
    /// of them.
    [[nodiscard]] int expertTensor() const
    {
        return expert <= data * context ? weightParts() : std::max(1, groupSize() / expert);
    }
    /// Parts that the tensor group cuts the tokens into between layers.
    [[nodiscard]] int tokenSplit() const
    {
        return sequence == SequenceParallel::None && layout != TensorLayout::Ring ? 1 : tensor;
    }
    /// q of a grid or a cube; 1 elsewhere.
    [[nodiscard]] int side() const;
    /// Parts of the samples between layers, the data-parallel ones inside.
    [[nodiscard]] int sampleParts() const { return layout == TensorLayout::Line ? data : data * samplesSplit(); }
    /// Parts that the tensor group cuts the samples into.
    [[nodiscard]] int samplesSplit() const;
    /// Parts of the widths between layers.
    [[nodiscard]] int widthParts() const { return side(); }
    /// Whether each rank of the tensor group holds the whole of its data part between layers.
    [[nodiscard]] bool holdsWhole() const { return sequence == SequenceParallel::None && layout == TensorLayout::Line; }
    /// Shards inside, copies outside, or the other way round.
    [[nodiscard]] bool isHybrid() const { return shard > 0 && shard < data; }
    /// Ranks over which sharded states are split.
    [[nodiscard]] int shardDegree() const { return (isHybrid() ? shard : data) * tokenRanks(); }
    /// Copies of the sharded states.
    [[nodiscard]] int replicas() const { return isHybrid() ? data / shard : 1; }
    /// Whether anything waits in host memory.
    [[nodiscard]] bool usesHost() const { return kept.isOnHost() || offloadOptimizer; }
};

/// Short form for maps and tables, innermost group first: "TP2·SDP4", "DP4·TP2" (strided tensor group), "DP8 ckpt",
/// "TP4+SP·ZeRO1-2", "U4·DP2" (Ulysses), "SDP4·DP2" (hybrid sharding), "CP8·SDP" (sharded over the ring alone),
/// "SDP8 off-act off-opt", "TP4+2D·DP2", "TP8+2.5D2" (two grids), "TP8+3D", "RSA4" (ring self-attention), "single" on
/// one device.
[[nodiscard]] std::string shortName(const LayerStrategy& strategy);

/// 2.5D as what it is: one grid, and its copies as data parallelism. Any other strategy as it stands.
[[nodiscard]] LayerStrategy withoutDepth(LayerStrategy strategy);

/// Whether the tensor group's size makes its layout: a square, equal squares, a cube, a ring of two or more.
[[nodiscard]] bool isShaped(const LayerStrategy& strategy);

/// The communication groups of a strategy inside its stage. Of 2.5D those of one grid.
/// Order of ranks, innermost first: tensor (consecutive), context, inner data level, tensor (middle), outer data level,
/// tensor (strided). Ranks that share tokens have the same weights: they belong to the data groups.
struct StrategyGroups {
    Group tensor;
    Group context;
    Group shard;      ///< ranks that split the states (z >= 1); size 1 when z = 0
    Group replicate;  ///< copies whose gradients are all-reduced; size 1 when the shards cover the data group
};
[[nodiscard]] StrategyGroups groupsOf(const LayerStrategy& strategy);

/// Whether the ranks that split one copy of the states lie at even distances, as a Group: all do but those of a hybrid
/// that share tokens while copies lie between them.
[[nodiscard]] bool shardsAreEven(const LayerStrategy& strategy);

/// What part of the boundary activation a rank of the stage holds: which samples, which tokens, which of their widths.
struct HeldPart {
    int dataIndex = 0;   ///< 0 … sampleParts-1
    int tokenIndex = 0;  ///< 0 … tokenParts-1
    int widthIndex = 0;  ///< 0 … widthParts-1
    bool operator==(const HeldPart&) const = default;
};
[[nodiscard]] HeldPart heldPart(const LayerStrategy& strategy, int rank);
/// Parts that the token dimension is cut into between layers: context, times tensor under sequence parallelism and in a
/// ring of self-attention.
[[nodiscard]] int tokenParts(const LayerStrategy& strategy);

}  // namespace pgram
