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
std::shared_ptr<const StrategySet> keepingAll(const StrategySet& all, const Framework& framework)
{
    std::set<LayerStrategy> few;
    std::ranges::transform(all.strategies, std::inserter(few, few.end()), agreed);
    return makeStrategySet({few.begin(), few.end()}, framework);
}

std::optional<Subproblem> coarseTaskOf(Subproblem subproblem, std::shared_ptr<const StrategySet> few,
                                       const TaskSource& source)
{
    const std::optional<Task> task = makeTask(source, {subproblem.key, std::move(few)}, TaskUse::BoundsOfAnyMemory);
    if (!task || !isComplete(*task)) {
        return std::nullopt;
    }
    subproblem.bound = lowerBound(*task) / (static_cast<double>(task->key.batch) * (1 + 1e-12));
    return subproblem;
}

}  // namespace

std::vector<Subproblem> coarseTasks(std::span<const Subproblem> listed, const SearchScope& scope)
{
    std::map<const StrategySet*, std::shared_ptr<const StrategySet>> sets;
    for (const Subproblem& task : listed) {
        if (std::shared_ptr<const StrategySet>& few = sets[task.strategies.get()]; few == nullptr) {
            few = keepingAll(*task.strategies, scope.source.training.framework);
        }
    }
    std::vector<std::optional<Subproblem>> coarse(listed.size());
    forEachInOrder(scope.workers, listed.size(), [&](std::size_t i) {
        if (!scope.stop.stop_requested()) {
            coarse[i] = coarseTaskOf(listed[i], sets.at(listed[i].strategies.get()), scope.source);
        }
    });
    return sortedByBound(std::move(coarse));
}

}  // namespace pgram
