// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Solves one task with a method: tries the method's cuts, and returns the best plan.
#pragma once

#include "core/search/pipeline/task_outcome.h"
#include "core/search/task/method_rules.h"

#include <stop_token>

namespace pgram {

/// Returns the outcome of the task. `budget`: usable bytes per device; plans of more than `limit` seconds per step are
/// useless. The best plan is the fastest (stepOf) of those found. `effort`: for tasks whose objective is a bound.
[[nodiscard]] TaskOutcome solveTask(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit,
                                    std::stop_token stop, Effort effort = Effort::Full);

}  // namespace pgram
