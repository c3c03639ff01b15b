// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/questions/sweep.h"

#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/presets/preset_edits.h"
#include "core/questions/sweep_points.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace pgram {

namespace {

Seconds rateOf(const SweepPoint& point)
{
    return point.plan ? point.figures->stepTime / static_cast<double>(point.plan->training.globalBatch)
                      : std::numeric_limits<double>::infinity();
}

/// A sweep's points as they come.
class Sweeping {
public:
    Sweeping(const SearchRequest& request, Sweep& sweep, const SweepOptions& options, std::stop_token stop,
             const std::function<void(const SweepPoint&)>& found, const ProgressSink& progress)
        : m_request(request),
          m_sweep(sweep),
          m_options(options),
          m_stop(std::move(stop)),
          m_found(found),
          m_progress(progress)
    {}

    Result<void> run();

private:
    Result<void> planPoints();
    /// Within the plans of the values beside it, run at its own.
    void shareAlong(bool rising);
    Result<void> findCrossings(const KnownPoint& below, const KnownPoint& above, int depth);
    [[nodiscard]] double middle(double a, double b) const
    {
        return m_sweep.axis.logarithmic ? std::sqrt(a * b) : (a + b) / 2;
    }

    const SearchRequest& m_request;
    Sweep& m_sweep;
    const SweepOptions& m_options;
    std::stop_token m_stop;
    const std::function<void(const SweepPoint&)>& m_found;
    const ProgressSink& m_progress;
    SweepClock::time_point m_start = SweepClock::now();
    std::vector<KnownPoint> m_known;  ///< by rising value
};

Result<void> Sweeping::planPoints()
{
    const std::vector<double> values = m_sweep.axis.values();
    std::vector<std::optional<KnownPoint>> known(values.size());
    std::size_t done = 0;
    for (const Halving& place : inHalves(values.size())) {
        std::vector<Beside> besides;
        addBesides(besides, m_sweep.axis.what, values, place, [&known](std::size_t i) { return &*known[i]; });
        Result<KnownPoint> point = plannedAt(m_request, m_sweep.axis.what, values[place.index], besides, m_stop);
        if (!point) {
            return tl::unexpected(point.error());
        }
        if (m_stop.stop_requested()) {
            break;
        }
        known[place.index] = std::move(*point);
        m_sweep.firstSeconds = m_sweep.firstSeconds > 0 ? m_sweep.firstSeconds : secondsSince(m_start);
        if (m_found) {
            m_found(known[place.index]->point);
        }
        if (m_progress) {
            m_progress(progressOf(++done, values.size(), m_start));
        }
    }
    for (std::optional<KnownPoint>& point : known) {
        if (point) {
            m_known.push_back(std::move(*point));
        }
    }
    return {};
}

/// The plan of `other` at the value of `point`, where it is better there.
void takeOver(const SearchRequest& request, const std::string& what, SweepPoint& point, const SweepPoint& other)
{
    if (point.plan && point.certificate.status == Certificate::Status::Optimal) {
        return;
    }
    const Result<SearchRequest> asked = withNumber(request, what, point.value);
    std::optional<SweepPoint> same = asked && other.plan ? carried(*other.plan, *asked) : std::nullopt;
    if (!same || !same->figures->fits || same->figures->host.isExceeded() || rateOf(*same) >= rateOf(point)) {
        return;
    }
    point.kind = std::move(same->kind);
    point.certificate.status = Certificate::Status::Gap;
    // The bound is on a step of the batch that was found there, the plan may be of another.
    const double perSample = point.plan ? 1 / static_cast<double>(point.plan->training.globalBatch) : 0;
    const Seconds bound =
        point.certificate.lowerBound * perSample * static_cast<double>(same->plan->training.globalBatch);
    point.certificate.lowerBound = bound;
    point.certificate.gap = std::max(0.0, 1 - bound / same->figures->stepTime);
    point.plan = std::move(same->plan);
    point.figures = std::move(same->figures);
}

void Sweeping::shareAlong(bool rising)
{
    for (std::size_t i = 1; i < m_known.size() && !m_stop.stop_requested(); ++i) {
        const std::size_t at = rising ? i : m_known.size() - 1 - i;
        takeOver(m_request, m_sweep.axis.what, m_known[at].point, m_known[rising ? at - 1 : at + 1].point);
    }
}

Result<void> Sweeping::findCrossings(const KnownPoint& below, const KnownPoint& above, int depth)
{
    constexpr int deepest = 40;
    const double low = below.point.value;
    const double high = above.point.value;
    if (below.point.kind == above.point.kind || m_stop.stop_requested()) {
        return {};
    }
    if (high - low <= m_options.within * std::max(std::abs(low), std::abs(high)) || depth == deepest) {
        m_sweep.crossings.push_back({below.point, above.point});
        return {};
    }
    const double value = middle(low, high);
    std::vector<Beside> besides;
    addBeside(besides, m_sweep.axis.what, value, low, below);
    addBeside(besides, m_sweep.axis.what, value, high, above);
    Result<KnownPoint> between = plannedAt(m_request, m_sweep.axis.what, value, besides, m_stop);
    if (!between) {
        return tl::unexpected(between.error());
    }
    takeOver(m_request, m_sweep.axis.what, between->point, below.point);
    takeOver(m_request, m_sweep.axis.what, between->point, above.point);
    const KnownPoint point = std::move(*between);
    return findCrossings(below, point, depth + 1).and_then([&] { return findCrossings(point, above, depth + 1); });
}

Result<void> Sweeping::run()
{
    if (Result<void> done = planPoints(); !done) {
        return done;
    }
    shareAlong(true);
    shareAlong(false);
    if (m_options.crossings) {
        for (std::size_t i = 1; i < m_known.size(); ++i) {
            if (Result<void> found = findCrossings(m_known[i - 1], m_known[i], 0); !found) {
                return found;
            }
        }
    }
    std::ranges::transform(m_known, std::back_inserter(m_sweep.points), &KnownPoint::point);
    m_sweep.complete = !m_stop.stop_requested();
    m_sweep.seconds = secondsSince(m_start);
    return {};
}

/// Numbers of a cluster that say how fast or how large something is, of those that figures rest on.
bool isVaried(const std::string& pointer, const Cluster& cluster)
{
    static constexpr std::array left{"/devices",
                                     "/span",
                                     "/version",
                                     "/multiprocessors",
                                     "/usd_per_hour/",
                                     "/network/",
                                     "/devices_per_node",
                                     "/devices_per_link",
                                     "/power_watts/",
                                     "/measured/",
                                     "/size",
                                     "/context_bytes"};
    const bool isLeft =
        std::ranges::any_of(left, [&pointer](const char* part) { return pointer.find(part) != std::string::npos; });
    return !isLeft && *numberAt(cluster, pointer) != 0;
}

/// A share is at most 1, and a slowdown at least.
double limited(const std::string& pointer, double value)
{
    return pointer.ends_with("efficiency/value")         ? std::min(1.0, value)
           : pointer.ends_with("overlap_slowdown/value") ? std::max(1.0, value)
                                                         : value;
}

/// Returns the provenance of the innermost object around the number that has one. All constants of a kind of measured
/// kernel share one provenance.
std::string provenanceOf(const Json& json, std::string pointer)
{
    while (!pointer.empty()) {
        pointer.resize(pointer.rfind('/'));
        const Json& owner = json.at(Json::json_pointer(pointer));
        if (owner.is_object() && owner.contains("provenance")) {
            return owner.at("provenance");
        }
    }
    return "vendor";
}

/// The constants of a measured kernel belong together: none of them has an uncertainty of its own.
bool standsAlone(const std::string& pointer)
{
    return pointer.ends_with("/value");
}

}  // namespace

