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

WarmStart::Bounds computeBounds(const ListedTask& listed, const TaskSource& source, Bytes usable, Seconds rate)
{
    const Task task = makeTask(source, listed.key, listed.strategies, listed.family, TaskUse::Bounds);
    if (!isComplete(task)) {
        return {};
    }
    WarmStart::Bounds known{true, leastNeed(task), infinity, infinity};
    if (known.need <= usable) {
        // Slightly below the bound, so that rounding never excludes an equal plan.
        const double batch = static_cast<double>(listed.key.batch) * (1 + 1e-12);
        known.bound = lowerBound(task) / batch;
        known.guess = std::max(known.bound, stepGuess(task) / batch);
        if (known.bound <= rate) {
            known.bound = lowerBound(task, usable, rate * batch) / batch;
            known.guess = std::max(known.bound, known.guess);
        }
        if (known.guess <= rate) {
            known.guess = std::max(known.guess, stepGuess(task, usable, rate * batch) / batch);
        }
    }
    return known;
}

/// Returns the bounds of the task from other searches. Computes them again if those do not decide.
WarmStart::Bounds boundsOf(const ListedTask& listed, const TaskSource& source, Bytes usable, Seconds rate,
                           WarmStart* warmStart)
{
    if (warmStart == nullptr) {
        return computeBounds(listed, source, usable, rate);
    }
    std::optional<WarmStart::Bounds> before = warmStart->find(listed.key);
    if (before && (!before->complete || before->need > usable || before->bound > rate)) {
        before->bound = before->need > usable ? infinity : before->bound;
        before->guess = std::max(before->guess, before->bound);
        return *before;
    }
    WarmStart::Bounds known = computeBounds(listed, source, usable, rate);
    known.bound = std::max(known.bound, before ? before->bound : 0);
    known.guess = std::max(known.guess, known.bound);
    warmStart->keep(listed.key, known);
    return known;
}

std::optional<OpenTask> openTask(const ListedTask& listed, const TaskSource& source, Bytes usable, Seconds rate,
                                 WarmStart* warmStart)
{
    const WarmStart::Bounds known = boundsOf(listed, source, usable, rate, warmStart);
    return known.complete ? std::optional(OpenTask{listed, known.bound, known.guess, known.need}) : std::nullopt;
}

}  // namespace

std::vector<OpenTask> openTasks(std::span<const ListedTask> listed, const TaskSource& source, Bytes usable,
                                Seconds rate, int workers, const std::stop_token& stop, WarmStart* warmStart,
                                const std::function<void(const OpenTask&)>& tell)
{
    std::vector<std::optional<OpenTask>> opened(listed.size());
    forEachInOrder(workers, listed.size(), [&](std::size_t i) {
        if (!stop.stop_requested()) {
            opened[i] = openTask(listed[i], source, usable, rate, warmStart);
            if (opened[i] && tell) {
                tell(*opened[i]);
            }
        }
    });
    return sortedByGuess(std::move(opened));
}

std::vector<OpenTask> sortedByGuess(std::vector<std::optional<OpenTask>> tasks)
{
    std::vector<OpenTask> sorted;
    for (std::optional<OpenTask>& open : tasks) {
        if (open) {
            sorted.push_back(std::move(*open));
        }
    }
    std::ranges::stable_sort(sorted, {}, &OpenTask::guess);
    return sorted;
}

}  // namespace pgram
