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

/// The strategies of one P.
struct TaskSet {
    int pipeline = 1;
    std::shared_ptr<const StrategySet> strategies;
};

std::vector<TaskSet> setsOf(const SearchRequest& request, const MethodRules& rules, const std::stop_token& stop)
{
    std::vector<TaskSet> sets;
    for (const DecisionTree& tree : decisionTrees(request.cluster.devices, rules.space)) {
        const bool wanted = !stop.stop_requested() && isWanted(tree.pipeline, request.pipelines) &&
                            (rules.pipeline == 0 || rules.pipeline == tree.pipeline) &&
                            tree.pipeline <= request.model.layerCount() && canHold(tree, request.pins);
        std::vector<LayerStrategy> strategies = wanted ? strategiesOf(tree, rules) : std::vector<LayerStrategy>{};
        if (!strategies.empty()) {
            sets.push_back({tree.pipeline, makeStrategySet(std::move(strategies), strategiesOf(request.pins))});
        }
    }
    return sets;
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
    if (request.samples < 1) {
        return badInput(fmt::format("{} samples", request.samples), "samples", "Give 1 or more");
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
    const std::vector<TaskSet> sets = setsOf(request, rules, stop);
    std::vector<ListedTask> tasks;
    for (const std::int64_t batch : batches) {
        const std::vector<int> counts = divisors(batch);
        for (const TaskSet& set : sets) {
            for (const int microbatches : counts) {
                if (isWanted(microbatches, request.microbatches)) {
                    tasks.push_back({{batch, set.pipeline, microbatches}, set.strategies});
                }
            }
        }
    }
    return tasks;
}

}  // namespace pgram
