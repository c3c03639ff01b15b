// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bounds of a request's tasks before any task is solved: the least time and the least memory of their plans. Most tasks
// need no further look.
#pragma once

#include "core/search/outer/warm_start.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

/// Inputs that all parts of a search share. A search refers to them.
struct SearchScope {
    const TaskSource& source;
    const MethodRules& rules;
    Bytes usable = 0;  ///< bytes per device
    int workers = 1;
    std::stop_token stop{};
    WarmStart* warmStart = nullptr;  ///< warm start from other searches; receives the bounds of this one
};

/// Returns the subproblems that have a legal strategy for every layer, with their bounds, in rising order of these;
/// those in which nothing fits come last. Bounds beyond `rate` are rough, because they decide nothing.
/// Bounds of the warm start are not computed again. Calls `tell` for each subproblem, from several threads. The list is
/// incomplete if the stop was requested.
[[nodiscard]] std::vector<Subproblem> openTasks(std::span<const Subproblem> listed, const SearchScope& scope,
                                                Seconds rate, const std::function<void(const Subproblem&)>& tell = {});
/// Returns the tasks that have a value, in rising order of their bounds.
[[nodiscard]] std::vector<Subproblem> sortedByBound(std::vector<std::optional<Subproblem>> tasks);

}  // namespace pgram
