// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/plan.h"

#include "core/base/index.h"
#include "core/cluster/stage_clusters.h"
#include "core/model/layer_role.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <numeric>

namespace pgram {

namespace {

Result<void> checkChunks(const Plan& plan)
{
    int next = 0;
    for (std::size_t i = 0; i < plan.chunks.size(); ++i) {
        const Chunk& chunk = plan.chunks[i];
        const std::string where = fmt::format("/{}/{}", plan.schedule.virtualStages > 1 ? "chunks" : "stages", i);
        if (chunk.layerCount < 1) {
            return badInput(Core::tr("It needs at least one layer"), where);
        }
        if (chunk.firstLayer != next) {
            return badInput(Core::tr("It starts at layer {} instead of {}", chunk.firstLayer, next), where,
                            Core::tr("Layers follow in order, none left out"));
        }
        if (chunk.layerCount > plan.model.layerCount() - next) {
            return badInput(Core::tr("It goes beyond the model's {} layer(s)", plan.model.layerCount()), where);
        }
        next += chunk.layerCount;
    }
    if (next != plan.model.layerCount()) {
        return badInput(Core::tr("The stages cover {} of {} layer(s)", next, plan.model.layerCount()), "/stages");
    }
    return {};
}

/// Blocks of each part: the remainder goes to parts near the middle, since the ends also hold embedding and head.
std::vector<int> blocksOfParts(int blocks, int parts)
{
    std::vector<int> counts(static_cast<std::size_t>(parts), blocks / parts);
    std::vector<int> order(counts.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [parts](int a, int b) { return std::abs(2 * a - (parts - 1)) < std::abs(2 * b - (parts - 1)); });
    for (int i = 0; i < blocks % parts; ++i) {
        ++counts[at(order[at(i)])];
    }
    return counts;
}

Result<void> checkStrategies(const Plan& plan)
{
    if (static_cast<int>(plan.strategies.size()) != plan.model.layerCount()) {
        return badInput(
            Core::tr("There are {} strategies for {} layer(s)", plan.strategies.size(), plan.model.layerCount()),
            "/strategies");
    }
    for (std::size_t i = 0; i < plan.strategies.size(); ++i) {
        const LayerStrategy& s = plan.strategies[i];
        if (std::min({s.tensor, s.data, s.context, s.expert, s.depth}) < 1 || s.shard < 0 || s.expertTensor < 0) {
            return badInput(Core::tr("Layer {} has a degree below 1", i), "/strategies");
        }
        if (s.zero < 0 || s.zero > 3) {
            return badInput(Core::tr("Layer {} has ZeRO stage {}, which is none of 0 to 3", i, s.zero), "/strategies");
        }
    }
    return {};
}

Result<void> checkBlocks(const Plan& plan)
{
    if (plan.stageBlocks.empty()) {
        return {};
    }
    std::vector<int> sorted = plan.stageBlocks;
    std::ranges::sort(sorted);
    std::vector<int> each(static_cast<std::size_t>(plan.pipeline()));
    std::iota(each.begin(), each.end(), 0);
    return sorted == each
               ? Result<void>()
               : badInput(Core::tr("They are not each of 0 to {} once", plan.pipeline() - 1), "/stage_blocks");
}

Result<void> checkCluster(const Plan& plan)
{
    const Cluster& cluster = plan.cluster;
    if (cluster.devices < 1) {
        return badInput(Core::tr("The cluster has no devices"), "/cluster/devices");
    }
    if (cluster.links.empty() || cluster.links.back().span < cluster.devices) {
        return badInput(Core::tr("No link joins all devices of the cluster"), "/cluster/links");
    }
    if (cluster.devices % plan.pipeline() != 0) {
        return badInput(Core::tr("{} stages do not divide {} device(s)", plan.pipeline(), cluster.devices), "/stages");
    }
    return checkBlocks(plan);
}

}  // namespace

int Plan::stageAtBlock(int block) const
{
    return stageBlocks.empty() ? block : static_cast<int>(std::ranges::find(stageBlocks, block) - stageBlocks.begin());
}

int Plan::chunkOf(int layer) const
{
    const auto after = std::ranges::upper_bound(chunks, layer, {}, &Chunk::firstLayer);
    return static_cast<int>(after - chunks.begin()) - 1;
}

std::vector<int> Plan::chunksOf(int stage) const
{
    std::vector<int> own;
    for (int i = 0; i < schedule.virtualStages; ++i) {
        own.push_back(chunkOfStage(schedule, pipeline(), stage, i));
    }
    return own;
}

std::vector<int> Plan::layersOf(int stage) const
{
    std::vector<int> layers;
    for (const int own : chunksOf(stage)) {
        for (int layer = chunk(own).firstLayer; layer < chunk(own).end(); ++layer) {
            layers.push_back(layer);
        }
    }
    return layers;
}

Text kindsText(const Plan& plan, int stage)
{
    return kindsText(plan.cluster, plan.firstDevice(stage), plan.stageDevices());
}

Result<void> checkStructure(const Plan& plan)
{
    if (plan.model.layerCount() < 1) {
        return badInput(Core::tr("The model has no layers"), "/model");
    }
    if (plan.chunks.empty()) {
        return badInput(Core::tr("The plan has no stages"), "/stages");
    }
    if (plan.training.globalBatch < 1) {
        return badInput(Core::tr("The global batch is below 1"), "/training/global_batch");
    }
    const int chunks = static_cast<int>(plan.chunks.size());
    if (plan.schedule.virtualStages < 1 || chunks % plan.schedule.virtualStages != 0) {
        return badInput(Core::tr("{} chunk(s) in place of {} per stage", chunks, plan.schedule.virtualStages),
                        "/chunks");
    }
    const auto tokens = std::accumulate(plan.sliceTokens.begin(), plan.sliceTokens.end(), std::int64_t{0});
    const auto slices = static_cast<int>(plan.sliceTokens.size());
    if (slices > 0 && (slices != plan.schedule.slices || tokens != plan.sequence())) {
        return badInput(Core::tr("{} slice(s) of {} tokens together, in place of {} of {}", slices, tokens,
                                 plan.schedule.slices, plan.sequence()),
                        "/schedule/slice_tokens");
    }
    if (Result<void> schedule = checkSchedule(plan.schedule, plan.pipeline(), plan.model.layerCount()); !schedule) {
        return schedule;
    }
    return checkChunks(plan).and_then([&plan] { return checkStrategies(plan); }).and_then([&plan] {
        return checkCluster(plan);
    });
}

std::vector<Chunk> chunksFromSizes(const std::vector<int>& sizes)
{
    std::vector<Chunk> chunks;
    chunks.reserve(sizes.size());
    int first = 0;
    for (const int size : sizes) {
        chunks.push_back({first, size});
        first += size;
    }
    return chunks;
}

std::vector<int> evenCut(const Architecture& model, int parts)
{
    const int layers = model.layerCount();
    if (layers < parts) {
        return {};
    }
    std::vector<int> blocks;
    for (int layer = 0; layer < layers; ++layer) {
        if (isBlock(model.layer(layer))) {
            blocks.push_back(layer);
        }
    }
    if (static_cast<int>(blocks.size()) < parts) {
        blocks.resize(static_cast<std::size_t>(layers));
        std::iota(blocks.begin(), blocks.end(), 0);
    }
    std::vector<int> sizes;
    int first = 0;
    std::size_t block = 0;
    for (const int count : blocksOfParts(static_cast<int>(blocks.size()), parts)) {
        block += static_cast<std::size_t>(count);
        const int end = block < blocks.size() ? blocks[block] : layers;
        sizes.push_back(end - first);
        first = end;
    }
    return sizes;
}

}  // namespace pgram
