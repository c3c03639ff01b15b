// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/volumes.h"

#include "core/base/index.h"
#include "core/cost/slice_cost.h"
#include "core/plan/stage_traffic.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace pgram {

namespace {

using RowKey = std::tuple<TrafficKind, Group, int>;  // the last is the link
using Rows = std::map<RowKey, VolumeRow>;

VolumeRow& rowOf(Rows& rows, const TrafficWay& way, int link)
{
    VolumeRow& row = rows[{way.kind, way.group, link}];
    row.kind = way.kind;
    row.group = way.group;
    row.link = link;
    return row;
}

/// Shares of the bytes by the class of links between the two devices of each pair.
std::map<int, double> linkShares(const Plan& plan, const TrafficWay& way)
{
    if (way.between == TrafficWay::Between::Host) {
        return {{plan.cluster.hostLink(), 1.0}};
    }
    std::map<int, double> shares;
    eachTransfer(plan, way,
                 [&](int from, int to, double share) { shares[linkBetween(plan.cluster, from, to)] += share; });
    return shares;
}

Rows rowsOfStage(const Plan& plan, const StageTraffic& traffic)
{
    Rows rows;
    for (const auto& [way, total] : traffic) {
        if (total.bytes > 0) {
            for (const auto& [link, share] : linkShares(plan, way)) {
                rowOf(rows, way, link).bytes += share * total.bytes;
            }
        }
        if (total.hidden > 0 || total.exposed > 0) {
            VolumeRow& row = rowOf(rows, way, way.link);
            row.hidden += total.hidden;
            row.exposed += total.exposed;
        }
    }
    return rows;
}

}  // namespace

std::vector<std::int64_t> sliceTokens(const Plan& plan)
{
    return plan.sliceTokens.empty() ? sliceLengths(plan.model, plan.sequence(), plan.schedule.slices)
                                    : plan.sliceTokens;
}

CostContext contextOf(const Plan& plan)
{
    auto stages =
        plan.cluster.isMixed() ? std::make_shared<const StageClusters>(plan.cluster, plan.pipeline()) : nullptr;
    return {&plan.cluster,
            plan.training,
            plan.sequence(),
            plan.pipeline(),
            plan.schedule.microbatches,
            endsMeet(plan.schedule, plan.pipeline()),
            freesLastFirst(plan.schedule),
            0,
            sliceTokens(plan),
            std::move(stages)};
}

Bytes stageBudget(const CostContext& context, const Plan& plan, int stage)
{
    return context.stages ? context.stages->budgetOf(context.stages->classOf(plan.blockOf(stage)), plan.budget())
                          : plan.budget();
}

BoundaryCost chunkBoundary(const CostContext& context, const Plan& plan, int chunk)
{
    if (!plan.receives(chunk)) {
        return {};
    }
    const int next = plan.chunk(chunk).firstLayer;
    const StagePair blocks{plan.blockOf(plan.stageOfChunk(chunk - 1)), plan.blockOf(plan.stageOfChunk(chunk))};
    return boundaryCost(context, blocks, plan.model.layer(next - 1), plan.model.layer(next),
                        plan.strategies[at(next - 1)], plan.strategies[at(next)]);
}

Bytes carriedIntoChunk(const CostContext& context, const Plan& plan, int chunk)
{
    return plan.receives(chunk) ? carriedBytes(context, plan.model.layer(plan.chunk(chunk).firstLayer)) : 0;
}

Bytes carriedInto(const CostContext& context, const Plan& plan, int stage)
{
    Bytes carried = 0;
    for (const int chunk : plan.chunksOf(stage)) {
        carried = added(carried, carriedIntoChunk(context, plan, chunk));
    }
    return carried;
}

bool hidesReceives(const Training& training, const Schedule& schedule, int stages)
{
    return schedule.virtualStages > 1 && stages > 1 && training.framework.overlapActivations;
}

std::vector<VolumeRow> collectVolumes(const CostContext& context, const Plan& plan,
                                      const std::vector<LayerEstimate>& layers)
{
    Rows rows;
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        for (const auto& [key, part] : rowsOfStage(plan, stageTraffic(context, plan, layers, stage))) {
            VolumeRow& row = rows.try_emplace(key, VolumeRow{part.kind, part.group, part.link}).first->second;
            row.bytes += part.bytes;
            row.hidden = std::max(row.hidden, part.hidden);
            row.exposed = std::max(row.exposed, part.exposed);
        }
    }
    std::vector<VolumeRow> list;
    list.reserve(rows.size());
    for (const auto& [key, row] : rows) {
        list.push_back(row);
    }
    return list;
}

Seconds worstExposed(const CostContext& context, const Plan& plan, const std::vector<LayerEstimate>& layers)
{
    Seconds worst = 0;
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        Seconds exposed = 0;
        for (const auto& [way, total] : stageTraffic(context, plan, layers, stage)) {
            exposed += total.exposed;
        }
        worst = std::max(worst, exposed);
    }
    return worst;
}

}  // namespace pgram
