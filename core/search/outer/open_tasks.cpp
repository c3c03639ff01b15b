// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/open_tasks.h"

#include "core/base/workers.h"
#include "core/search/stage/pooled_bound.h"
#include "core/search/stage/stage_memory.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

/// Returns nothing after a stop.
std::optional<WarmStart::Bounds> computeBounds(const Subproblem& listed, const SearchScope& scope, Seconds rate)
{
    const std::optional<Task> made = makeTask(scope.source, listed, TaskUse::Bounds);
    if (!made) {
        return std::nullopt;
    }
    const Task& task = *made;
    if (!isComplete(task)) {
        return WarmStart::Bounds();
    }
    WarmStart::Bounds known{true, leastNeed(task), infinity};
    if (known.need <= scope.usable) {
        // Slightly below the bound, so that rounding never excludes an equal plan.
        const double batch = static_cast<double>(listed.key.batch) * (1 + 1e-12);
        known.bound = lowerBound(task) / batch;
        if (known.bound <= rate) {
            known.bound = lowerBound(task, scope.usable, rate * batch) / batch;
        }
    }
    return known;
}

/// Returns the bounds of the task from other searches. Computes them again if those do not decide.
std::optional<WarmStart::Bounds> boundsOf(const Subproblem& listed, const SearchScope& scope, Seconds rate)
{
    if (scope.warmStart == nullptr) {
        return computeBounds(listed, scope, rate);
    }
    std::optional<WarmStart::Bounds> before = scope.warmStart->find(listed.key);
    if (before && (!before->complete || before->need > scope.usable || before->bound > rate)) {
        before->bound = before->need > scope.usable ? infinity : before->bound;
        return before;
    }
    std::optional<WarmStart::Bounds> known = computeBounds(listed, scope, rate);
    if (known) {
        known->bound = std::max(known->bound, before ? before->bound : 0);
        scope.warmStart->keep(listed.key, *known);
    }
    return known;
}

std::optional<Subproblem> openTask(Subproblem subproblem, const SearchScope& scope, Seconds rate)
{
    const std::optional<WarmStart::Bounds> known = boundsOf(subproblem, scope, rate);
    if (!known || !known->complete) {
        return std::nullopt;
    }
    subproblem.bound = known->bound;
    subproblem.need = known->need;
    return subproblem;
}

}  // namespace

std::vector<Subproblem> openTasks(std::span<const Subproblem> listed, const SearchScope& scope, Seconds rate,
                                  const std::function<void(const Subproblem&)>& tell)
{
    std::vector<std::optional<Subproblem>> opened(listed.size());
    forEachInOrder(scope.workers, listed.size(), [&](std::size_t i) {
        if (!scope.stop.stop_requested()) {
            opened[i] = openTask(listed[i], scope, rate);
            if (opened[i] && tell) {
                tell(*opened[i]);
            }
        }
    });
    return sortedByBound(std::move(opened));
}

std::vector<Subproblem> sortedByBound(std::vector<std::optional<Subproblem>> tasks)
{
    std::vector<Subproblem> sorted;
    for (std::optional<Subproblem>& open : tasks) {
        if (open) {
            sorted.push_back(std::move(*open));
        }
    }
    std::ranges::stable_sort(sorted, {}, &Subproblem::bound);
    return sorted;
}

}  // namespace pgram
