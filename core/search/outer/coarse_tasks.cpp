// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/coarse_tasks.h"

#include "core/base/workers.h"
#include "core/search/stage/pooled_bound.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace pgram {

namespace {

/// Returns the set with each strategy replaced by its variant that keeps everything for backward.
std::shared_ptr<const StrategySet> keepingAll(const StrategySet& all)
{
    std::set<LayerStrategy> few;
    std::ranges::transform(all.strategies, std::inserter(few, few.end()), agreed);
    return makeStrategySet({few.begin(), few.end()});
}

std::optional<OpenTask> coarseTaskOf(const ListedTask& listed, std::shared_ptr<const StrategySet> few,
                                     const TaskSource& source)
{
    const Task task = makeTask(source, listed.key, std::move(few), nullptr, TaskUse::BoundsOfAnyMemory);
    if (!isComplete(task)) {
        return std::nullopt;
    }
    const Seconds bound = lowerBound(task) / (static_cast<double>(listed.key.batch) * (1 + 1e-12));
    return OpenTask{listed, bound, bound, 0};
}

}  // namespace

std::vector<OpenTask> coarseTasks(std::span<const ListedTask> listed, const TaskSource& source, int workers,
                                  const std::stop_token& stop)
{
    std::map<const StrategySet*, std::shared_ptr<const StrategySet>> sets;
    for (const ListedTask& task : listed) {
        if (std::shared_ptr<const StrategySet>& few = sets[task.strategies.get()]; few == nullptr) {
            few = keepingAll(*task.strategies);
        }
    }
    std::vector<std::optional<OpenTask>> coarse(listed.size());
    forEachInOrder(workers, listed.size(), [&](std::size_t i) {
        if (!stop.stop_requested()) {
            coarse[i] = coarseTaskOf(listed[i], sets.at(listed[i].strategies.get()), source);
        }
    });
    return sortedByGuess(std::move(coarse));
}

}  // namespace pgram
