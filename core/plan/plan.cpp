// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/plan.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

Result<void> checkStages(const Plan& plan)
{
    int next = 0;
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const Stage& stage = plan.stages[i];
        const std::string where = fmt::format("/stages/{}", i);
        if (stage.layerCount < 1) {
            return badInput("A stage needs at least one layer", where);
        }
        if (stage.firstLayer != next) {
            return badInput(fmt::format("The stage starts at layer {} instead of {}", stage.firstLayer, next), where,
                            "Stages must cover the layers in order");
        }
        if (stage.layerCount > plan.model.layerCount() - next) {
            return badInput(fmt::format("The stage goes beyond the model's {} layers", plan.model.layerCount()), where);
        }
        next += stage.layerCount;
    }
    if (next != plan.model.layerCount()) {
        return badInput(fmt::format("The stages cover {} of {} layers", next, plan.model.layerCount()), "/stages");
    }
    return {};
}

Result<void> checkStrategies(const Plan& plan)
{
    if (static_cast<int>(plan.strategies.size()) != plan.model.layerCount()) {
        return badInput(
            fmt::format("There are {} strategies for {} layers", plan.strategies.size(), plan.model.layerCount()),
            "/strategies");
    }
    for (std::size_t i = 0; i < plan.strategies.size(); ++i) {
        const LayerStrategy& s = plan.strategies[i];
        if (std::min({s.tensor, s.data, s.context, s.expert}) < 1 || s.shard < 0) {
            return badInput(fmt::format("Layer {} has a degree below 1", i), "/strategies");
        }
        if (s.zero < 0 || s.zero > 3) {
            return badInput(fmt::format("Layer {} has ZeRO stage {}, which is none of 0 to 3", i, s.zero),
                            "/strategies");
        }
    }
    return {};
}

Result<void> checkCluster(const Plan& plan)
{
    const Cluster& cluster = plan.cluster;
    if (cluster.devices < 1) {
        return badInput("The cluster has no devices", "/cluster/devices");
    }
    if (cluster.links.empty() || cluster.links.back().span < cluster.devices) {
        return badInput("No link joins all devices of the cluster", "/cluster/links");
    }
    if (cluster.devices % plan.pipeline() != 0) {
        return badInput(fmt::format("{} stages do not divide {} devices", plan.pipeline(), cluster.devices), "/stages");
    }
    return {};
}

}  // namespace

int Plan::stageOf(int layer) const
{
    const auto after = std::ranges::upper_bound(stages, layer, {}, &Stage::firstLayer);
    return static_cast<int>(after - stages.begin()) - 1;
}

Result<void> checkStructure(const Plan& plan)
{
    if (plan.model.layerCount() < 1) {
        return badInput("The model has no layers", "/model");
    }
    if (plan.stages.empty()) {
        return badInput("The plan has no stages", "/stages");
    }
    if (plan.training.globalBatch < 1) {
        return badInput("The global batch is below 1", "/training/global_batch");
    }
    if (const std::string_view problem = scheduleProblem(plan.schedule, plan.pipeline()); !problem.empty()) {
        return badInput(std::string(problem), "/schedule");
    }
    return checkStages(plan).and_then([&plan] { return checkStrategies(plan); }).and_then([&plan] {
        return checkCluster(plan);
    });
}

std::vector<Stage> stagesFromSizes(const std::vector<int>& sizes)
{
    std::vector<Stage> stages;
    stages.reserve(sizes.size());
    int first = 0;
    for (const int size : sizes) {
        stages.push_back({first, size});
        first += size;
    }
    return stages;
}

}  // namespace pgram
