// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Host memory as a limit. If a search's plan keeps more on a node than it has, finds the best plan that fits. Tasks
// count the memory of devices alone, so that their bound holds for such plans, too. The plan is the best of the spaces
// without one or both kinds of offload, and of plans with as many layers taken back from the host as necessary.
#pragma once

#include "core/search/outer/mixed_keeping.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace pgram {

using Searching = std::function<Result<SearchResult>(const SearchRequest&)>;

/// Returns a result of `request` whose plan keeps no more in host memory than the nodes have, as far as that is known.
/// Returns `result` unchanged if its plan already does so. `search` answers requests without a limit.
[[nodiscard]] Result<SearchResult> withinHost(const SearchRequest& request, Result<SearchResult> result,
                                              const Searching& search, const std::stop_token& stop);

/// Returns the plan with the fewest layers taken back from the host, in a fixed order, so that the rest fits its nodes.
/// Returns nothing if the plan then exceeds the devices' memory.
[[nodiscard]] std::optional<WeighedPlan> withLessOffload(const Plan& plan, const std::stop_token& stop);

}  // namespace pgram
