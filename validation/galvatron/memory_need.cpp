// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/memory_need.h"

#include <algorithm>

namespace pgram::galvatron {

namespace {

/// MiB of the stage's layers, each under the strategy that is lightest there; nothing when one has none.
std::optional<std::int64_t> lightestLayers(const Rules& rules, const TaskKey& task, int stage, int first, int count)
{
    const std::vector<int> types = rules.setting().typeOfLayers();
    const std::vector<Strategy> strategies = rules.layerStrategies(task);
    std::int64_t sum = 0;
    std::optional<std::int64_t> least;
    for (int layer = first; layer < first + count; ++layer) {
        const auto at = static_cast<std::size_t>(layer);
        if (layer == first || types[at] != types[at - 1]) {
            least.reset();
            for (const Strategy& strategy : strategies) {
                if (const auto cost = rules.layer(types[at], strategy, task)) {
                    const std::int64_t memory = Rules::layerMemory(*cost, rules.inFlight(task, stage));
                    least = std::min(least.value_or(memory), memory);
                }
            }
        }
        if (!least) {
            return std::nullopt;
        }
        sum += *least;
    }
    return sum;
}

}  // namespace

std::optional<MemoryNeed> leastNeed(const Rules& rules, const TaskKey& task)
{
    if (!rules.isPossible(task)) {
        return std::nullopt;
    }
    std::vector<std::int64_t> layers;
    int first = 0;
    for (const int count : evenStages(rules.setting().layerCount(), task.pipeline)) {
        const auto sum = lightestLayers(rules, task, static_cast<int>(layers.size()), first, count);
        if (!sum) {
            return std::nullopt;
        }
        layers.push_back(*sum + rules.buffer(task));
        first += count;
    }
    std::optional<MemoryNeed> least;
    for (const Strategy& strategy : rules.endStrategies(task)) {
        const auto ends = rules.ends(strategy, task);
        if (!ends) {
            continue;
        }
        MemoryNeed need;
        for (std::size_t stage = 0; stage < layers.size(); ++stage) {
            const std::int64_t memory = layers[stage] + ends->memory[stage];
            if (memory > need.mebibytes) {
                need = {static_cast<int>(stage), memory};
            }
        }
        if (!least || need.mebibytes < least->mebibytes) {
            least = need;
        }
    }
    return least;
}

std::int64_t smallestBudget(std::int64_t need)
{
    if (budgetReserve(need) == 0) {
        return need;
    }
    // The reserve takes a fifth, rounded down: the least is within a MiB or two of five quarters.
    std::int64_t budget = need / 4 * 5;
    while (budget - budgetReserve(budget) < need) {
        ++budget;
    }
    return budget;
}

}  // namespace pgram::galvatron
