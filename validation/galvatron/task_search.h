// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact optimum of a task under the galvatron-3 rules: over the strategies of every layer, of the embedding and of
// the head, for the engine's even cut.
//
// For each strategy of the ends, the stages' fastest answers bound the step from below and, taken together, from
// above. Where the two differ (gradient sync that pipelining does not hide), each stage yields the Pareto frontier of
// its two times within the limits that the upper bound sets, and the best combination is found by branch and bound.
#pragma once

#include "validation/galvatron/rules.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace pgram::galvatron {

struct TaskResult {
    std::optional<Plan> plan;  ///< nothing when no plan fits
    double seconds = 0;
    double lowerBound = 0;  ///< on the task's every plan; `seconds`, unless the search gave up
    bool stopped = false;
};

[[nodiscard]] TaskResult searchTask(const Rules& rules, const TaskKey& task, const std::stop_token& stop = {});

/// On all cores; results in the order of the tasks, the same whatever the number of cores.
[[nodiscard]] std::vector<TaskResult> searchTasks(const Rules& rules, const std::vector<TaskKey>& tasks,
                                                  const std::stop_token& stop = {});

}  // namespace pgram::galvatron
