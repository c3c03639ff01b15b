// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategy of one layer: the degrees and choices that distribute it over the devices of its stage. The planner
// chooses one per layer; sharding.h has what follows from it for each tensor.
#pragma once

#include "core/base/names.h"

#include <array>
#include <string>
#include <string_view>

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
    bool gathersKeys = false;  ///< context ranks all-gather keys and values; false: these go around a ring
    int expert = 1;            ///< e: ranks that divide the experts
    int expertTensor = 0;      ///< ranks that split one expert; 0 = usualExpertParts(), setExpertParts() writes it
    SequenceParallel sequence = SequenceParallel::None;        ///< tokens in the tensor group
    TensorPlacement placement = TensorPlacement::Consecutive;  ///< position of the tensor group
    ShardPlacement shardPlacement = ShardPlacement::Inner;     ///< position of the sharded level
    Kept kept;                                                 ///< tensors for backward
    bool offloadOptimizer = false;  ///< optimizer states live in host memory, and the host updates the weights
    bool offloadWeights = false;    ///< weights live in host memory, too; each gather copies the shards in
    TensorLayout layout = TensorLayout::Line;  ///< division in the tensor group
    int depth = 1;  ///< grids of a tensor group, each with a part of the samples (2.5D, 2105.14500)

    auto operator<=>(const LayerStrategy&) const = default;

    /// Returns the devices of the layer, N/P.
    [[nodiscard]] int groupSize() const { return tensor * data * context; }
    /// Returns true if the layer both shards and replicates.
    [[nodiscard]] bool isHybrid() const { return shard > 0 && shard < data; }
    /// Returns the number of copies of the sharded states.
    [[nodiscard]] int replicas() const { return isHybrid() ? data / shard : 1; }
    /// Returns true if tensors or states are in host memory.
    [[nodiscard]] bool usesHost() const { return kept.isOnHost() || offloadOptimizer; }
};

/// Returns the short form for maps and tables, innermost group first: "TP2·SDP4", "DP4·TP2" (strided tensor group),
/// "DP8 ckpt", "TP4+SP·ZeRO1-2", "U4·DP2" (Ulysses), "SDP4·DP2" (hybrid sharding), "CP8·SDP" (sharded over the ring
/// alone), "TP4+SP·DP8·EP8·ETP1" (experts that are not split), "CP4·SDP2 kv-gather", "SDP8 off-act off-opt",
/// "TP4+2D·DP2", "TP8+2.5D2" (two grids), "TP8+3D", "RSA4" (ring self-attention), "single" on one device.
[[nodiscard]] std::string shortName(const LayerStrategy& strategy);

}  // namespace pgram
