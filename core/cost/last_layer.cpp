// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/last_layer.h"

#include "core/strategy/legality.h"
#include "core/strategy/sharding.h"

#include <algorithm>

namespace pgram {

namespace {

/// Returns the workspace of the model's other layers under the strategy of the last one.
Bytes workspaceOfOthers(const CostContext& context, const Architecture& model, const LayerStrategy& strategy)
{
    Bytes most = 0;
    if (!context.training.framework.separateWeightGradients) {
        return most;
    }
    for (std::size_t run = 0; run + 1 < model.runs.size(); ++run) {
        const LayerSpec& layer = model.runs[run];
        const LayerStrategy own = asRunBy(layer, strategy, context.training.recomputedModules);
        if (!refusal(layer, own, strategy.groupSize(), context.training, context.sequence, context.microbatches)) {
            most = std::max(most, layerCost(context, layer, own).memory.workspace);
        }
    }
    return most;
}

}  // namespace

BackwardMoment backwardMoment(const CostContext& context, const Architecture& model, int run,
                              const LayerStrategy& strategy, const LayerMemory& memory)
{
    const bool isLast = run + 1 == static_cast<int>(model.runs.size()) && model.runs.back().count == 1;
    const bool gathers = strategy.zero >= 3 && shardingOf(strategy).weights.shard.size > 1;
    // A reference model runs forward beside all that the micro-batch keeps, the head's tensors among them.
    const bool runsBeside = context.training.runsReference();
    if (!context.lastFreesFirst || !isLast || gathers || runsBeside) {
        return {0, memory.transient};
    }
    return {memory.kept - memory.gradientsInPlace,
            added(memory.transient, workspaceOfOthers(context, model, strategy))};
}

}  // namespace pgram
