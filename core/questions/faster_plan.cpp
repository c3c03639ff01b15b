// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/faster_plan.h"

#include "core/questions/usual_request.h"
#include "core/strategy/dimension_rules.h"

#include <algorithm>

namespace pgram {

namespace {

using Kind = RequestChange::Kind;

/// Share of the seconds per sample from which on a faster plan is worth a line.
constexpr double worthALine = 0.01;

bool isComparable(const SearchRequest& request)
{
    return request.target == nullptr && request.rule == StepRule::Simulated && request.method <= Method::Zero3;
}

/// Returns the request with the usual dimensions and schedules besides its own.
SearchRequest withUsual(const SearchRequest& request)
{
    SearchRequest wide = request;
    chooseUsual(wide, {.batch = false});
    for (const DimensionRules* rules : dimensionRules()) {
        wide.space.*rules->on = wide.space.*rules->on || request.space.*rules->on;
    }
    for (const Schedule& own : candidateSchedules(request)) {
        if (std::ranges::find(wide.schedules, own) == wide.schedules.end()) {
            wide.schedules.push_back(own);
        }
    }
    return wide;
}

bool uses(const Plan& plan, const DimensionRules& rules)
{
    return rules.has != nullptr && std::ranges::any_of(plan.strategies, rules.has);
}

/// Returns true if two schedules differ in micro-batches alone.
bool isSameOrder(Schedule a, const Schedule& b)
{
    a.microbatches = b.microbatches;
    return a == b;
}

std::vector<RequestChange> changesFor(const Plan& plan, const SearchRequest& request)
{
    std::vector<RequestChange> changes;
    for (const DimensionRules* rules : dimensionRules()) {
        if (!(request.space.*rules->on) && uses(plan, *rules)) {
            changes.push_back({.kind = Kind::Dimension, .dimension = rules});
        }
    }
    const std::vector<Schedule> own = candidateSchedules(request);
    if (std::ranges::none_of(own, [&plan](const Schedule& each) { return isSameOrder(each, plan.schedule); })) {
        Schedule schedule = plan.schedule;
        schedule.microbatches = Schedule().microbatches;
        changes.push_back({.kind = Kind::Schedule, .schedule = schedule});
    }
    if (request.method != Method::Joint) {
        changes.push_back({.kind = Kind::Method, .method = Method::Joint});
    }
    return changes;
}

}  // namespace

Result<std::optional<Offer>> fasterPlan(const SearchRequest& request, const SearchResult& found, std::stop_token stop,
                                        const ProgressSink& progress)
{
    const SearchRequest wide = withUsual(request);
    const bool isStopped = found.certificate.status == Certificate::Status::Stopped;
    if (!found.plan || isStopped || !isComparable(request) || wide == request) {
        return std::nullopt;
    }
    Result<SearchResult> result = search(wide, std::move(stop), progress);
    if (!result) {
        return tl::unexpected(result.error());
    }
    if (!result->plan || result->certificate.status == Certificate::Status::Stopped) {
        return std::nullopt;
    }
    Offer offer;
    offer.changes = changesFor(*result->plan, request);
    offer.request = request;
    for (const RequestChange& change : offer.changes) {
        offer.request = *changed(offer.request, change);  // no change of nodes, which alone can fail
    }
    offer.plan = std::make_shared<const Plan>(std::move(*result->plan));
    offer.figures = result->estimate;
    offer.certificate = result->certificate;
    offer.runners = runnersOf(*offer.plan);
    offer.unknownHost = result->estimate->host.isUnknown();
    const Seconds own = found.estimate->stepTime / static_cast<double>(found.plan->training.globalBatch);
    return offer.rate() < own * (1 - worthALine) ? std::optional(std::move(offer)) : std::nullopt;
}

}  // namespace pgram
