// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan that a framework cannot run, planned again inside of what it can.
#pragma once

#include "core/base/progress.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <stop_token>

namespace pgram {

/// The question asked of the target: the same model, cluster, batches and budget, with all of its dimensions and
/// schedules.
[[nodiscard]] SearchRequest requestWithin(SearchRequest request, const Target& target);

/// Errors: a model that the target does not run.
[[nodiscard]] Result<SearchResult> nearestPlan(const Plan& plan, const Target& target, std::stop_token stop = {},
                                               const ProgressSink& progress = {});

/// Returns "It takes 4.30 s per step, 8.1 % more than this plan", which compares `nearest` with a plan of `stepTime`
/// seconds; of a plan that cannot run, 0 seconds, "It takes 4.30 s per step and 31.9 GiB per device".
[[nodiscard]] Text costOfNearest(const SearchResult& nearest, Seconds stepTime);

}  // namespace pgram
