// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/uniform_plan.h"

#include "core/model/layer_role.h"
#include "core/strategy/sharding.h"

#include <algorithm>

namespace pgram {

namespace {

std::vector<ChunkBlocks> cutOf(const Plan& plan, const std::vector<bool>& isBlock)
{
    std::vector<ChunkBlocks> cut;
    for (const Chunk& chunk : plan.chunks) {
        const auto begin = isBlock.begin() + chunk.firstLayer;
        const auto end = isBlock.begin() + chunk.end();
        int predictions = 0;
        for (int layer = chunk.firstLayer; layer < chunk.end(); ++layer) {
            predictions += isPrediction(plan.model.layer(layer)) ? 1 : 0;
        }
        cut.push_back({static_cast<int>(std::count(begin, end, true)), chunk.firstLayer == 0 && !isBlock.front(),
                       chunk.end() == plan.model.layerCount() && !isBlock.back(), predictions});
    }
    return cut;
}

}  // namespace

std::vector<bool> blockFlags(const Architecture& model)
{
    std::vector<bool> blocks;
    for (const LayerSpec& run : model.runs) {
        blocks.insert(blocks.end(), static_cast<std::size_t>(run.count), layerRole(run.kind) == LayerRole::Body);
    }
    return blocks;
}

UniformPlan uniformOf(const Plan& plan)
{
    const std::vector<bool> isBlock = blockFlags(plan.model);
    UniformPlan uniform;
    uniform.cut = cutOf(plan, isBlock);
    const ChunkBlocks& first = uniform.cut.front();
    uniform.isEven = std::ranges::all_of(uniform.cut, [&first](const ChunkBlocks& one) {
        return one.blocks == first.blocks && (one.back || one.predictions == 0);
    });
    bool found = false;
    for (const Chunk& chunk : plan.chunks) {
        int recomputed = 0;
        for (int i = chunk.firstLayer; i < chunk.end(); ++i) {
            const LayerStrategy& strategy = plan.strategies[static_cast<std::size_t>(i)];
            if (isPrediction(plan.model.layer(i))) {
                uniform.recomputesAll = uniform.recomputesAll && strategy.kept.recomputes();
            }
            if (!isBlock[static_cast<std::size_t>(i)]) {
                continue;
            }
            uniform.strategy = found ? uniform.strategy : strategy;
            found = true;
            uniform.recomputesAll = uniform.recomputesAll && strategy.kept.recomputes();
            if (strategy.kept.recomputes()) {
                uniform.kept = strategy.kept.part;
                ++recomputed;
            }
            if (plan.model.layer(i).experts > 0) {
                uniform.expert = strategy.expert;
                uniform.expertTensor = expertParts(strategy);
            }
        }
        uniform.recomputed = std::max(uniform.recomputed, recomputed);
    }
    uniform.strategy.kept.part = KeptPart::All;
    uniform.strategy.expert = 1;
    uniform.strategy.expertTensor = 0;
    uniform.microBatch = plan.training.globalBatch / (std::int64_t{uniform.strategy.data} * plan.schedule.microbatches);
    return uniform;
}

}  // namespace pgram
