// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Throughput against memory: the best plan for every budget of a device, from the least that works up to all that there
// is. The optimum of one budget that needs p bytes is the optimum of every budget from p on, so the frontier is a
// staircase, walked downwards. Runs on the calling thread and on workers, as a search does.
#pragma once

#include "core/search/search.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace pgram {

struct FrontierPoint {
    Bytes budget = 0;    ///< the least memory budget of a device for which this plan fits (reserve included)
    Bytes provenTo = 0;  ///< the method finds nothing better for any budget from `budget` up to this one
    Seconds stepTime = 0;
    std::int64_t batch = 0;
    double throughput = 0;  ///< samples/s
    std::shared_ptr<const Plan> plan;
    Certificate certificate;
};

struct MemoryFrontier {
    /// Rising budget and throughput; each best for budgets from its own up to the next point's, as far as the
    /// resolution goes: between provenTo and the next point a better plan may stand that was not looked for.
    std::vector<FrontierPoint> points;
    Bytes smallestBudget = 0;  ///< no plan fits into less; 0 = none is legal whatever the memory
    Bytes largestBudget = 0;   ///< where the walk began: the device's memory or the request's budget, the larger
    bool complete = false;     ///< false: stopped
    Seconds seconds = 0;
};

/// At most `resolution` budgets are solved, spread over what no plan found so far answers, the smallest among them; 0 =
/// as many as it takes to leave nothing out. No points when nothing fits the largest budget. `found` is told every
/// point on the calling thread, by falling budget; one of equal throughput takes the place of the one told before it.
/// The staircase is exact where the method is: under Joint. Errors: as search(); a negative resolution.
[[nodiscard]] Result<MemoryFrontier> memoryFrontier(const SearchRequest& request, int resolution,
                                                    std::stop_token stop = {},
                                                    const std::function<void(const FrontierPoint&)>& found = {});

}  // namespace pgram
