// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Parts of a layer's strategy that a framework sets for all layers together, and patterns of recomputation over the
// blocks.
#pragma once

#include "core/frameworks/target.h"
#include "core/model/modules.h"
#include "core/strategy/sharding.h"

namespace pgram {

/// Its degrees and sharding: without recomputation, and without what a lone rank cannot have.
[[nodiscard]] LayerStrategy shapeOf(LayerStrategy strategy);

/// Returns the number of ranks that each hold a layer's weights, if no sharding divides the weights.
[[nodiscard]] inline int copiesOf(const LayerStrategy& strategy)
{
    return strategy.data * tokenRanks(strategy);
}

/// Returns what a layer keeps if all layers keep `part`. A layer without any of `modules` keeps all.
[[nodiscard]] inline KeptPart keptOf(const LayerSpec& layer, KeptPart part, const ModuleSet& modules)
{
    return part == KeptPart::WithoutModules && !hasModules(layer, modules) ? KeptPart::All : part;
}

/// Blocks that recompute; the blocks of a stage or chunk are counted from 0.
struct RecomputePattern {
    SomeBlocks blocks = SomeBlocks::FirstOfChunk;
    int number = 0;  ///< N, or n
    bool operator==(const RecomputePattern&) const = default;

    [[nodiscard]] bool recomputes(int block) const
    {
        return blocks == SomeBlocks::FirstOfChunk ? block < number : (block + 1) % number == 0;
    }
};

/// The pattern of its kind that the recomputing blocks of the plan come nearest to.
[[nodiscard]] RecomputePattern patternOf(const Plan& plan, SomeBlocks kind);
/// Returns, per layer, true if the pattern makes the layer recompute; false for layers other than blocks.
[[nodiscard]] std::vector<bool> recomputedBy(const RecomputePattern& pattern, const Plan& plan);

}  // namespace pgram
