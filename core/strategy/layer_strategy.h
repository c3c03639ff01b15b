// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategy of one layer: its distribution over the devices of its stage. The planner chooses one per layer.
#pragma once

#include "core/base/names.h"
#include "core/cluster/collective.h"

#include <algorithm>
#include <string>

namespace pgram {

/// Distribution of the tokens in the tensor group. None: every rank has them all, and a part of the matrices. Megatron:
/// also 1/t of the tokens between the products (2205.05198). Ulysses: 1/t of the tokens and all of the matrices, heads
/// divided inside attention only (2309.14509); the group holds no tensor parallelism then.
enum class SequenceParallel { None, Megatron, Ulysses };
/// Part of a layer's forward that is kept for its backward; the rest is recomputed. All: nothing is recomputed.
/// WithoutAttention: tensors inside attention are recomputed (selective recompute, 2205.05198 §5). WithoutModules:
/// outputs of the modules in Training::recomputedModules are recomputed. Input: the whole forward is recomputed (full
/// recompute).
enum class KeptPart { All, WithoutAttention, WithoutModules, Input };
/// Memory that holds the kept tensors.
enum class KeptOn { Device, Host };
/// The tensors that a layer keeps for its backward, and their place.
struct Kept {
    KeptPart part = KeptPart::All;  ///< the rest is computed again
    KeptOn on = KeptOn::Device;     ///< memory that holds them
    auto operator<=>(const Kept&) const = default;

    /// Returns true if backward computes a part again.
    [[nodiscard]] bool recomputes() const { return part != KeptPart::All; }
    /// Returns true if backward computes the whole forward again.
    [[nodiscard]] bool recomputesAll() const { return part == KeptPart::Input; }
    /// Returns true if the kept tensors are in host memory.
    [[nodiscard]] bool isOnHost() const { return on == KeptOn::Host; }
};
/// Position of the tensor group among the ranks of a stage: innermost, between the two data levels, or outermost.
enum class TensorPlacement { Consecutive, Middle, Strided };
template <>
inline constexpr std::array<std::string_view, 3> enumNames<TensorPlacement>{"consecutive", "middle", "strided"};
/// Division of a layer in its tensor group. Line: parts of the matrices, and all of the activations between them
/// (1909.08053). Grid: q x q parts of the matrices and of the activations (SUMMA, 2104.05343). Cube: q x q x q
/// (2105.14450). Ring: parts of the tokens, whose keys and values go around, and all of the matrices (2105.13120).
enum class TensorLayout { Line, Grid, Cube, Ring };
template <>
inline constexpr std::array<std::string_view, 4> enumNames<TensorLayout>{"1d", "2d", "3d", "ring"};
/// Position of the sharded data level (SDP) when a layer also replicates (DP): hybrid sharding.
enum class ShardPlacement { Inner, Outer };
template <>
inline constexpr std::array<std::string_view, 2> enumNames<ShardPlacement>{"inner", "outer"};

/// The parallelism of one layer: degrees of its groups, and what it keeps.
struct LayerStrategy {
    int tensor = 1;   ///< t; the Ulysses degree under SequenceParallel::Ulysses
    int data = 1;     ///< d: all data-parallel copies, sharded or replicated
    int zero = 0;     ///< z: 0 DP, 1, 2, 3 SDP
    int shard = 0;    ///< hybrid sharding: data parts of one copy of the states (its token ranks share it too); 0 = all
    int context = 1;  ///< c
    int expert = 1;   ///< e: ranks that divide the experts
    int expertTensor = 0;  ///< ranks that split one expert; 0 = usualExpertParts(). setExpertParts() writes it
    SequenceParallel sequence = SequenceParallel::None;        ///< tokens in the tensor group
    TensorPlacement placement = TensorPlacement::Consecutive;  ///< position of the tensor group
    ShardPlacement shardPlacement = ShardPlacement::Inner;     ///< position of the sharded level
    Kept kept;                                                 ///< tensors for backward
    bool offloadOptimizer = false;  ///< optimizer states live in host memory, and the host updates the weights
    TensorLayout layout = TensorLayout::Line;  ///< division in the tensor group
    int depth = 1;  ///< grids of a tensor group, each with a part of the samples (2.5D, 2105.14500)

    auto operator<=>(const LayerStrategy&) const = default;

