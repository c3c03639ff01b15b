// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/open_tasks.h"

#include "core/base/workers.h"
#include "core/search/stage_bound.h"
#include "core/search/stage_memory.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace pgram {

namespace {

std::optional<OpenTask> openTask(const ListedTask& listed, const TaskSource& source, Bytes usable, Seconds rate)
{
    const Task task = makeTask(source, listed.key, listed.strategies);
    if (!isComplete(task)) {
        return std::nullopt;
    }
    OpenTask open{listed, std::numeric_limits<double>::infinity(), leastNeed(task)};
    if (open.need <= usable) {
        // A hair below, so that rounding never passes over an equal plan.
        const double batch = static_cast<double>(listed.key.batch) * (1 + 1e-12);
        open.bound = lowerBound(task) / batch;
        if (open.bound <= rate) {
            open.bound = lowerBound(task, usable) / batch;
        }
    }
    return open;
}

}  // namespace

std::vector<OpenTask> openTasks(std::span<const ListedTask> listed, const TaskSource& source, Bytes usable,
                                Seconds rate, int workers, const std::stop_token& stop)
{
    std::vector<std::optional<OpenTask>> opened(listed.size());
    forEachInOrder(workers, listed.size(), [&](std::size_t i) {
        if (!stop.stop_requested()) {
            opened[i] = openTask(listed[i], source, usable, rate);
        }
    });
    std::vector<OpenTask> tasks;
    for (std::optional<OpenTask>& open : opened) {
        if (open) {
            tasks.push_back(std::move(*open));
        }
    }
    std::stable_sort(tasks.begin(), tasks.end(),
                     [](const OpenTask& a, const OpenTask& b) { return a.bound < b.bound; });
    return tasks;
}

}  // namespace pgram