std::string kindOf(const Plan& plan)
{
    std::map<LayerStrategy, int> counts;
    for (const LayerStrategy& strategy : plan.strategies) {
        ++counts[strategy];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    const std::string stages = plan.pipeline() > 1 ? fmt::format("P{} ", plan.pipeline()) : "";
    return stages + shortName(most->first);
}

std::optional<SweepPoint> carried(const Plan& plan, const SearchRequest& request)
{
    if (request.cluster.devices != plan.cluster.devices || !(request.model == plan.model) ||
        (request.batches.empty() && request.training.globalBatch != plan.training.globalBatch)) {
        return std::nullopt;
    }
    Plan same = plan;
    same.cluster = request.cluster;
    same.training = request.training;
    same.training.globalBatch = plan.training.globalBatch;
    same.memoryBudget = request.memoryBudget;
    Estimate figures = estimate(same);
    if (!figures.legal) {
        return std::nullopt;
    }
    SweepPoint point;
    point.kind = kindOf(same);
    point.plan = std::make_shared<const Plan>(std::move(same));
    point.figures = std::make_shared<const Estimate>(std::move(figures));
    return point;
}

Result<Sweep> sweep(const SearchRequest& request, const SweepAxis& axis, const SweepOptions& options,
                    std::stop_token stop, const std::function<void(const SweepPoint&)>& found,
                    const ProgressSink& progress)
{
    if (const Result<void> checked = checkAxis(request, axis); !checked) {
        return tl::unexpected(checked.error());
    }
    Sweep result;
    result.axis = axis;
    const Result<void> done = Sweeping(request, result, options, std::move(stop), found, progress).run();
    if (!done) {
        return tl::unexpected(done.error());
    }
    return result;
}

double TornadoBar::swing(Seconds step) const
{
    double most = 0;
    for (const SweepPoint* side : {&less, &more}) {
        most = side->plan ? std::max(most, std::abs(side->figures->stepTime / step - 1)) : most;
    }
    return most;
}

double uncertaintyOf(const std::string& provenance)
{
    return provenance == "measured" || provenance == measuredHere ? 0.05
           : provenance == "fitted"                               ? 0.1
           : provenance == "guessed"                              ? 0.3
                                                                  : 0;
}

Result<Tornado> tornado(const SearchRequest& request, double share, std::stop_token stop, const ProgressSink& progress)
{
    Tornado result;
    const Result<KnownPoint> base = plannedBeside(request, {}, stop);
    if (!base) {
        return tl::unexpected(base.error());
    }
    result.base = base->point;
    const Json json = toJson(request.cluster);
    std::vector<std::string> pointers = numberPointers(request.cluster);
    const auto shareOf = [&](const std::string& pointer) {
        return share > 0 ? share : standsAlone(pointer) ? uncertaintyOf(provenanceOf(json, pointer)) : 0;
    };
    std::erase_if(pointers, [&](const std::string& pointer) {
        return !isVaried(pointer, request.cluster) || shareOf(pointer) == 0;
    });
    const auto start = SweepClock::now();
    for (const std::string& pointer : pointers) {
        TornadoBar bar{.what = std::string(clusterAxisPrefix) + pointer.substr(1), .from = provenanceOf(json, pointer)};
        bar.value = *numberAt(request.cluster, pointer);
        bar.share = shareOf(pointer);
        if (!result.base.plan || stop.stop_requested()) {
            break;
        }
        for (const auto& [side, factor] : {std::pair(&bar.less, 1 - bar.share), std::pair(&bar.more, 1 + bar.share)}) {
            const double value = limited(pointer, bar.value * factor);
            std::vector<Beside> besides;
            addBeside(besides, bar.what, value, bar.value, *base);
            Result<KnownPoint> known = plannedAt(request, bar.what, value, besides, stop);
            if (!known) {
                return tl::unexpected(known.error());
            }
            *side = std::move(known->point);
            takeOver(request, bar.what, *side, result.base);
        }
        result.bars.push_back(std::move(bar));
        if (progress) {
            progress(progressOf(result.bars.size(), pointers.size(), start));
        }
    }
    if (result.base.plan) {
        std::ranges::stable_sort(result.bars, std::greater<>(),
                                 [&result](const TornadoBar& bar) { return bar.swing(result.base.figures->stepTime); });
    }
    result.complete = !stop.stop_requested();
    return result;
}

}  // namespace pgram
