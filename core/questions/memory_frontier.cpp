// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/memory_frontier.h"

#include "core/search/outer/warm_start.h"
#include "core/search/task/rounding.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace pgram {

namespace {

/// A budget that nothing fits, so that the search says what is the least that works.
constexpr Bytes nothing = 1;

FrontierPoint pointOf(const SearchResult& result, Bytes asked)
{
    FrontierPoint point;
    const Plan& plan = *result.plan;
    point.budget = std::min(asked, budgetFor(result.estimate->peakMemory, plan.cluster));
    point.provenTo = asked;
    point.stepTime = result.estimate->stepTime;
    point.batch = plan.training.globalBatch;
    point.throughput = result.estimate->throughput;
    point.certificate = result.certificate;
    Plan tight = plan;
    tight.memoryBudget = point.budget;
    point.plan = std::make_shared<const Plan>(std::move(tight));
    return point;
}

/// The staircase as it grows downwards: points by falling budget.
class FallingSteps {
public:
    /// A plan of a smaller budget that is as fast takes the place of those above it.
    const FrontierPoint& add(FrontierPoint point)
    {
        while (!m_points.empty() && m_points.back().throughput <= roundedUp(point.throughput)) {
            point.provenTo = m_points.back().provenTo;
            m_points.pop_back();
        }
        m_points.push_back(std::move(point));
        return m_points.back();
    }
    [[nodiscard]] std::vector<FrontierPoint> rising() const { return {m_points.rbegin(), m_points.rend()}; }

private:
    std::vector<FrontierPoint> m_points;
};

/// The budget to solve after a plan that needs `budget`, when `more` are to be solved, the last of them the least that
/// works; 0 = any number. None when it is reached.
std::optional<Bytes> nextBudget(Bytes budget, Bytes smallest, int more)
{
    if (budget <= smallest) {
        return std::nullopt;
    }
    return more == 0 ? budget - 1 : budget - (budget - smallest + more - 1) / more;
}

Result<SearchResult> searchWithin(SearchRequest request, Bytes budget, WarmStart& warmStart,
                                  const std::stop_token& stop)
{
    request.memoryBudget = budget;
    return search(request, warmStart, stop);
}

}  // namespace

Result<MemoryFrontier> memoryFrontier(const SearchRequest& request, int resolution, std::stop_token stop,
                                      const std::function<void(const FrontierPoint&)>& found)
{
    if (resolution < 0) {
        return badInput(Core::tr("a frontier of a negative number of points"), "points",
                        Core::tr("Give 1 or more, or 0 for all"));
    }
    const auto start = std::chrono::steady_clock::now();
    WarmStart none;
    const Result<SearchResult> least = searchWithin(request, nothing, none, stop);
    if (!least) {
        return tl::unexpected(least.error());
    }
    MemoryFrontier frontier;
    frontier.smallestBudget = least->infeasibility ? least->infeasibility->smallestBudget : 0;
    frontier.largestBudget = std::max(request.memoryBudget, request.cluster.mostMemory());
    FallingSteps steps;
    WarmStart warmStart;
    std::optional<Bytes> budget = frontier.largestBudget;
    if (frontier.smallestBudget == 0 || frontier.smallestBudget > frontier.largestBudget) {
        budget.reset();
    }
    for (int solved = 1; budget; ++solved) {
        const Result<SearchResult> result = searchWithin(request, *budget, warmStart, stop);
        if (!result) {
            return tl::unexpected(result.error());
        }
        if (stop.stop_requested() || !result->plan) {
            break;
        }
        const FrontierPoint& point = steps.add(pointOf(*result, *budget));
        if (found) {
            found(point);
        }
        const int more = resolution == 0 ? 0 : resolution - solved;
        budget = more == 0 && resolution > 0 ? std::nullopt : nextBudget(point.budget, frontier.smallestBudget, more);
    }
    frontier.points = steps.rising();
    frontier.complete = !stop.stop_requested();
    frontier.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return frontier;
}

}  // namespace pgram
