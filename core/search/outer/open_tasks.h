// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is known of a request's tasks before any is solved: the least time and the least memory that a plan of them can
// do with. Most tasks are never looked at again.
#pragma once

#include "core/search/outer/recall.h"
#include "core/search/task/task_list.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

/// Its tables are made again when its turn comes: a request may have many thousands of tasks.
struct OpenTask {
    ListedTask listed;
    Seconds bound = 0;      ///< no plan of the task takes fewer seconds a sample; infinity: none fits
    Seconds likely = 0;     ///< nor is any likely to take fewer than this; no less than the bound
    Bytes need = 0;         ///< no plan of the task does with fewer bytes a device
    std::size_t index = 0;  ///< among the incumbent's tasks
    bool solved = false;    ///< or passed over, as far as that is decided once
};

/// The tasks with a legal strategy for every layer, least likely step first, those where nothing fits last. Bounds
/// beyond `rate`, which decide nothing, are rough. What `recall` knows is not worked out again. `tell` hears of each
/// when it is open, from several threads. Some of them only, when the stop was asked for.
[[nodiscard]] std::vector<OpenTask> openTasks(std::span<const ListedTask> listed, const TaskSource& source,
                                              Bytes usable, Seconds rate, int workers, const std::stop_token& stop,
                                              Recall* recall = nullptr,
                                              const std::function<void(const OpenTask&)>& tell = {});

/// Those that are there, least likely step first.
[[nodiscard]] std::vector<OpenTask> leastFirst(std::vector<std::optional<OpenTask>> tasks);

}  // namespace pgram
