// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One task under one method: which cuts are tried, and what the best of them is.
#pragma once

#include "core/search/pipeline/task_outcome.h"
#include "core/search/task/method_rules.h"

#include <stop_token>

namespace pgram {

/// `budget`: usable bytes a device; plans of more than `limit` seconds a step are of no use. Of the plans that it comes
/// upon the one that is fastest (stepOf) is the best. `effort`: of tasks whose objective is a bound.
[[nodiscard]] TaskOutcome solveTask(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit,
                                    std::stop_token stop, Effort effort = Effort::Full);

}  // namespace pgram
