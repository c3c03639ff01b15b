// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bounds of a request's tasks before any task is solved: the least time and the least memory of their plans. Most tasks
// need no further look.
#pragma once

#include "core/search/outer/warm_start.h"
#include "core/search/task/task_list.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

/// A task with its bounds. Its tables are dropped, and made again when its turn comes: a request may have many
/// thousands of tasks.
struct OpenTask {
    ListedTask listed;
    Seconds bound = 0;      ///< lower bound in seconds per sample; infinity: no plan fits
    Seconds guess = 0;      ///< guess of the best plan's seconds per sample, at least the bound
    Bytes need = 0;         ///< lower bound of the bytes per device
    std::size_t index = 0;  ///< index among the incumbent's tasks
    bool solved = false;    ///< true if solved, or passed over for good
};

/// Returns the tasks that have a legal strategy for every layer, in rising order of their guessed step; tasks in which
/// nothing fits come last. Bounds beyond `rate` are rough, because they decide nothing. Bounds in `warmStart` are not
/// computed again. Calls `tell` for each open task, from several threads. The list is incomplete if the stop was
/// requested.
[[nodiscard]] std::vector<OpenTask> openTasks(std::span<const ListedTask> listed, const TaskSource& source,
                                              Bytes usable, Seconds rate, int workers, const std::stop_token& stop,
                                              WarmStart* warmStart = nullptr,
                                              const std::function<void(const OpenTask&)>& tell = {});

/// Returns the tasks that have a value, in rising order of their guessed step.
[[nodiscard]] std::vector<OpenTask> sortedByGuess(std::vector<std::optional<OpenTask>> tasks);

}  // namespace pgram
