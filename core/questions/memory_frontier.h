// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Throughput against memory: the best plan for every memory budget of a device, from the smallest possible one to the
// largest. The best plan for one budget, which needs p bytes, is the best plan for every budget from p to that one. The
// frontier therefore is a staircase, which is walked downwards. Runs on the calling thread and on workers.
#pragma once

#include "core/search/search.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace pgram {

/// The best plan for one memory budget.
struct FrontierPoint {
    Bytes budget = 0;        ///< the least memory budget per device for which this plan fits (reserve included)
    Bytes provenTo = 0;      ///< the method finds no better plan for any budget from `budget` to this one
    Seconds stepTime = 0;    ///< step time of the plan
    std::int64_t batch = 0;  ///< B of the plan
    double throughput = 0;   ///< samples/s
    std::shared_ptr<const Plan> plan;  ///< not null
    Certificate certificate;           ///< certificate of its search
};

/// Best plans over all memory budgets.
struct MemoryFrontier {
    /// Rising budget and throughput; each best for budgets from its own up to the next point's, as far as the
    /// resolution goes: between provenTo and the next point there may be a better plan that was not searched.
    std::vector<FrontierPoint> points;
    Bytes smallestBudget = 0;  ///< no plan fits into less; 0 = no plan is legal with any memory
    Bytes largestBudget = 0;   ///< start of the walk: the larger of the device's memory and the request's budget
    bool complete = false;     ///< false: stopped
    Seconds seconds = 0;       ///< duration of the walk
};

/// At most `resolution` budgets are solved, spread over what no plan found so far answers, the smallest among them; 0 =
/// as many as it takes to leave nothing out. No points when nothing fits the largest budget. `found` is told every
/// point on the calling thread, by falling budget; one of equal throughput takes the place of the one told before it.
/// The staircase is exact where the method is: under Joint. Errors: as search(); a negative resolution.
[[nodiscard]] Result<MemoryFrontier> memoryFrontier(const SearchRequest& request, int resolution,
                                                    std::stop_token stop = {},
                                                    const std::function<void(const FrontierPoint&)>& found = {});

}  // namespace pgram
