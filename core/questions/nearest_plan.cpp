// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/nearest_plan.h"

#include "core/base/format.h"
#include "core/questions/plan_question.h"
#include "core/search/search.h"

#include <cmath>
#include <fmt/format.h>

namespace pgram {

SearchRequest requestWithin(SearchRequest request, const Target& target)
{
    const Space asked = request.space;
    request.target = &target;
    request.method = Method::Joint;
    request.rule = StepRule::Simulated;
    request.space = target.space.value;
    request.space.anyDivisor = asked.anyDivisor;
    request.schedules.assign(target.schedules.value.begin(), target.schedules.value.end());
    request.schedule = request.schedules.front();
    request.microbatches.clear();
    request.pipelines.clear();
    request.pins.clear();
    return request;
}

Result<SearchResult> nearestPlan(const Plan& plan, const Target& target, std::stop_token stop,
                                 const ProgressSink& progress)
{
    return search(requestWithin(requestOf(plan), target), std::move(stop), progress);
}

Text costOfNearest(const SearchResult& nearest, Seconds stepTime)
{
    if (!nearest.plan || !nearest.estimate) {
        return nearest.certificate.status == Certificate::Status::Stopped
                   ? Core::tr("The search was stopped before it found a plan that it runs")
                   : Core::tr("No plan that it runs fits");
    }
    const Seconds own = nearest.estimate->stepTime;
    const std::string seconds = formatSeconds(own);
    if (stepTime <= 0) {
        return Core::tr("the best plan that it runs takes {} per step and {} per device", seconds,
                        formatBytes(static_cast<double>(nearest.estimate->peakMemory)));
    }
    const double share = own / stepTime - 1;
    const std::string percent = fmt::format("{:.1f}", 100 * std::abs(share));
    if (percent == "0.0") {
        return Core::tr("the best plan that it runs takes {} per step, as long as this one", seconds);
    }
    return share > 0
               ? Core::tr("the best plan that it runs takes {} per step, {} % more than this one", seconds, percent)
               : Core::tr("the best plan that it runs takes {} per step, {} % less than this one", seconds, percent);
}

}  // namespace pgram
