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

Recall::Known workOut(const ListedTask& listed, const TaskSource& source, Bytes usable, Seconds rate)
{
    const Task task = makeTask(source, listed.key, listed.strategies, listed.family, TaskUse::Bounds);
    if (!isComplete(task)) {
        return {};
    }
    Recall::Known known{true, leastNeed(task), infinity, infinity};
    if (known.need <= usable) {
        // Slightly below the bound, so that rounding never excludes an equal plan.
        const double batch = static_cast<double>(listed.key.batch) * (1 + 1e-12);
        known.bound = lowerBound(task) / batch;
        known.likely = std::max(known.bound, likelyBound(task) / batch);
        if (known.bound <= rate) {
            known.bound = lowerBound(task, usable, rate * batch) / batch;
            known.likely = std::max(known.bound, known.likely);
        }
        if (known.likely <= rate) {
            known.likely = std::max(known.likely, likelyBound(task, usable, rate * batch) / batch);
        }
    }
    return known;
}

/// Returns the bounds of the task from other searches. Computes them again if those do not decide.
Recall::Known knownOf(const ListedTask& listed, const TaskSource& source, Bytes usable, Seconds rate, Recall* recall)
{
    if (recall == nullptr) {
        return workOut(listed, source, usable, rate);
    }
    std::optional<Recall::Known> before = recall->find(listed.key);
    if (before && (!before->complete || before->need > usable || before->bound > rate)) {
        before->bound = before->need > usable ? infinity : before->bound;
        before->likely = std::max(before->likely, before->bound);
        return *before;
    }
    Recall::Known known = workOut(listed, source, usable, rate);
    known.bound = std::max(known.bound, before ? before->bound : 0);
    known.likely = std::max(known.likely, known.bound);
    recall->keep(listed.key, known);
    return known;
}

std::optional<OpenTask> openTask(const ListedTask& listed, const TaskSource& source, Bytes usable, Seconds rate,
                                 Recall* recall)
{
    const Recall::Known known = knownOf(listed, source, usable, rate, recall);
    return known.complete ? std::optional(OpenTask{listed, known.bound, known.likely, known.need}) : std::nullopt;
}

}  // namespace

std::vector<OpenTask> openTasks(std::span<const ListedTask> listed, const TaskSource& source, Bytes usable,
                                Seconds rate, int workers, const std::stop_token& stop, Recall* recall,
                                const std::function<void(const OpenTask&)>& tell)
{
    std::vector<std::optional<OpenTask>> opened(listed.size());
    forEachInOrder(workers, listed.size(), [&](std::size_t i) {
        if (!stop.stop_requested()) {
            opened[i] = openTask(listed[i], source, usable, rate, recall);
            if (opened[i] && tell) {
                tell(*opened[i]);
            }
        }
    });
    return leastFirst(std::move(opened));
}

std::vector<OpenTask> leastFirst(std::vector<std::optional<OpenTask>> tasks)
{
    std::vector<OpenTask> sorted;
    for (std::optional<OpenTask>& open : tasks) {
        if (open) {
            sorted.push_back(std::move(*open));
        }
    }
    std::ranges::stable_sort(sorted, {}, &OpenTask::likely);
    return sorted;
}

}  // namespace pgram
