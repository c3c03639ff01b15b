// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/relayout.h"

#include "core/cost/slice_cost.h"
#include "core/model/layer_work.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

namespace pgram {

namespace {

Volume microbatchBytes(const CostContext& context, const LayerSpec& from, const LayerSpec& to)
{
    return context.sequencesPerMicrobatch() * boundaryElements(from, to, context.sequence) *
           context.training.elementBytes();
}

/// Returns how many boundary activations are sent per micro-batch in each direction. In preference tuning the reference
/// model has a forward pass and no backward pass. Searches take both directions as equally long, so each one counts
/// half of that pass.
double transfersEachWay(const CostContext& context)
{
    return context.training.runsReference() ? 1.5 : 1;
}

/// Returns the innermost level with an island that holds both stages. Where an island's edge lies between them, some
/// rank crosses it.
int boundaryLevel(const Cluster& cluster, const StagePair& stages, int stageDevices)
{
    const int first = std::min(stages.from, stages.to) * stageDevices;
    const int last = (std::max(stages.from, stages.to) + 1) * stageDevices - 1;
    const auto holdsBoth = [=](const LinkLevel& link) { return first / link.span == last / link.span; };
    const auto level = std::ranges::find_if(cluster.links, holdsBoth);
    return static_cast<int>(level - cluster.links.begin());
}

/// Returns the link over which the ranks of an aligned block send to each other.
RelayoutWay wayWithin(const Cluster& cluster, int block)
{
    const Group group{block, 1};
    return {cluster.links[static_cast<std::size_t>(linkLevel(cluster, group))].latency, groupBandwidth(cluster, group)};
}

Seconds moveSeconds(const Cluster& cluster, const Missing& missing, Volume bytes)
{
    return missing.worst <= 0 ? 0 : wayWithin(cluster, missing.block).seconds(missing, bytes);
}

/// Returns the tensor group in which shares of a boundary activation are gathered; size 1 if whole activations are
/// sent, or if every rank needs its share alone.
Group gatherGroupOf(const CostContext& context, const Sharding& before, const Sharding& after)
{
    const bool gathers = context.training.framework.scattersBoundaries && before.tensorCopiesBoundary &&
                         after.tensorCopiesBoundary && before.tensor == after.tensor;
    return gathers ? after.tensor : Group();
}

}  // namespace

Relayout relayoutBetween(const LayerStrategy& before, const LayerStrategy& after)
{
    if (before.groupSize() != after.groupSize() || before == after) {
        return {};
    }
    const Layout from = layoutOf(before);
    const Layout to = layoutOf(after);
    return {missingShares(from, to), missingShares(to, from)};
}

TransformationCost transformationCost(const CostContext& context, const LayerSpec& from, const LayerSpec& to,
                                      const Relayout& relayout)
{
    if (!context.slices.empty()) {
        TransformationCost sum;
        for (std::size_t slice = 0; slice < context.slices.size(); ++slice) {
            const TransformationCost own = transformationCost(ofSlice(context, slice), from, to, relayout);
            sum = {sum.forward + own.forward,
                   sum.backward + own.backward,
                   sum.forwardBytes + own.forwardBytes,
                   sum.backwardBytes + own.backwardBytes,
                   own.link,
                   own.group};
        }
        return sum;
    }
    TransformationCost cost;
    const Volume bytes = microbatchBytes(context, from, to);
    const double times = transfersEachWay(context);
    cost.forward = times * moveSeconds(*context.cluster, relayout.forward, bytes);
    cost.backward = times * moveSeconds(*context.cluster, relayout.backward, bytes);
    cost.forwardBytes = times * relayout.forward.total * bytes;
    cost.backwardBytes = times * relayout.backward.total * bytes;
    cost.group = {std::max(relayout.forward.block, relayout.backward.block), 1};
    cost.link = cost.group.size > 1 ? linkLevel(*context.cluster, cost.group) : 0;
    return cost;
}

RelayoutTimes::RelayoutTimes(const CostContext& context, const LayerSpec& from, const LayerSpec& to)
    : m_context(context), m_from(from), m_to(to), m_bytes(microbatchBytes(context, from, to))
{}

Seconds RelayoutTimes::move(const Missing& missing)
{
    if (missing.worst <= 0) {
        return 0;
    }
    const auto [way, isNew] = m_ways.try_emplace(missing.block);
    if (isNew) {
        way->second = wayWithin(*m_context.cluster, missing.block);
    }
    return way->second.seconds(missing, m_bytes);
}

Seconds RelayoutTimes::of(const Relayout& relayout)
{
    return m_context.slices.empty() ? transfersEachWay(m_context) * (move(relayout.forward) + move(relayout.backward))
                                    : transformationCost(m_context, m_from, m_to, relayout).time();
}

TransformationCost transformationCost(const CostContext& context, const LayerSpec& from, const LayerSpec& to,
                                      const LayerStrategy& before, const LayerStrategy& after)
{
    return transformationCost(context, from, to, relayoutBetween(before, after));
}

Bytes carriedBytes(const CostContext& context, const LayerSpec& first)
{
    if (first.carried == 0) {
        return 0;
    }
    const double devices = static_cast<double>(context.cluster->devices) / context.pipeline;
    return wholeBytes(context.sequencesPerMicrobatch(devices) * static_cast<double>(first.carried) *
                      context.training.elementBytes());
}

BoundaryCost boundaryCost(const CostContext& context, const StagePair& stages, const LayerSpec& last,
                          const LayerSpec& next, const LayerStrategy& before, const LayerStrategy& after)
{
    if (!context.slices.empty()) {
        BoundaryCost sum;
        for (std::size_t slice = 0; slice < context.slices.size(); ++slice) {
            BoundaryCost own = boundaryCost(ofSlice(context, slice), stages, last, next, before, after);
            own.seconds += sum.seconds;
            own.bytesPerRank += sum.bytesPerRank;
            own.gatheredBytesPerRank += sum.gatheredBytesPerRank;
            sum = own;
        }
        return sum;
    }
    const Cluster& cluster = context.between(stages.from, stages.to);
    const int stageDevices = cluster.devices / context.pipeline;
    BoundaryCost cost;
    const Sharding sending = shardingOf(before);
    const Sharding receiving = shardingOf(after);
    cost.gatherGroup = gatherGroupOf(context, sending, receiving);
    const int shares = cost.gatherGroup.size;
    // If the two sides cut tokens or widths differently, a rank receives the smallest part that contains its own and
    // starts and ends at an edge of both.
    double parts = static_cast<double>(receiving.boundary.parts(Axis::Samples)) * shares;
    for (const Axis axis : {Axis::Tokens, Axis::Width}) {
        parts *= std::gcd(sending.boundary.parts(axis), receiving.boundary.parts(axis));
    }
    cost.group = {2, std::abs(stages.to - stages.from) * stageDevices};
    cost.bytesPerRank = microbatchBytes(context, last, next) / parts;
    cost.link = boundaryLevel(cluster, stages, stageDevices);
    const auto measured = std::ranges::find(cluster.measuredPipelines, context.pipeline, &MeasuredPipeline::stages);
    if (measured != cluster.measuredPipelines.end()) {
        cost.seconds = cost.bytesPerRank / measured->bandwidth;
    } else {
        const LinkLevel& link = cluster.links[static_cast<std::size_t>(cost.link)];
        const Bandwidth bandwidth = cost.link == linkLevel(cluster, cost.group)
                                        ? groupBandwidth(cluster, cost.group)
                                        : link.bandwidth * link.efficiency.value;
        cost.seconds = link.latency + cost.bytesPerRank / bandwidth;
    }
    if (cost.gatherGroup.size > 1) {
        const CollectiveCost gather =
            collectiveCost(cluster, CollectiveKind::AllGather, cost.gatherGroup, cost.bytesPerRank * shares);
        cost.seconds += gather.seconds;
        cost.gatheredBytesPerRank = gather.bytesPerRank;
        cost.gatherLink = gather.link;
    }
    const double times = transfersEachWay(context);
    cost.seconds *= times;
    cost.bytesPerRank *= times;
    cost.gatheredBytesPerRank *= times;
    return cost;
}

}  // namespace pgram