    /// Returns the devices of the layer, N/P.
    [[nodiscard]] int groupSize() const { return tensor * data * context; }
    /// Returns the number of ranks over which the matrices are divided.
    [[nodiscard]] int weightParts() const
    {
        const bool isWhole = sequence == SequenceParallel::Ulysses || layout == TensorLayout::Ring;
        return isWhole ? 1 : depth == 1 ? tensor : std::max(1, tensor / depth);
    }
    /// Returns the number of ranks that share one data part and have the same matrices: the ring, times the Ulysses
    /// group, the ring of self-attention, or the grids of 2.5D.
    [[nodiscard]] int tokenRanks() const { return context * (tensor / weightParts()); }
    /// Returns the number of ranks that split one expert (expert tensor parallelism, 2504.14960).
    [[nodiscard]] int expertParts() const { return expertTensor > 0 ? expertTensor : usualExpertParts(); }
    /// Returns the number of ranks that split one expert unless the strategy has its own: those that split the other
    /// matrices, or the remainder of them if the expert group is wider than data·context.
    [[nodiscard]] int usualExpertParts() const
    {
        return expert <= data * context ? weightParts() : std::max(1, groupSize() / expert);
    }
    /// Sets the ranks that split one expert. Equal strategies compare equal: the usual number is stored as 0.
    void setExpertParts(int parts) { expertTensor = parts == usualExpertParts() ? 0 : parts; }
    /// Returns true if experts have groups of their own, across the tensor, context and data groups of the other
    /// matrices (parallel folding).
    [[nodiscard]] bool foldsExperts() const { return expertParts() != weightParts(); }
    /// Returns the number of parts into which the tensor group divides the tokens between layers.
    [[nodiscard]] int tokenSplit() const
    {
        return sequence == SequenceParallel::None && layout != TensorLayout::Ring ? 1 : tensor;
    }
    /// Returns q of a grid or a cube, otherwise 1.
    [[nodiscard]] int side() const;
    /// Returns the number of parts of the samples between layers, data parallelism included.
    [[nodiscard]] int sampleParts() const { return layout == TensorLayout::Line ? data : data * samplesSplit(); }
    /// Returns the number of parts into which the tensor group divides the samples.
    [[nodiscard]] int samplesSplit() const;
    /// Returns the number of parts of the widths between layers.
    [[nodiscard]] int widthParts() const { return side(); }
    /// Returns true if each rank of the tensor group holds its whole data part between layers.
    [[nodiscard]] bool isReplicated() const
    {
        return sequence == SequenceParallel::None && layout == TensorLayout::Line;
    }
    /// Returns true if the layer both shards and replicates.
    [[nodiscard]] bool isHybrid() const { return shard > 0 && shard < data; }
    /// Returns the number of ranks over which sharded states are divided.
    [[nodiscard]] int shardDegree() const { return (isHybrid() ? shard : data) * tokenRanks(); }
    /// Returns the number of ranks over which the sharded states of one expert are divided: those of one copy of the
    /// other states, of which an expert group and the ranks that split an expert have one copy of all experts.
    [[nodiscard]] double expertShardDegree() const
    {
        return std::max(1.0, static_cast<double>(shardDegree()) * weightParts() /
                                 (static_cast<double>(expertParts()) * expert));
    }
    /// Returns the number of copies of the sharded states.
    [[nodiscard]] int replicas() const { return isHybrid() ? data / shard : 1; }
    /// Returns true if tensors or states are in host memory.
    [[nodiscard]] bool usesHost() const { return kept.isOnHost() || offloadOptimizer; }
};

/// Returns the short form for maps and tables, innermost group first: "TP2·SDP4", "DP4·TP2" (strided tensor group),
/// "DP8 ckpt", "TP4+SP·ZeRO1-2", "U4·DP2" (Ulysses), "SDP4·DP2" (hybrid sharding), "CP8·SDP" (sharded over the ring
/// alone), "TP4+SP·DP8·EP8·ETP1" (experts that are not split), "SDP8 off-act off-opt", "TP4+2D·DP2", "TP8+2.5D2" (two
/// grids), "TP8+3D", "RSA4" (ring self-attention), "single" on one device.
[[nodiscard]] std::string shortName(const LayerStrategy& strategy);

/// Returns a 2.5D strategy as one grid whose copies are data parallelism. Returns any other strategy unchanged.
[[nodiscard]] LayerStrategy withoutDepth(LayerStrategy strategy);

/// Returns true if the size of the tensor group suits its layout: a square, equal squares, a cube, a ring of two or
/// more.
[[nodiscard]] bool isValidShape(const LayerStrategy& strategy);

/// Communication groups of a strategy inside its stage; for 2.5D those of one grid.
/// Order of ranks, innermost first: tensor (consecutive), context, inner data level, tensor (middle), outer data level,
/// tensor (strided). Ranks that share tokens have the same weights: they belong to the data groups.
struct StrategyGroups {
    Group tensor;     ///< ranks that share the matrices
    Group context;    ///< the ring of context parallelism
    Group shard;      ///< ranks that split the states (z >= 1); size 1 when z = 0
    Group replicate;  ///< copies whose gradients are all-reduced; size 1 when the shards cover the data group
};
/// Returns the groups of a strategy.
[[nodiscard]] StrategyGroups groupsOf(const LayerStrategy& strategy);

/// Communication groups of the experts of a layer. If they are folded, ranks are ordered expert tensor group, expert
/// group, copies, whatever the order of the other groups is (Megatron-Core's "tp-cp-ep-dp-pp", parallel_state.py).
struct ExpertGroups {
    Group tensor;     ///< ranks that split one expert
    Group expert;     ///< ranks that hold all experts between them
    Group shard;      ///< ranks that split the states of one copy of an expert; size 1 when z = 0
    Group replicate;  ///< copies of an expert whose gradients are all-reduced
};
/// Returns the groups of the experts of a layer that has experts.
[[nodiscard]] ExpertGroups expertGroupsOf(const LayerStrategy& strategy);

/// Returns true if the ranks that divide one copy of the states are at even distances, as a Group: all do but those of
/// a hybrid that share tokens while copies lie between them.
[[nodiscard]] bool shardsAreEven(const LayerStrategy& strategy);

/// Part of the boundary activation that a rank of the stage holds: samples, tokens and widths.
struct HeldPart {
    int dataIndex = 0;   ///< 0 … sampleParts-1
    int tokenIndex = 0;  ///< 0 … tokenParts-1
    int widthIndex = 0;  ///< 0 … widthParts-1
    bool operator==(const HeldPart&) const = default;
};
/// Returns the part that a rank holds.
[[nodiscard]] HeldPart heldPart(const LayerStrategy& strategy, int rank);
/// Returns the number of parts of the tokens between layers: context, times tensor under sequence parallelism and in a
/// ring of self-attention.
[[nodiscard]] int tokenParts(const LayerStrategy& strategy);

}  // namespace pgram
