// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Placement of a layer's tensors on the ranks of its stage, in the algebra of GSPMD (2105.04663) and DTensor: a group
// of ranks splits a tensor along an axis, and ranks that differ only elsewhere have equal copies. Derived from a
// LayerStrategy: data levels, states and experts are placed here, and every other dimension adds its splits
// (DimensionRules::place). All costs follow from the result.
#pragma once

#include "core/cluster/collective.h"
#include "core/model/tensor_grid.h"
#include "core/strategy/layer_strategy.h"

#include <array>
#include <compare>
#include <cstddef>

namespace pgram {

/// Axes along which ranks split activations.
enum class Axis { Samples, Tokens, Width, Heads };

/// Axes of the activation between two layers.
inline constexpr std::array boundaryAxes{Axis::Samples, Axis::Tokens, Axis::Width};

/// Placement of one activation: its splits along each axis, outermost first.
class Placement {
public:
    /// Splits each part along the axis among the ranks of a group.
    void split(Axis axis, Group ranks);
    /// Splits the axis among the ranks of a group, and each part as the earlier splits did.
    void splitOutside(Axis axis, Group ranks);
    /// Returns the number of parts along an axis.
    [[nodiscard]] int parts(Axis axis) const;
    /// Returns the index of the part that a rank holds along an axis, from 0 to parts(axis) - 1.
    [[nodiscard]] int part(Axis axis, int rank) const;
    auto operator<=>(const Placement&) const = default;

private:
    struct Split {
        Axis axis = Axis::Samples;
        Group ranks;  ///< rank r has part r / stride % size
        auto operator<=>(const Split&) const = default;
    };
    std::array<Split, 6> m_splits{};
    std::size_t m_count = 0;
};

/// Placement of a layer's matrices. The sizes of the four groups multiply to the ranks of the stage.
struct MatrixPlacement {
    Group split;      ///< ranks that divide each matrix; their products leave partial sums
    Group experts;    ///< ranks that hold all experts between them; size 1 for other matrices
    Group shard;      ///< ranks that divide the states of one copy (z >= 1); size 1 when z = 0
    Group replicate;  ///< copies whose gradients are all-reduced; size 1 when the shards are all copies
};

/// Placement of all tensors of a layer. Ranks are ordered innermost first: tensor group (consecutive), context, inner
/// data level, tensor group (middle), outer data level, tensor group (strided). If experts have groups of their own,
/// theirs are ordered expert tensor group, expert group, copies, whatever the order of the other groups is
/// (Megatron-Core's "tp-cp-ep-dp-pp", parallel_state.py).
struct Sharding {
    Group tensor;                      ///< the tensor group; with 2.5D the ranks of one grid
    Group context;                     ///< the ring of context parallelism
    Placement boundary;                ///< the activation between two layers
    Placement inside;                  ///< activations inside of the layer, except in attention; `grid` divides further
    Placement attention;               ///< queries in attention
    Group keys;                        ///< ranks that send each other the keys and values of their tokens
    double keysBeside = 0;             ///< share of attention's compute that runs at the same time
    MatrixPlacement weights;           ///< all matrices except those of routed experts
    MatrixPlacement experts;           ///< matrices of routed experts
    TensorGrid grid;                   ///< division of matrix products by a grid or a cube
    bool tensorCopiesBoundary = true;  ///< the ranks of the tensor group have equal copies of the boundary
    bool ringAttention = false;  ///< the tensor group is a ring of self-attention, which writes its scores to memory
    /// True if the ranks of weights.shard are at even distances, as a Group. Copies can lie between those of a hybrid.
    bool shardsAreEven = true;
};

/// Returns the placement of a layer's tensors.
[[nodiscard]] Sharding shardingOf(const LayerStrategy& strategy);

/// Returns the number of ranks over which the matrices are divided.
[[nodiscard]] int weightParts(const LayerStrategy& strategy);
/// Returns the number of ranks that share one data part and have the same matrices: the ring, times the Ulysses group,
/// the ring of self-attention, or the grids of 2.5D.
[[nodiscard]] int tokenRanks(const LayerStrategy& strategy);
/// Returns the number of ranks that split one expert (expert tensor parallelism, 2504.14960).
[[nodiscard]] int expertParts(const LayerStrategy& strategy);
/// Returns the number of ranks that split one expert unless the strategy has its own: those that split the other
/// matrices, or N/P/e if the expert group is wider than data·context.
[[nodiscard]] int usualExpertParts(const LayerStrategy& strategy);
/// Sets the ranks that split one expert. Equal strategies compare equal: the usual number is stored as 0.
void setExpertParts(LayerStrategy& strategy, int parts);
/// Returns true if experts have groups of their own, across the tensor, context and data groups of the other matrices
/// (parallel folding).
[[nodiscard]] bool foldsExperts(const LayerStrategy& strategy);

}  // namespace pgram
