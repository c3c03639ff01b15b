// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/learning/learning_curves.h"

#include "core/base/workers.h"
#include "core/search/task/method_rules.h"

#include <algorithm>
#include <optional>

namespace pgram {

namespace {

template <typename Met>
std::vector<Seconds> bestOf(const std::vector<std::vector<IncumbentPoint>>& seeds, const Met& met)
{
    std::vector<Seconds> best;
    for (const std::vector<IncumbentPoint>& points : seeds) {
        const auto last = std::ranges::find_if_not(points, met);
        if (last != points.begin()) {
            best.push_back((last - 1)->stepTime / static_cast<double>((last - 1)->batch));
        }
    }
    std::ranges::sort(best);
    return best;
}

Result<LearningCurves> curvesOf(SearchRequest request, int seeds, const std::stop_token& stop)
{
    const MethodRules rules = rulesOf(request);
    if (rules.how != How::Sample) {
        return badInput(Core::tr("the method {} scores no samples", info(request.method).name), "method",
                        Core::tr("Give annealing, random, auto-map or q-ensemble"));
    }
    LearningCurves curves{request.method, request.samples > 0 ? request.samples : rules.samples, {}};
    const int workers = workersFor(request.threads);
    request.threads = 1;
    std::vector<Result<SearchResult>> results(static_cast<std::size_t>(seeds));
    forEachInOrder(workers, results.size(), [&](std::size_t i) {
        SearchRequest own = request;
        own.seed = i + 1;
        results[i] = search(own, stop);
    });
    for (Result<SearchResult>& result : results) {
        if (!result) {
            return tl::unexpected(result.error());
        }
        curves.secondsPerSeed += result->certificate.seconds / seeds;
        curves.seeds.push_back(std::move(result->incumbents));
    }
    return curves;
}

}  // namespace

std::vector<Seconds> LearningCurves::after(std::int64_t plans) const
{
    return bestOf(seeds, [plans](const IncumbentPoint& point) { return point.plans <= plans; });
}

std::vector<Seconds> LearningCurves::at(Seconds seconds) const
{
    return bestOf(seeds, [seconds](const IncumbentPoint& point) { return point.seconds <= seconds; });
}

Result<std::vector<LearningCurves>> learningCurves(const SearchRequest& request, std::span<const Method> methods,
                                                   int seeds, std::stop_token stop,
                                                   const std::function<void(const LearningCurves&)>& found)
{
    if (seeds < 1) {
        return badInput(Core::tr("{} seeds", seeds), "seeds", Core::tr("Give 1 or more"));
    }
    std::vector<LearningCurves> all;
    for (const Method method : methods) {
        SearchRequest own = request;
        own.method = method;
        own.target = nullptr;
        Result<LearningCurves> curves = curvesOf(own, seeds, stop);
        if (!curves) {
            return tl::unexpected(curves.error());
        }
        if (stop.stop_requested()) {
            break;
        }
        if (found) {
            found(*curves);
        }
        all.push_back(std::move(*curves));
    }
    return all;
}

}  // namespace pgram
