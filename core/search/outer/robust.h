// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan that loses least when any one device is slow (plan/worst_case). A step is convex in the seconds of its
// operations, so that the worst of the P steps with one slow stage is no less than the step with all stages slow by a
// P-th of it: for each number of stages the exact search on such a cluster gives a bound. Its plan, and that of a
// cluster all of whose devices are slow, are where the search starts; it moves cuts, strategies and micro-batches for
// as long as the worst case gets better.
#pragma once

#include "core/base/progress.h"
#include "core/search/outer/host_limit.h"

namespace pgram {

/// `search` answers requests of other methods.
[[nodiscard]] Result<SearchResult> mostRobust(const SearchRequest& request, const Searching& search,
                                              const std::stop_token& stop, const ProgressSink& progress);

}  // namespace pgram
