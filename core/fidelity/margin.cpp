// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/fidelity/margin.h"

#include "core/base/format.h"
#include "core/fidelity/fit.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr int mostSearches = 6;
/// Largest share of the budget of the search before: each search asks for visibly less.
constexpr double mostOfLast = 0.98;

}  // namespace

Result<SearchResult> searchWithMargin(const SearchRequest& request, const PlanBands& bandsOf,
                                      const std::stop_token& stop, const ProgressSink& progress, const SearchEnd& end)
{
    SearchRequest asked = request;
    Result<SearchResult> result = search(asked, stop, progress, end);
    const int most = request.fit == FitRule::Runs ? mostSearches : 1;
    for (int searches = 1; searches < most && result && result->plan; ++searches) {
        Plan& plan = *result->plan;
        plan.memoryBudget = request.memoryBudget;
        result->estimate = std::make_shared<const Estimate>(estimate(plan));
        const Fit fit = fitOf(plan, *result->estimate, bandsOf(plan, *result->estimate));
        if (!fit.isByFormulaOnly() || stop.stop_requested()) {
            break;
        }
        const double share = static_cast<double>(fit.budget) / static_cast<double>(*fit.runMayNeed);
        asked.memoryBudget = wholeBytes(static_cast<double>(asked.budget()) * std::min(share, mostOfLast));
        result = search(asked, stop, progress, end);
    }
    if (!result || asked.budget() == request.budget()) {
        return result;
    }
    if (result->plan) {
        result->plan->memoryBudget = request.memoryBudget;
        result->estimate = std::make_shared<const Estimate>(estimate(*result->plan));
    }
    result->certificate.scope +=
        fmt::format(", within {} per device as a margin", formatBytes(static_cast<double>(asked.budget())));
    return result;
}

}  // namespace pgram
