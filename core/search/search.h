// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner: searches the best plan of a request, with a certificate (docs/method/search.md). Runs on the calling
// thread and on workers; stops within 100 ms of a stop request and keeps the best plan found so far.
#pragma once

#include "core/base/progress.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <stop_token>

namespace pgram {

/// Searches the best plan of a request. A result without a plan has `infeasibility`, unless `stop` was requested before
/// the search knew whether a plan fits. Errors: an invalid request (no layers, negative budget, an unsupported
/// combination), or an end that the method does not know: only Joint and the BMW methods go on until stopped, and not
/// with offloaded activations.
[[nodiscard]] Result<SearchResult> search(const SearchRequest& request, std::stop_token stop = {},
                                          const ProgressSink& progress = {}, const SearchEnd& end = {});

/// Returns true if a search of the request can go on until it is stopped (SearchEnd::untilStopped).
[[nodiscard]] bool goesOnUntilStopped(const SearchRequest& request);

}  // namespace pgram
