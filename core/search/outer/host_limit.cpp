// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/host_limit.h"

#include "core/search/outer/finish.h"
#include "core/strategy/dimensions/dimensions.h"

#include <algorithm>
#include <vector>

namespace pgram {

namespace {

using Offload = const DimensionRules*;

/// Something that one layer stores on the host.
struct Left {
    std::size_t layer = 0;
    Offload what = nullptr;
};

/// Lists everything of the first kind, then everything of the second. Starts with the last layers, whose tensors stay
/// on the host for the shortest time.
std::vector<Left> leftOnHost(const Plan& plan, Offload first, Offload second)
{
    std::vector<Left> all;
    for (const Offload what : {first, second}) {
        for (std::size_t layer = plan.strategies.size(); layer-- > 0;) {
            if (what->has(plan.strategies[layer])) {
                all.push_back({layer, what});
            }
        }
    }
    return all;
}

WeighedPlan without(const Plan& plan, const std::vector<Left>& left, std::size_t count)
{
    WeighedPlan less{plan, {}};
    for (std::size_t i = 0; i < count; ++i) {
        left[i].what->set(less.plan.strategies[left[i].layer], false);
    }
    less.figures = estimate(less.plan);
    return less;
}

/// Finds the smallest number of tensors to take back by bisection, because host bytes only fall as more is taken back.
std::optional<WeighedPlan> leastTakenBack(const Plan& plan, const std::vector<Left>& left, const std::stop_token& stop)
{
    std::size_t least = 1;
    std::size_t most = left.size();
    while (least < most && !stop.stop_requested()) {
        const std::size_t middle = least + (most - least) / 2;
        if (without(plan, left, middle).figures.host.isExceeded()) {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    WeighedPlan less = without(plan, left, most);
    return less.runs() && !less.figures.host.isExceeded() ? std::optional(std::move(less)) : std::nullopt;
}

bool exceeds(const Result<SearchResult>& result)
{
    return result && result->plan && result->estimate->host.isExceeded();
}

/// Keeps the better of the known plan and the plan that a search found, with as many tensors taken back as necessary.
void offer(std::optional<WeighedPlan>& best, const Result<SearchResult>& found, StepRule rule,
           const std::stop_token& stop)
{
    if (!found || !found->plan) {
        return;
    }
    std::optional<WeighedPlan> plan = exceeds(found) ? withLessOffload(*found->plan, stop)
                                                     : std::optional(WeighedPlan{*found->plan, *found->estimate});
    if (plan && (!best || plan->isBetterThan(*best, rule))) {
        best = std::move(plan);
    }
}

}  // namespace

std::optional<WeighedPlan> withLessOffload(const Plan& plan, const std::stop_token& stop)
{
    const Offload optimizer = &offloadOptimizerRules;
    const Offload activations = &offloadActivationsRules;
    std::optional<WeighedPlan> best;
    for (const auto& left : {leftOnHost(plan, optimizer, activations), leftOnHost(plan, activations, optimizer)}) {
        std::optional<WeighedPlan> less = leastTakenBack(plan, left, stop);
        if (less && (!best || less->isBetterThan(*best, StepRule::Simulated))) {
            best = std::move(less);
        }
    }
    return best;
}

Result<SearchResult> withinHost(const SearchRequest& request, Result<SearchResult> result, const Searching& search,
                                const std::stop_token& stop)
{
    if (!exceeds(result)) {
        return result;
    }
    const Seconds bound =
        result->certificate.lowerBound / static_cast<double>(result->plan->training.globalBatch);  // per sample
    std::optional<WeighedPlan> best;
    offer(best, result, request.rule, stop);
    std::optional<Infeasibility> without;
    for (const auto& [optimizer, activations] :
         {std::pair(false, true), std::pair(true, false), std::pair(false, false)}) {
        SearchRequest less = request;
        less.space.offloadOptimizer = request.space.offloadOptimizer && optimizer;
        less.space.offloadActivations = request.space.offloadActivations && activations;
        if (less.space == request.space || stop.stop_requested()) {
            continue;
        }
        Result<SearchResult> found = search(less);
        if (!found && found.error().kind == ErrorKind::Internal) {
            return found;
        }
        offer(best, found, request.rule, stop);
        if (found) {
            result->certificate.tasks += found->certificate.tasks;
            result->certificate.skipped += found->certificate.skipped;
            result->certificate.seconds += found->certificate.seconds;
            without = found->infeasibility ? found->infeasibility : without;
        }
    }
    // Removes steps that no plan within the host memory has.
    const Seconds rate = best ? best->rate(request.rule) : 0;
    std::erase_if(result->incumbents, [&](const IncumbentPoint& point) {
        return !best || point.stepTime / static_cast<double>(point.batch) < rate;
    });
    if (best) {
        const PlanProvenance provenance = result->plan->provenance;
        result->plan = std::move(best->plan);
        result->plan->provenance = provenance;
    } else {
        result->plan.reset();
        result->estimate.reset();
        result->infeasibility = without ? *without : Infeasibility();
        result->infeasibility->reason = Core::tr("Every plan found that fits the devices needs more host memory than a "
                                                 "node has");
    }
    certify(*result, request, bound, stop.stop_requested());
    return result;
}

}  // namespace pgram
