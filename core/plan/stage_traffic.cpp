// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/stage_traffic.h"

#include "core/plan/volumes.h"
#include "core/schedule/objective.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

class StageTrafficSum {
public:
    StageTrafficSum(const CostContext& context, const Plan& plan, int stage)
        : m_context(context), m_plan(plan), m_stage(stage), m_ranks(plan.stageDevices()), m_base(stage * m_ranks)
    {}

    StageTraffic take() { return std::move(m_traffic); }

    void addCharge(const Charge& charge)
    {
        TrafficWay way{charge.kind, charge.group, charge.link};
        const Volume bytes = charge.times * charge.bytesPerRank * m_ranks;
        way.route = charge.route;
        way.from = m_base;
        if (charge.kind == TrafficKind::TiedEmbedding) {
            addBetween(way, m_base, 0, {bytes, charge.hidden, charge.exposed});
            addBetween(way, 0, m_base, {bytes, 0, 0});
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
        way.before = m_plan.strategies[static_cast<std::size_t>(layer - 1)];
        way.after = m_plan.strategies[static_cast<std::size_t>(layer)];
        add(way, {m * cost.forwardBytes, 0, m * cost.forward});
        std::swap(way.before, way.after);
        add(way, {m * cost.backwardBytes, 0, m * cost.backward});
    }

    /// What comes over the stage's boundaries is charged to it: activations in front, gradients behind.
    void addBoundaries()
    {
        const int last = m_plan.pipeline() - 1;
        if (m_stage > 0) {
            addBoundary(stageBoundary(m_context, m_plan, m_stage), m_stage - 1, 0,
                        receivesInFront(m_plan.schedule, m_plan.pipeline(), m_stage));
        }
        if (m_stage < last) {
            addBoundary(stageBoundary(m_context, m_plan, m_stage + 1), m_stage + 1, last,
                        receivesBehind(m_plan.schedule, m_plan.pipeline(), m_stage));
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

    /// `receives` a micro-batch: one a chunk from the neighbour; those beyond come around from the other end of the
    /// pipeline.
    void addBoundary(const BoundaryCost& boundary, int neighbour, int farEnd, int receives)
    {
        const double m = m_context.microbatches;
        const int near = std::min(receives, m_plan.schedule.virtualStages);
        const Seconds seconds = m * receives * boundary.seconds;
        const bool hides = hidesReceives(m_plan.training, m_plan.schedule, m_plan.pipeline());
        const TrafficWay way{TrafficKind::Pipeline, boundary.group, boundary.link};
        const Volume once = m * m_ranks * boundary.bytesPerRank;
        addBetween(way, neighbour * m_ranks, m_base, {near * once, hides ? seconds : 0, hides ? 0 : seconds});
        if (receives > near) {
            addBetween(way, farEnd * m_ranks, m_base, {(receives - near) * once, 0, 0});
        }
        if (boundary.gatherGroup.size > 1) {
            TrafficWay gather{TrafficKind::Pipeline, boundary.gatherGroup, boundary.gatherLink};
            gather.from = m_base;
            add(gather, {m * receives * m_ranks * boundary.gatheredBytesPerRank, 0, 0});
        }
    }

    const CostContext& m_context;
    const Plan& m_plan;
    int m_stage;
    int m_ranks;
    int m_base;
    StageTraffic m_traffic;
};

}  // namespace

StageTraffic stageTraffic(const CostContext& context, const Plan& plan, const std::vector<LayerEstimate>& layers,
                          int stage)
{
    StageTrafficSum sum(context, plan, stage);
    const Stage& range = plan.stages[static_cast<std::size_t>(stage)];
    for (int layer = range.firstLayer; layer < range.firstLayer + range.layerCount; ++layer) {
        const LayerEstimate& estimate = layers[static_cast<std::size_t>(layer)];
        for (const Charge& charge : estimate.cost.charges) {
            sum.addCharge(charge);
        }
        sum.addTransformation(estimate.transformation, layer);
    }
    sum.addBoundaries();
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
        for (const ShareFlow& flow : relayoutFlows(way.before, way.after)) {
            sink(way.from + flow.from, way.from + flow.to, flow.share / total);
        }
        break;
    }
    case TrafficWay::Between::Host:
        break;
    }
}

}  // namespace pgram
