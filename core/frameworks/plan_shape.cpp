// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/frameworks/plan_shape.h"

#include "core/base/index.h"
#include "core/model/layer_role.h"
#include "core/strategy/sharding.h"

#include <algorithm>

namespace pgram {

namespace {

/// Calls `visit(layer, block)` for each block: every n-th are counted over all chunks of a stage, the first ones in
/// each chunk.
template <typename Visit>
void eachBlock(const Plan& plan, SomeBlocks kind, const Visit& visit)
{
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        int block = 0;
        for (const int chunk : plan.chunksOf(stage)) {
            block = kind == SomeBlocks::FirstOfChunk ? 0 : block;
            for (int layer = plan.chunk(chunk).firstLayer; layer < plan.chunk(chunk).end(); ++layer) {
                if (isBlock(plan.model.layer(layer))) {
                    visit(layer, block++);
                }
            }
        }
    }
}

bool recomputes(const Plan& plan, int layer)
{
    return plan.strategies[at(layer)].kept.recomputes();
}

}  // namespace

LayerStrategy shapeOf(LayerStrategy strategy)
{
    strategy.kept = {};
    if (strategy.data * tokenRanks(strategy) == 1) {
        strategy.zero = 0;
    }
    if (!strategy.isHybrid()) {
        strategy.shard = 0;
        strategy.shardPlacement = ShardPlacement::Inner;
    }
    if (strategy.tensor == 1 || strategy.data * strategy.context == 1) {
        strategy.placement = TensorPlacement::Consecutive;
    }
    return strategy;
}

RecomputePattern patternOf(const Plan& plan, SomeBlocks kind)
{
    RecomputePattern pattern{kind, 0};
    if (kind == SomeBlocks::FirstOfChunk) {
        eachBlock(plan, kind, [&](int layer, int block) {
            pattern.number = recomputes(plan, layer) ? std::max(pattern.number, block + 1) : pattern.number;
        });
        return pattern;
    }
    // The first that recomputes is the n-th; none does: beyond all of them.
    pattern.number = plan.model.layerCount() + 1;
    eachBlock(plan, kind, [&](int layer, int block) {
        pattern.number = recomputes(plan, layer) ? std::min(pattern.number, block + 1) : pattern.number;
    });
    return pattern;
}

std::vector<bool> recomputedBy(const RecomputePattern& pattern, const Plan& plan)
{
    std::vector<bool> recomputed(plan.strategies.size(), false);
    eachBlock(plan, pattern.blocks, [&](int layer, int block) { recomputed[at(layer)] = pattern.recomputes(block); });
    return recomputed;
}

}  // namespace pgram
