// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/volumes.h"
#include "core/schedule/step_time.h"

#include <algorithm>
#include <tuple>

namespace pgram {

namespace {

/// Sums flows by pair; ranks are those of the cluster. A list that is sorted and added up whenever it has doubled: with
/// many devices several times as fast as a tree of pairs, and the sums of a pair keep their order.
class TrafficSum {
public:
    void add(int from, int to, Volume bytes)
    {
        if (bytes <= 0) {
            return;
        }
        m_flows.push_back({from, to, bytes});
        if (m_flows.size() >= m_limit) {
            merge();
            m_limit = std::max(m_limit, 2 * m_flows.size());
        }
    }

    /// `bytes` out of each rank of every group of one shape among `ranks` ranks from `base` on.
    void addGroups(int base, int ranks, Group group, CollectiveKind kind, Volume bytes)
    {
        for (int rank = 0; rank < ranks; ++rank) {
            const int index = rank / group.stride % group.size;
            const int first = rank - index * group.stride;
            if (kind != CollectiveKind::AllToAll) {
                add(base + rank, base + first + (index + 1) % group.size * group.stride, bytes);
                continue;
            }
            for (int other = 0; other < group.size; ++other) {
                if (other != index) {
                    add(base + rank, base + first + other * group.stride, bytes / (group.size - 1));
                }
            }
        }
    }

    [[nodiscard]] std::vector<TrafficFlow> take()
    {
        merge();
        return std::move(m_flows);
    }

private:
    void merge()
    {
        const auto pairOf = [](const TrafficFlow& flow) { return std::tie(flow.from, flow.to); };
        std::ranges::stable_sort(m_flows, {}, pairOf);
        std::size_t kept = 0;
        for (const TrafficFlow& flow : m_flows) {
            if (kept > 0 && pairOf(m_flows[kept - 1]) == pairOf(flow)) {
                m_flows[kept - 1].bytes += flow.bytes;
            } else {
                m_flows[kept++] = flow;
            }
        }
        m_flows.resize(kept);
    }

    std::vector<TrafficFlow> m_flows;
    std::size_t m_limit = std::size_t{1} << 20;
};

void addCharges(TrafficSum& sum, const Plan& plan, const LayerCost& cost, int base)
{
    const int ranks = plan.stageDevices();
    for (const Charge& charge : cost.charges) {
        if (charge.kind == TrafficKind::HostTransfer) {
            continue;  // Between no two devices.
        }
        const Volume bytes = charge.times * charge.bytesPerRank;
        if (charge.kind != TrafficKind::TiedEmbedding) {
            sum.addGroups(base, ranks, charge.group, charge.collective, bytes);
            continue;
        }
        for (int rank = 0; rank < ranks; ++rank) {
            sum.add(base + rank, rank, bytes);
            sum.add(rank, base + rank, bytes);
        }
    }
}

/// The totals of a re-layout, shared out as its parts move; backward mirrors it.
void addTransformation(TrafficSum& sum, const Plan& plan, const TransformationCost& cost, int layer, int base)
{
    const LayerStrategy& before = plan.strategies[static_cast<std::size_t>(layer - 1)];
    const LayerStrategy& after = plan.strategies[static_cast<std::size_t>(layer)];
    const auto addOneWay = [&](const LayerStrategy& from, const LayerStrategy& to, Volume bytes) {
        if (bytes <= 0) {
            return;
        }
        const Volume whole = bytes / missingShares(from, to).total * plan.schedule.microbatches;
        for (const ShareFlow& flow : relayoutFlows(from, to)) {
            sum.add(base + flow.from, base + flow.to, flow.share * whole);
        }
    };
    addOneWay(before, after, cost.forwardBytes);
    addOneWay(after, before, cost.backwardBytes);
}

/// `bytes` of one transfer, of all micro-batches, into `stage` and the gradients out of it. Chunks that go around from
/// the last stage to the first are charged as the boundary that the receiver has (receivesInFront).
void addBoundary(TrafficSum& sum, const Plan& plan, int stage, Volume bytes)
{
    const int ranks = plan.stageDevices();
    const int base = stage * ranks;
    const int last = (plan.pipeline() - 1) * ranks;
    const bool goesAround = plan.schedule.kind == ScheduleKind::Interleaved;
    const int chunks = plan.schedule.virtualStages;
    const double around = goesAround ? chunks - 1 : 0;
    for (int rank = 0; rank < ranks; ++rank) {
        sum.add(base - ranks + rank, base + rank, chunks * bytes);
        sum.add(base + rank, base - ranks + rank, chunks * bytes);
        if (stage == 1) {
            sum.add(last + rank, rank, around * bytes);
        }
        if (base == last) {
            sum.add(rank, last + rank, around * bytes);
        }
    }
}

/// What the tensor groups of `stage` gather of the shares that they receive over one of its boundaries.
void addGathers(TrafficSum& sum, const Plan& plan, int stage, const BoundaryCost& boundary, int receives)
{
    if (boundary.gatherGroup.size > 1) {
        const int ranks = plan.stageDevices();
        sum.addGroups(stage * ranks, ranks, boundary.gatherGroup, CollectiveKind::AllGather,
                      boundary.gatheredBytesPerRank * receives * plan.schedule.microbatches);
    }
}

}  // namespace

std::vector<TrafficFlow> trafficMatrix(const Plan& plan, const Estimate& estimate)
{
    TrafficSum sum;
    const CostContext context = contextOf(plan);
    const int ranks = plan.stageDevices();
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        const int base = stage * ranks;
        const Stage& range = plan.stages[static_cast<std::size_t>(stage)];
        for (int layer = range.firstLayer; layer < range.firstLayer + range.layerCount; ++layer) {
            const LayerEstimate& figures = estimate.layers[static_cast<std::size_t>(layer)];
            addCharges(sum, plan, figures.cost, base);
            if (figures.transformation.group.size > 1) {
                addTransformation(sum, plan, figures.transformation, layer, base);
            }
        }
        if (stage > 0) {
            const BoundaryCost boundary = stageBoundary(context, plan, stage);
            addBoundary(sum, plan, stage, boundary.bytesPerRank * context.microbatches);
            addGathers(sum, plan, stage, boundary, receivesInFront(plan.schedule, plan.pipeline(), stage));
        }
        if (stage + 1 < plan.pipeline()) {
            addGathers(sum, plan, stage, stageBoundary(context, plan, stage + 1),
                       receivesBehind(plan.schedule, plan.pipeline(), stage));
        }
    }
    return sum.take();
}

}  // namespace pgram
