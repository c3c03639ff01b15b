// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task_list.h"

#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace pgram {

namespace {

/// More layers than this are no model of today, and would only exhaust the machine.
constexpr int mostLayers = 10'000;
constexpr int mostDevices = 1 << 20;

bool isWanted(int value, const std::vector<int>& wanted)
{
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

std::vector<int> divisors(std::int64_t number)
{
    std::vector<int> small;
    std::vector<int> large;
    for (std::int64_t d = 1; d * d <= number; ++d) {
        if (number % d == 0) {
            small.push_back(static_cast<int>(d));
            if (d * d != number && number / d <= std::numeric_limits<int>::max()) {
                large.push_back(static_cast<int>(number / d));
            }
        }
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

std::vector<LayerStrategy> strategiesOf(const DecisionTree& tree, const MethodRules& rules)
{
    std::vector<LayerStrategy> strategies = keptStrategies(tree);
    if (rules.tensor > 0) {
        strategies.erase(std::remove_if(strategies.begin(), strategies.end(),
                                        [&rules](const LayerStrategy& s) { return s.tensor != rules.tensor; }),
                         strategies.end());
    }
    return strategies;
}

std::vector<LayerStrategy> strategiesOf(const std::vector<Pin>& pins)
{
    std::vector<LayerStrategy> strategies;
    for (const Pin& pin : pins) {
        strategies.push_back(pin.strategy);
    }
    return strategies;
}

/// Whether every pinned strategy is of the tree's group size.
bool canHold(const DecisionTree& tree, const std::vector<Pin>& pins)
{
    return std::all_of(pins.begin(), pins.end(),
                       [&tree](const Pin& pin) { return pin.strategy.groupSize() == tree.groupSize; });
}

}  // namespace

Result<void> checkRequest(const SearchRequest& request)
{
    const int layers = request.model.layerCount();
    if (layers < 1 || layers > mostLayers) {
        return badInput(fmt::format("the model has {} layers", layers), "model",
                        fmt::format("Give it 1 to {}", mostLayers));
    }
    if (request.cluster.devices < 1 || request.cluster.devices > mostDevices) {
        return badInput(fmt::format("the cluster has {} devices", request.cluster.devices), "cluster",
                        fmt::format("Give it 1 to {}", mostDevices));
    }
    if (request.memoryBudget < 0) {
        return badInput("the memory budget is negative", "memory", "Give bytes a device, or 0 for the device's own");
    }
    if (request.schedule.kind != ScheduleKind::GPipe && request.schedule.kind != ScheduleKind::OneFOneB) {
        return badInput("the planner searches GPipe and 1F1B only", "schedule", "Choose gpipe or 1f1b");
    }
    std::vector<std::int64_t> batches = request.batches;
    batches.push_back(request.training.globalBatch);
    for (const std::int64_t batch : batches) {
        if (batch < 1 || batch > (1 << 24)) {
            return badInput(fmt::format("a batch of {} samples", batch), "batch", "Give 1 to 16777216");
        }
    }
    return {};
}

std::vector<ListedTask> listTasks(const SearchRequest& request, const MethodRules& rules, const std::stop_token& stop)
{
    std::vector<std::int64_t> batches = request.batches;
    if (batches.empty()) {
        batches.push_back(request.training.globalBatch);
    }
    std::vector<ListedTask> tasks;
    for (const DecisionTree& tree : decisionTrees(request.cluster.devices, rules.space)) {
        const bool wanted = !stop.stop_requested() && isWanted(tree.pipeline, request.pipelines) &&
                            (rules.pipeline == 0 || rules.pipeline == tree.pipeline) &&
                            tree.pipeline <= request.model.layerCount();
        std::vector<LayerStrategy> strategies = wanted ? strategiesOf(tree, rules) : std::vector<LayerStrategy>{};
        if (strategies.empty() || !canHold(tree, request.pins)) {
            continue;
        }
        const std::shared_ptr<const StrategySet> set =
            makeStrategySet(std::move(strategies), strategiesOf(request.pins));
        for (const std::int64_t batch : batches) {
            for (const int microbatches : divisors(batch)) {
                if (isWanted(microbatches, request.microbatches)) {
                    tasks.push_back({{batch, tree.pipeline, microbatches}, set});
                }
            }
        }
    }
    return tasks;
}

}  // namespace pgram
