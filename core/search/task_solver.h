// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One task under one method: which cuts are tried, and what the best of them is.
#pragma once

#include "core/search/balance.h"
#include "core/search/method_rules.h"
#include "core/search/task.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

struct TaskOutcome {
    std::optional<CutPlan> best;
    std::vector<BalanceStep> walk;
    bool possible = false;  ///< some cut and strategies are legal, memory aside
    FullestStage need;      ///< of the cut that needs least, when possible
    bool exact = false;     ///< no plan of the task is faster than `best`, or than the limit when there is none
    bool stopped = false;
};

/// `budget`: usable bytes a device; plans of more than `limit` seconds a step are of no use.
[[nodiscard]] TaskOutcome solveTask(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit,
                                    std::stop_token stop);

/// The task's plan as a plan of the program.
[[nodiscard]] Plan planOf(const Task& task, const CutPlan& cut);

}  // namespace pgram
