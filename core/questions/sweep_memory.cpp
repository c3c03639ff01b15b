// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A sweep over memory budgets, by the frontier of throughput against memory.
#include "core/questions/memory_frontier.h"
#include "core/questions/sweep_points.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr int mostBudgets = 32;  // a step every few pixels of a plot

SweepPoint pointOf(const FrontierPoint& of, double value)
{
    SweepPoint point{.value = value, .certificate = of.certificate};
    point.plan = of.plan;
    point.figures = std::make_shared<const Estimate>(estimate(*of.plan));
    point.kind = kindOf(*of.plan);
    point.bestTo = static_cast<double>(of.provenTo);
    return point;
}

}  // namespace

Result<Sweep> sweepOfMemory(const SearchRequest& request, const SweepAxis& axis, const std::stop_token& stop,
                            const std::function<void(const SweepPoint&)>& found)
{
    if (const Result<void> checked = checkAxis(request, axis); !checked) {
        return tl::unexpected(checked.error());
    }
    const auto start = SweepClock::now();
    SearchRequest widest = request;
    widest.memoryBudget = static_cast<Bytes>(std::llround(axis.to));
    const auto isShown = [&axis](double value) { return value >= axis.from && value <= axis.to; };
    const Result<MemoryFrontier> frontier = memoryFrontier(widest, mostBudgets, stop, [&](const FrontierPoint& point) {
        if (const auto value = static_cast<double>(point.budget); found && isShown(value)) {
            found(pointOf(point, value));
        }
    });
    if (!frontier) {
        return tl::unexpected(frontier.error());
    }
    Sweep sweep{.axis = axis, .points = {}, .crossings = {}, .complete = frontier->complete};
    for (const FrontierPoint& point : frontier->points) {
        const double value = std::max(axis.from, static_cast<double>(point.budget));
        if (!sweep.points.empty() && value == axis.from) {
            sweep.points.clear();  // both are below the axis: the last one is the better
        }
        if (isShown(value)) {
            sweep.points.push_back(pointOf(point, value));
        }
    }
    if (sweep.points.empty() || sweep.points.front().value > axis.from) {
        Result<KnownPoint> none = plannedAt(request, axis.what, axis.from, {}, stop);
        if (!none) {
            return tl::unexpected(none.error());
        }
        sweep.points.insert(sweep.points.begin(), std::move(none->point));
    }
    for (std::size_t i = 1; i < sweep.points.size(); ++i) {
        if (sweep.points[i].kind != sweep.points[i - 1].kind) {
            sweep.crossings.push_back({sweep.points[i - 1], sweep.points[i]});
        }
    }
    if (sweep.points.back().value < axis.to) {
        sweep.points.push_back(sweep.points.back());
        sweep.points.back().value = axis.to;
    }
    sweep.seconds = secondsSince(start);
    return sweep;
}

}  // namespace pgram
