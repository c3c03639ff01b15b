// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search whose plan fits as runs use memory, not by its formula alone.
#pragma once

#include "core/fidelity/error_band.h"
#include "core/search/search.h"

#include <functional>

namespace pgram {

/// Returns the error bands of a plan and its estimate.
using PlanBands = std::function<ErrorBands(const Plan& plan, const Estimate& estimate)>;

/// Searches by the request's rule of fit. FitRule::Formula, or a plan without measured runs: search(). FitRule::Runs:
/// searches with less and less of the budget until the upper end of the plan's memory band fits the budget, at most six
/// times. The result has the budget of the request. Its certificate covers the plans within the share of the budget
/// that was searched last, and says so. The plan may still exceed the budget at the upper end if the sixth one does.
/// Errors: as search().
[[nodiscard]] Result<SearchResult> searchWithMargin(const SearchRequest& request, const PlanBands& bandsOf,
                                                    const std::stop_token& stop = {}, const ProgressSink& progress = {},
                                                    const SearchEnd& end = {});

}  // namespace pgram
