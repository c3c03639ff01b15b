// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/relayout.h"

#include "core/model/layer_work.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

namespace pgram {

namespace {

/// A rectangle of the boundary activation: samples × tokens, both from 0 to 1.
struct Area {
    double sampleBegin = 0;
    double sampleEnd = 1;
    double tokenBegin = 0;
    double tokenEnd = 1;
    [[nodiscard]] double size() const
    {
        return std::max(0.0, sampleEnd - sampleBegin) * std::max(0.0, tokenEnd - tokenBegin);
    }
};

Area areaOf(const Layout& layout, int rank)
{
    const HeldPart& part = layout.parts[static_cast<std::size_t>(rank)];
    const double samples = layout.samples;
    const double tokens = layout.tokens;
    return {part.dataIndex / samples, (part.dataIndex + 1) / samples, part.tokenIndex / tokens,
            (part.tokenIndex + 1) / tokens};
}

double overlap(const Area& a, const Area& b)
{
    return Area{std::max(a.sampleBegin, b.sampleBegin), std::min(a.sampleEnd, b.sampleEnd),
                std::max(a.tokenBegin, b.tokenBegin), std::min(a.tokenEnd, b.tokenEnd)}
        .size();
}

/// Parts [begin, end) of `parts` equal ones that part `index` of `wanted` equal ones touches.
struct PartRange {
    int begin = 0;
    int end = 0;
};

PartRange touched(int index, int wanted, int parts)
{
    const auto scaled = [&](std::int64_t edge) { return edge * parts; };
    return {static_cast<int>(scaled(index) / wanted),
            static_cast<int>((scaled(std::int64_t{index} + 1) + wanted - 1) / wanted)};
}

/// Whether every rank of each aligned block of `block` ranks finds what it needs inside its block.
bool closedIn(const Layout& before, const Layout& after, int block)
{
    const int ranks = static_cast<int>(after.parts.size());
    const int tokens = before.tokens;
    const auto cell = [tokens](int data, int token) { return static_cast<std::size_t>(data) * tokens + token; };
    // The block that was last seen to hold a part.
    std::vector<int> holder(static_cast<std::size_t>(before.samples) * tokens, -1);
    for (int first = 0; first < ranks; first += block) {
        for (int rank = first; rank < first + block; ++rank) {
            const HeldPart& part = before.parts[static_cast<std::size_t>(rank)];
            holder[cell(part.dataIndex, part.tokenIndex)] = first;
        }
        for (int rank = first; rank < first + block; ++rank) {
            const HeldPart& need = after.parts[static_cast<std::size_t>(rank)];
            const PartRange samples = touched(need.dataIndex, after.samples, before.samples);
            const PartRange range = touched(need.tokenIndex, after.tokens, tokens);
            for (int data = samples.begin; data < samples.end; ++data) {
                for (int token = range.begin; token < range.end; ++token) {
                    if (holder[cell(data, token)] != first) {
                        return false;
                    }
                }
            }
        }
    }
    return true;
}

int smallestBlock(const Layout& before, const Layout& after)
{
    const int ranks = static_cast<int>(after.parts.size());
    for (int block = 2; block < ranks; ++block) {
        if (ranks % block == 0 && closedIn(before, after, block)) {
            return block;
        }
    }
    return ranks;
}

Volume microbatchBytes(const CostContext& context, const LayerSpec& from, const LayerSpec& to)
{
    const double samples = static_cast<double>(context.training.globalBatch) / context.microbatches;
    return samples * boundaryElements(from, to, context.sequence) * context.training.elementBytes();
}

/// The innermost level with an island that holds both stages: an island's edge between them is crossed by some rank.
int boundaryLevel(const Cluster& cluster, int stage, int stageDevices)
{
    const int first = (stage - 1) * stageDevices;
    const int last = (stage + 1) * stageDevices - 1;
    const auto holdsBoth = [=](const LinkLevel& link) { return first / link.span == last / link.span; };
    const auto level = std::ranges::find_if(cluster.links, holdsBoth);
    return static_cast<int>(level - cluster.links.begin());
}

Seconds moveSeconds(const Cluster& cluster, const Missing& missing, Volume bytes)
{
    if (missing.worst <= 0) {
        return 0;
    }
    const Group group{missing.block, 1};
    const auto level = static_cast<std::size_t>(linkLevel(cluster, group));
    return cluster.links[level].latency + missing.worst * bytes / groupBandwidth(cluster, group);
}

}  // namespace

Layout layoutOf(const LayerStrategy& strategy)
{
    Layout layout;
    layout.samples = strategy.data;
    layout.tokens = tokenParts(strategy);
    for (int rank = 0; rank < strategy.groupSize(); ++rank) {
        layout.parts.push_back(heldPart(strategy, rank));
    }
    return layout;
}

Missing missingShares(const Layout& before, const Layout& after)
{
    Missing missing;
    if (before == after) {
        return missing;
    }
    for (int rank = 0; rank < static_cast<int>(after.parts.size()); ++rank) {
        const Area need = areaOf(after, rank);
        const double lacks = need.size() - overlap(need, areaOf(before, rank));
        missing.worst = std::max(missing.worst, lacks);
        missing.total += lacks;
    }
    missing.block = missing.worst > 0 ? smallestBlock(before, after) : 1;
    return missing;
}

Missing missingShares(const LayerStrategy& before, const LayerStrategy& after)
{
    return missingShares(layoutOf(before), layoutOf(after));
}

std::vector<ShareFlow> relayoutFlows(const LayerStrategy& before, const LayerStrategy& after)
{
    const Layout from = layoutOf(before);
    const Layout to = layoutOf(after);
    const int ranks = after.groupSize();
    std::map<std::pair<int, int>, std::vector<int>> holders;  // of each part under `before`, by rank
    for (int rank = 0; rank < ranks; ++rank) {
        const HeldPart& part = from.parts[static_cast<std::size_t>(rank)];
        holders[{part.dataIndex, part.tokenIndex}].push_back(rank);
    }
    std::vector<ShareFlow> flows;
    for (int rank = 0; rank < ranks; ++rank) {
        const HeldPart& own = from.parts[static_cast<std::size_t>(rank)];
        const Area need = areaOf(to, rank);
        for (const auto& [part, ranksOfPart] : holders) {
            const double share = overlap(need, areaOf(from, ranksOfPart.front()));
            if (share <= 0 || part == std::pair(own.dataIndex, own.tokenIndex)) {
                continue;
            }
            const auto nearest = std::min_element(ranksOfPart.begin(), ranksOfPart.end(), [rank](int a, int b) {
                return std::abs(a - rank) < std::abs(b - rank);
            });
            flows.push_back({*nearest, rank, share});
        }
    }
    return flows;
}

Relayout relayoutBetween(const LayerStrategy& before, const LayerStrategy& after)
{
    if (before.groupSize() != after.groupSize()) {
        return {};
    }
    return {missingShares(before, after), missingShares(after, before)};
}

TransformationCost transformationCost(const CostContext& context, const LayerSpec& from, const LayerSpec& to,
                                      const Relayout& relayout)
{
    TransformationCost cost;
    const Volume bytes = microbatchBytes(context, from, to);
    cost.forward = moveSeconds(*context.cluster, relayout.forward, bytes);
    cost.backward = moveSeconds(*context.cluster, relayout.backward, bytes);
    cost.forwardBytes = relayout.forward.total * bytes;
    cost.backwardBytes = relayout.backward.total * bytes;
    cost.group = {std::max(relayout.forward.block, relayout.backward.block), 1};
    cost.link = cost.group.size > 1 ? linkLevel(*context.cluster, cost.group) : 0;
    return cost;
}

TransformationCost transformationCost(const CostContext& context, const LayerSpec& from, const LayerSpec& to,
                                      const LayerStrategy& before, const LayerStrategy& after)
{
    return transformationCost(context, from, to, relayoutBetween(before, after));
}

BoundaryCost boundaryCost(const CostContext& context, int stage, const LayerSpec& last, const LayerSpec& next,
                          const LayerStrategy& before, const LayerStrategy& after)
{
    const Cluster& cluster = *context.cluster;
    const int stageDevices = cluster.devices / context.pipeline;
    const bool bothSplit = before.sequence == SequenceParallel::Megatron &&
                           after.sequence == SequenceParallel::Megatron && before.tensor == after.tensor;
    const double parts = static_cast<double>(after.data) * after.context * (bothSplit ? after.tensor : 1);
    BoundaryCost cost;
    cost.group = {2, stageDevices};
    cost.bytesPerRank = microbatchBytes(context, last, next) / parts;
    cost.link = boundaryLevel(cluster, stage, stageDevices);
    const auto measured = std::ranges::find(cluster.measuredPipelines, context.pipeline, &MeasuredPipeline::stages);
    if (measured != cluster.measuredPipelines.end()) {
        cost.seconds = cost.bytesPerRank / measured->bandwidth;
        return cost;
    }
    const LinkLevel& link = cluster.links[static_cast<std::size_t>(cost.link)];
    const Bandwidth bandwidth = cost.link == linkLevel(cluster, cost.group) ? groupBandwidth(cluster, cost.group)
                                                                            : link.bandwidth * link.efficiency.value;
    cost.seconds = link.latency + cost.bytesPerRank / bandwidth;
    return cost;
}

}  // namespace pgram
