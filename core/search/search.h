// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner's door: a request in, a certified result out (docs/method/search.md). Runs on the calling thread and on
// workers; stops within 100 ms of the token and keeps the incumbent.
#pragma once

#include "core/base/progress.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <stop_token>

namespace pgram {

/// Errors: a request that cannot be asked (no layers, negative budget, an unsupported combination).
[[nodiscard]] Result<SearchResult> search(const SearchRequest& request, std::stop_token stop = {},
                                          const ProgressSink& progress = {});

}  // namespace pgram
