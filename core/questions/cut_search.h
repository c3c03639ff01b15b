// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// "Keep the stages, plan the rest": the best plan on a given cut, over strategies, micro-batches, schedules and
// batches. Exact, because each task on a cut is (cut_solver.h). Runs on the calling thread.
#pragma once

#include "core/search/search.h"

#include <stop_token>
#include <vector>

namespace pgram {

/// Searches the best plan on a cut. `sizes`: layers of each stage. The request's space, pins, schedules, batches and
/// micro-batches apply; its method and its candidates of P are ignored. Errors: as search(), and sizes that do not
/// cover the model.
[[nodiscard]] Result<SearchResult> searchOnCut(const SearchRequest& request, const std::vector<int>& sizes,
                                               std::stop_token stop = {}, const ProgressSink& progress = {});

}  // namespace pgram
