// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/sweep_points.h"

#include "core/search/task/method_rules.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

/// Returns true if the result does not depend on where a search starts: every task yields its optimum, and the order of
/// a plan's operations does not depend on their durations.
bool isIndifferent(const SearchRequest& request)
{
    const MethodRules rules = rulesOf(request);
    const auto isBound = [&request](Schedule schedule) {
        constexpr int some = 2;  // stages and micro-batches
        schedule.microbatches = some;
        return Objective(schedule, some, request.rule).isBound();
    };
    return rules.how == How::Joint && request.target == nullptr && request.pins.empty() &&
           request.rule == StepRule::Simulated && !rules.space.offloadActivations &&
           std::ranges::all_of(rules.schedules, isBound);
}

SweepPoint pointOf(SearchResult result)
{
    SweepPoint point;
    point.certificate = std::move(result.certificate);
    if (result.plan) {
        point.kind = kindOf(*result.plan);
        point.plan = std::make_shared<const Plan>(std::move(*result.plan));
        point.figures = std::move(result.estimate);
    } else if (result.infeasibility) {
        point.why = result.infeasibility->reason;
    }
    return point;
}

}  // namespace

Seconds secondsSince(SweepClock::time_point start)
{
    return std::chrono::duration<double>(SweepClock::now() - start).count();
}

Progress progressOf(std::size_t done, std::size_t total, SweepClock::time_point start)
{
    Progress now;
    now.tasksDone = static_cast<int>(done);
    now.tasksTotal = static_cast<int>(total);
    now.seconds = secondsSince(start);
    return now;
}

std::optional<double> leastShare(const std::string& what, double here, double there)
{
    const bool isMemory = what == "memory";
    const bool isLink = what.find("links/") != std::string::npos && what.ends_with("/bytes_per_s");
    if ((isMemory || isLink) && here <= there) {
        return 1;
    }
    return isLink ? std::optional(there / here) : isMemory ? std::optional(0.0) : std::nullopt;
}

Result<KnownPoint> plannedBeside(const SearchRequest& request, std::span<const Beside> besides,
                                 const std::stop_token& stop)
{
    if (!isIndifferent(request)) {
        return search(request, stop).map([](SearchResult&& result) {
            return KnownPoint{pointOf(std::move(result)), nullptr};
        });
    }
    const auto warmStart = std::make_shared<WarmStart>();
    bool starts = false;
    for (const Beside& beside : besides) {
        if (beside.known->warmStart == nullptr) {
            continue;
        }
        if (beside.share > 0) {
            warmStart->learn(*beside.known->warmStart, beside.share);
        }
        // A gap there is likely one here, and what a search with a gap finds depends on where it starts.
        if (beside.known->point.certificate.status == Certificate::Status::Optimal && beside.known->point.plan) {
            warmStart->startFrom(beside.known->point.plan);
            starts = true;
        }
    }
    Result<SearchResult> result = search(request, *warmStart, stop);
    // If the bound is not met, a search without a warm start may find another plan.
    if (result && starts && result->certificate.status == Certificate::Status::Gap) {
        result = search(request, stop);
    }
    return std::move(result).map([&warmStart](SearchResult&& found) {
        return KnownPoint{pointOf(std::move(found)), warmStart};
    });
}

Result<KnownPoint> plannedAt(const SearchRequest& request, const std::string& what, double value,
                             std::span<const Beside> besides, const std::stop_token& stop)
{
    const Result<SearchRequest> asked = withNumber(request, what, value);
    if (!asked) {
        return KnownPoint{SweepPoint{.value = value, .why = asked.error().what}, nullptr};
    }
    Result<KnownPoint> known = plannedBeside(*asked, besides, stop);
    if (known) {
        known->point.value = value;
    }
    return known;
}

void addBeside(std::vector<Beside>& besides, const std::string& what, double here, double there,
               const KnownPoint& known)
{
    if (const std::optional<double> share = leastShare(what, here, there)) {
        besides.push_back({&known, *share});
    }
}

void addBesides(std::vector<Beside>& besides, const std::string& what, const std::vector<double>& values,
                const Halving& place, const std::function<const KnownPoint*(std::size_t)>& at)
{
    for (const std::optional<std::size_t>& other : {place.below, place.above}) {
        if (const KnownPoint* known = other ? at(*other) : nullptr) {
            addBeside(besides, what, values[place.index], values[*other], *known);
        }
    }
}

std::vector<Halving> inHalves(std::size_t count)
{
    std::vector<Halving> places;
    if (count > 0) {
        places.push_back({count - 1, {}, {}});
    }
    if (count > 1) {
        places.push_back({0, {}, count - 1});
    }
    std::vector<std::pair<std::size_t, std::size_t>> spans{{0, count > 0 ? count - 1 : 0}};
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const auto [low, high] = spans[i];
        if (high - low < 2) {
            continue;
        }
        const std::size_t middle = low + (high - low) / 2;
        places.push_back({middle, low, high});
        spans.emplace_back(low, middle);
        spans.emplace_back(middle, high);
    }
    return places;
}

}  // namespace pgram
