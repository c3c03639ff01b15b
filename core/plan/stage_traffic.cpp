// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/stage_traffic.h"

#include "core/base/index.h"
#include "core/plan/volumes.h"
#include "core/schedule/objective.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

class StageTrafficSum {
public:
    StageTrafficSum(const CostContext& context, const Plan& plan, int stage)
        : m_context(context), m_plan(plan), m_ranks(plan.stageDevices()), m_base(plan.firstDevice(stage))
    {}

    StageTraffic take() { return std::move(m_traffic); }

    void addCharge(const Charge& charge)
    {
        TrafficWay way{charge.kind, charge.group, charge.link};
        const Volume bytes = charge.times * charge.bytesPerRank * m_ranks;
        way.route = charge.route;
        way.from = m_base;
        if (charge.kind == TrafficKind::TiedEmbedding) {
            const int front = m_plan.firstDevice(0);
            if (m_base == front) {
                return;  // a prediction layer beside the embedding: nothing is sent
            }
            addBetween(way, m_base, front, {bytes, charge.hidden, charge.exposed});
            addBetween(way, front, m_base, {bytes, 0, 0});
            return;
        }
        if (charge.kind == TrafficKind::HostTransfer) {
            way.between = TrafficWay::Between::Host;
        }
        add(way, {bytes, charge.hidden, charge.exposed});
    }

    /// In front of `layer`; backward mirrors it.
    void addTransformation(const TransformationCost& cost, int layer)
    {
        if (cost.group.size <= 1) {
            return;
        }
        const double m = m_context.microbatches;
        TrafficWay way{TrafficKind::Transformation, cost.group, cost.link, TrafficWay::Between::Layouts};
        way.from = m_base;
        way.before = m_plan.strategies[at(layer - 1)];
        way.after = m_plan.strategies[at(layer)];
        add(way, {m * cost.forwardBytes, 0, m * cost.forward});
        std::swap(way.before, way.after);
        add(way, {m * cost.backwardBytes, 0, m * cost.backward});
    }

    /// Transfers over the chunk's boundaries are charged to the chunk: activations in front, gradients behind.
    void addBoundaries(int chunk)
    {
        if (chunk > 0) {
            addBoundary(chunk, chunk - 1);
        }
        if (chunk + 1 < static_cast<int>(m_plan.chunks.size())) {
            addBoundary(chunk + 1, chunk + 1);
        }
    }

private:
    void add(const TrafficWay& way, const TrafficTotal& part)
    {
        TrafficTotal& total = m_traffic[way];
        total.bytes += part.bytes;
        total.hidden += part.hidden;
        total.exposed += part.exposed;
    }

    /// From the stage whose first rank is `from` to that at `to`.
    void addBetween(TrafficWay way, int from, int to, const TrafficTotal& part)
    {
        way.between = TrafficWay::Between::Ends;
        way.route = Route::Direct;
        way.from = from;
        way.to = to;
        add(way, part);
    }

    /// Adds the transfer from chunk `source` over the boundary in front of chunk `behind`.
    void addBoundary(int behind, int source)
    {
        if (!m_plan.receives(behind)) {
            return;
        }
        const BoundaryCost boundary = chunkBoundary(m_context, m_plan, behind);
        const double m = m_context.microbatches;
        const Seconds seconds = m * boundary.seconds;
        const bool hides = hidesReceives(m_plan.training, m_plan.schedule, m_plan.pipeline());
        const TrafficWay way{TrafficKind::Pipeline, boundary.group, boundary.link};
        addBetween(way, m_plan.firstDevice(m_plan.stageOfChunk(source)), m_base,
                   {m * m_ranks * boundary.bytesPerRank, hides ? seconds : 0, hides ? 0 : seconds});
        if (boundary.gatherGroup.size > 1) {
            TrafficWay gather{TrafficKind::Pipeline, boundary.gatherGroup, boundary.gatherLink};
            gather.from = m_base;
            add(gather, {m * m_ranks * boundary.gatheredBytesPerRank, 0, 0});
        }
    }

    const CostContext& m_context;
    const Plan& m_plan;
    int m_ranks;
    int m_base;
    StageTraffic m_traffic;
};

}  // namespace

StageTraffic stageTraffic(const CostContext& context, const Plan& plan, const std::vector<LayerEstimate>& layers,
                          int stage)
{
    StageTrafficSum sum(context, plan, stage);
    for (const int layer : plan.layersOf(stage)) {
        const LayerEstimate& estimate = layers[at(layer)];
        for (const Charge& charge : estimate.cost.charges) {
            sum.addCharge(charge);
        }
        sum.addTransformation(estimate.transformation, layer);
    }
    for (const int chunk : plan.chunksOf(stage)) {
        sum.addBoundaries(chunk);
    }
    return sum.take();
}

void eachTransfer(const Plan& plan, const TrafficWay& way, const TransferSink& sink)
{
    const int ranks = plan.stageDevices();
    switch (way.between) {
    case TrafficWay::Between::Groups:
        eachTransfer(plan.cluster, way.route, way.group, way.from, ranks, sink);
        break;
    case TrafficWay::Between::Ends:
        for (int rank = 0; rank < ranks; ++rank) {
            sink(way.from + rank, way.to + rank, 1.0 / ranks);
        }
        break;
    case TrafficWay::Between::Layouts: {
        const double total = missingShares(way.before, way.after).total;
        eachRelayoutFlow(way.before, way.after, [&](const ShareFlow& flow) {
            sink(way.from + flow.from, way.from + flow.to, flow.share / total);
        });
        break;
    }
    case TrafficWay::Between::Host:
        break;
    }
}

}  // namespace pgram
