// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best plan under the galvatron-3 rules over all tasks of all batches, with its proof; or what is missing.
// Runs on the calling thread and on workers.
#pragma once

#include "core/base/progress.h"
#include "validation/galvatron/task_search.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace pgram::galvatron {

struct PlanRequest {
    std::vector<std::int64_t> batches;       ///< candidates; the highest throughput wins
    std::vector<std::int64_t> microbatches;  ///< candidates; empty = all divisors of a batch
};

/// Shortage of the candidate that is short of the least memory.
struct Shortage {
    TaskKey task;
    int stage = 0;               ///< stage with the largest shortage
    std::int64_t mebibytes = 0;  ///< that it misses there
    std::int64_t smallest = 0;   ///< MiB: the least budget with a plan
};

struct PlanAnswer {
    std::vector<TaskKey> tasks;
    std::vector<TaskResult> results;  ///< results per task
    std::optional<std::size_t> best;  ///< index of the task of the highest throughput
    double lowerBound = 0;            ///< seconds of a step of the best task's batch: no plan of any task has less
    bool stopped = false;
    double seconds = 0;
    std::optional<Shortage> shortage;  ///< when no plan fits; nothing too when there is no task at all

    [[nodiscard]] double gap() const;
};

[[nodiscard]] PlanAnswer searchPlan(const Rules& rules, const PlanRequest& request, const std::stop_token& stop = {},
                                    const ProgressSink& progress = {});

}  // namespace pgram::galvatron
