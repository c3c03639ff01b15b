// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tasks of a request: every (B, P, m, schedule) that its candidates and its method allow, and the strategies of
// each P.
#pragma once

#include "core/search/task/method_rules.h"
#include "core/search/task/task.h"

#include <stop_token>
#include <vector>

namespace pgram {

/// Returns the divisors in rising order, without those above the largest int.
[[nodiscard]] std::vector<int> divisors(std::int64_t number);

/// Returns the tasks in order of B, P, m, schedule, without bounds. m runs over the divisors of B, or over the
/// request's list. The list is incomplete if `stop` was requested.
[[nodiscard]] std::vector<Subproblem> listTasks(const SearchRequest& request, const MethodRules& rules,
                                                const std::stop_token& stop = {});

/// Returns an error if the request is invalid.
[[nodiscard]] Result<void> checkRequest(const SearchRequest& request);

/// Returns the space without the dimensions that no layer of the model can use: expert parallelism without experts.
[[nodiscard]] Space searchedSpace(const Architecture& model, Space space);

}  // namespace pgram
