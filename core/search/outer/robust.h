// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan with the least loss when any one device is slow (plan/worst_case). A step is convex in the seconds of its
// operations, so that the worst of the P steps with one slow stage is at least the step with all stages slow by a P-th
// of it. An exact search on such a cluster therefore gives a bound for each number of stages. The search starts from
// the plans of these clusters and of one whose devices are all slow, and moves cuts, strategies and micro-batches as
// long as the worst case improves.
#pragma once

#include "core/base/progress.h"
#include "core/search/outer/host_limit.h"

namespace pgram {

/// Returns the most robust plan. `search` answers requests of other methods.
[[nodiscard]] Result<SearchResult> mostRobust(const SearchRequest& request, const Searching& search,
                                              const std::stop_token& stop, const ProgressSink& progress);

}  // namespace pgram
