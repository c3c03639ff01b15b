// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/volumes.h"

#include "core/schedule/step_time.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace pgram {

namespace {

using RowKey = std::tuple<TrafficKind, int, int, int>;  // kind, group size, stride, link

struct StageTotal {
    Volume bytes = 0;
    Seconds hidden = 0;
    Seconds exposed = 0;
};

using StageTotals = std::map<RowKey, StageTotal>;

void add(StageTotals& totals, TrafficKind kind, Group group, int link, const StageTotal& part)
{
    StageTotal& total = totals[{kind, group.size, group.stride, link}];
    total.bytes += part.bytes;
    total.hidden += part.hidden;
    total.exposed += part.exposed;
}

StageTotals totalsOfStage(const CostContext& context, const Plan& plan, const std::vector<LayerEstimate>& layers,
                          int stage)
{
    StageTotals totals;
    const Stage& range = plan.stages[static_cast<std::size_t>(stage)];
    const double microbatches = context.microbatches;
    for (int layer = range.firstLayer; layer < range.firstLayer + range.layerCount; ++layer) {
        const LayerEstimate& estimate = layers[static_cast<std::size_t>(layer)];
        for (const Charge& charge : estimate.cost.charges) {
            const Volume bytes = charge.times * charge.bytesPerRank * sendingRanks(charge, plan.stageDevices());
            add(totals, charge.kind, charge.group, charge.link, {bytes, charge.hidden, charge.exposed});
        }
        const TransformationCost& move = estimate.transformation;
        if (move.group.size > 1) {
            add(totals, TrafficKind::Transformation, move.group, move.link,
                {microbatches * (move.forwardBytes + move.backwardBytes), 0, microbatches * move.time()});
        }
    }
    // A boundary's activations and gradients are charged to the stage that receives them.
    const bool hides = hidesReceives(plan.training, plan.schedule, plan.pipeline());
    const auto receive = [&](const BoundaryCost& boundary, int transfers) {
        const double times = microbatches * transfers;
        const double ranks = times * plan.stageDevices();
        const Seconds seconds = times * boundary.seconds;
        add(totals, TrafficKind::Pipeline, boundary.group, boundary.link,
            {ranks * boundary.bytesPerRank, hides ? seconds : 0, hides ? 0 : seconds});
        if (boundary.gatherGroup.size > 1) {
            add(totals, TrafficKind::Pipeline, boundary.gatherGroup, boundary.gatherLink,
                {ranks * boundary.gatheredBytesPerRank, 0, 0});
        }
    };
    if (stage > 0) {
        receive(stageBoundary(context, plan, stage), receivesInFront(plan.schedule, plan.pipeline(), stage));
    }
    if (stage + 1 < plan.pipeline()) {
        receive(stageBoundary(context, plan, stage + 1), receivesBehind(plan.schedule, plan.pipeline(), stage));
    }
    return totals;
}

}  // namespace

CostContext contextOf(const Plan& plan)
{
    return {&plan.cluster, plan.training, plan.sequence(), plan.pipeline(), plan.schedule.microbatches};
}

int sendingRanks(const Charge& charge, int stageDevices)
{
    return charge.kind == TrafficKind::TiedEmbedding ? 2 * stageDevices : stageDevices;
}

BoundaryCost stageBoundary(const CostContext& context, const Plan& plan, int stage)
{
    if (stage == 0) {
        return {};
    }
    const int next = plan.stages[static_cast<std::size_t>(stage)].firstLayer;
    return boundaryCost(context, stage, plan.model.layer(next - 1), plan.model.layer(next),
                        plan.strategies[static_cast<std::size_t>(next - 1)],
                        plan.strategies[static_cast<std::size_t>(next)]);
}

bool hidesReceives(const Training& training, const Schedule& schedule, int stages)
{
    return schedule.virtualStages > 1 && stages > 1 && training.framework.overlapActivations;
}

std::vector<VolumeRow> collectVolumes(const CostContext& context, const Plan& plan,
                                      const std::vector<LayerEstimate>& layers)
{
    std::map<RowKey, VolumeRow> rows;
    for (int stage = 0; stage < plan.pipeline(); ++stage) {
        for (const auto& [key, total] : totalsOfStage(context, plan, layers, stage)) {
            VolumeRow& row = rows[key];
            row.kind = std::get<0>(key);
            row.group = {std::get<1>(key), std::get<2>(key)};
            row.link = std::get<3>(key);
            row.bytes += total.bytes;
            row.hidden = std::max(row.hidden, total.hidden);
            row.exposed = std::max(row.exposed, total.exposed);
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
        for (const auto& [key, total] : totalsOfStage(context, plan, layers, stage)) {
            exposed += total.exposed;
        }
        worst = std::max(worst, exposed);
    }
    return worst;
}

}  // namespace pgram
