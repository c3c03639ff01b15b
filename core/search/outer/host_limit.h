// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Host memory as a limit: where a search's plan keeps more there than a node has, the best plan that does not. Tasks
// count the memory of devices alone, so that their bound holds for it, too; the plan itself is the best of the spaces
// without one kind of offload or both, and of such plans with as many layers taken back as it needs.
#pragma once

#include "core/search/outer/mixed_keeping.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace pgram {

using Searching = std::function<Result<SearchResult>(const SearchRequest&)>;

/// A result of `request` whose plan keeps no more in host memory than the nodes have, as far as that is known; as it is
/// where the plan does so already. `search` answers requests without a limit.
[[nodiscard]] Result<SearchResult> withinHost(const SearchRequest& request, Result<SearchResult> result,
                                              const Searching& search, const std::stop_token& stop);

/// The plan with the fewest layers taken back from the host, by a fixed order, so that its nodes hold what is left.
/// None: then it does not fit the devices.
[[nodiscard]] std::optional<WeighedPlan> takenBack(const Plan& plan, const std::stop_token& stop);

}  // namespace pgram
