// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/questions/sweep.h"

#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/plan/preset_edits.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace pgram {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view clusterPrefix = "cluster.";

Seconds since(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

Seconds rateOf(const SweepPoint& point)
{
    return point.plan ? point.figures->stepTime / static_cast<double>(point.plan->training.globalBatch)
                      : std::numeric_limits<double>::infinity();
}

Result<SweepPoint> planned(const SearchRequest& request, const std::stop_token& stop)
{
    Result<SearchResult> result = search(request, stop);
    if (!result) {
        return tl::unexpected(result.error());
    }
    SweepPoint point;
    point.certificate = result->certificate;
    if (result->plan) {
        point.kind = kindOf(*result->plan);
        point.plan = std::make_shared<const Plan>(std::move(*result->plan));
        point.figures = result->estimate;
    } else if (result->infeasibility) {
        point.why = result->infeasibility->reason;
    }
    return point;
}

/// A value that the request cannot have is a point without a plan.
Result<SweepPoint> plannedAt(const SearchRequest& request, const std::string& what, double value,
                             const std::stop_token& stop)
{
    const Result<SearchRequest> asked = withNumber(request, what, value);
    if (!asked) {
        return SweepPoint{.value = value, .why = asked.error().what};
    }
    Result<SweepPoint> point = planned(*asked, stop);
    if (point) {
        point->value = value;
    }
    return point;
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
    Result<void> findCrossings(const SweepPoint& below, const SweepPoint& above, int depth);
    void tell(int total);
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
    Clock::time_point m_start = Clock::now();
};

void Sweeping::tell(int total)
{
    if (m_progress) {
        Progress now;
        now.tasksDone = static_cast<int>(m_sweep.points.size());
        now.tasksTotal = total;
        now.seconds = since(m_start);
        m_progress(now);
    }
}

Result<void> Sweeping::planPoints()
{
    const std::vector<double> values = m_sweep.axis.values();
    for (const double value : values) {
        Result<SweepPoint> point = plannedAt(m_request, m_sweep.axis.what, value, m_stop);
        if (!point) {
            return tl::unexpected(point.error());
        }
        if (m_stop.stop_requested()) {
            return {};
        }
        m_sweep.points.push_back(std::move(*point));
        m_sweep.firstSeconds = m_sweep.firstSeconds > 0 ? m_sweep.firstSeconds : since(m_start);
        if (m_found) {
            m_found(m_sweep.points.back());
        }
        tell(static_cast<int>(values.size()));
    }
    return {};
}

/// The plan of `other` at the value of `point`, where it is better there.
void takeOver(const SearchRequest& request, const std::string& what, SweepPoint& point, const SweepPoint& other)
{
    const Result<SearchRequest> asked = withNumber(request, what, point.value);
    if (!other.plan || !asked || asked->cluster.devices != other.plan->cluster.devices ||
        !(asked->model == other.plan->model) || asked->training.globalBatch != other.plan->training.globalBatch) {
        return;
    }
    Plan plan = *other.plan;
    plan.cluster = asked->cluster;
    plan.memoryBudget = asked->memoryBudget;
    Estimate figures = estimate(plan);
    const Seconds rate = figures.stepTime / static_cast<double>(plan.training.globalBatch);
    if (!figures.fits || !figures.legal || figures.host.isExceeded() || rate >= rateOf(point)) {
        return;
    }
    point.kind = kindOf(plan);
    point.certificate.status = Certificate::Status::Gap;
    point.certificate.gap = std::max(0.0, 1 - point.certificate.lowerBound / figures.stepTime);
    point.plan = std::make_shared<const Plan>(std::move(plan));
    point.figures = std::make_shared<const Estimate>(std::move(figures));
}

void Sweeping::shareAlong(bool rising)
{
    auto& points = m_sweep.points;
    for (std::size_t i = 1; i < points.size() && !m_stop.stop_requested(); ++i) {
        const std::size_t at = rising ? i : points.size() - 1 - i;
        takeOver(m_request, m_sweep.axis.what, points[at], points[rising ? at - 1 : at + 1]);
    }
}

Result<void> Sweeping::findCrossings(const SweepPoint& below, const SweepPoint& above, int depth)
{
    constexpr int deepest = 40;
    if (below.kind == above.kind || m_stop.stop_requested()) {
        return {};
    }
    const double scale = std::max(std::abs(below.value), std::abs(above.value));
    if (above.value - below.value <= m_options.within * scale || depth == deepest) {
        m_sweep.crossings.push_back({below, above});
        return {};
    }
    Result<SweepPoint> between = plannedAt(m_request, m_sweep.axis.what, middle(below.value, above.value), m_stop);
    if (!between) {
        return tl::unexpected(between.error());
    }
    takeOver(m_request, m_sweep.axis.what, *between, below);
    takeOver(m_request, m_sweep.axis.what, *between, above);
    const SweepPoint point = std::move(*between);
    return findCrossings(below, point, depth + 1).and_then([&] { return findCrossings(point, above, depth + 1); });
}

Result<void> Sweeping::run()
{
    if (const Result<void> done = planPoints(); !done) {
        return done;
    }
    shareAlong(true);
    shareAlong(false);
    if (m_options.crossings) {
        for (std::size_t i = 1; i < m_sweep.points.size(); ++i) {
            if (const Result<void> found = findCrossings(m_sweep.points[i - 1], m_sweep.points[i], 0); !found) {
                return found;
            }
        }
    }
    m_sweep.complete = !m_stop.stop_requested();
    m_sweep.seconds = since(m_start);
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

std::string provenanceOf(const Json& json, const std::string& pointer)
{
    const Json::json_pointer owner(pointer.substr(0, pointer.rfind('/')));
    return json.at(owner).is_object() ? json.at(owner).value("provenance", "vendor") : "vendor";
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

Result<std::vector<SweepPoint>> sweepMap(const SearchRequest& request, const SweepAxis& first, const SweepAxis& second,
                                         std::stop_token stop, const ProgressSink& progress,
                                         const std::function<void(const SweepPoint&)>& found)
{
    for (const SweepAxis* axis : {&first, &second}) {
        if (const Result<void> checked = checkAxis(request, *axis); !checked) {
            return tl::unexpected(checked.error());
        }
    }
    const auto start = Clock::now();
    std::vector<SweepPoint> points;
    for (const double x : first.values()) {
        const Result<SearchRequest> column = withNumber(request, first.what, x);
        for (const double y : second.values()) {
            Result<SweepPoint> point =
                column ? plannedAt(*column, second.what, y, stop) : SweepPoint{.why = column.error().what};
            if (!point) {
                return tl::unexpected(point.error());
            }
            if (stop.stop_requested()) {
                return points;
            }
            point->value = x;
            point->second = y;
            points.push_back(std::move(*point));
            if (found) {
                found(points.back());
            }
            if (progress) {
                Progress now;
                now.tasksDone = static_cast<int>(points.size());
                now.tasksTotal = first.points * second.points;
                now.seconds = since(start);
                progress(now);
            }
        }
    }
    return points;
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
    return provenance == "measured" ? 0.05 : provenance == "fitted" ? 0.1 : provenance == "guessed" ? 0.3 : 0;
}

Result<Tornado> tornado(const SearchRequest& request, double share, std::stop_token stop, const ProgressSink& progress)
{
    Tornado result;
    Result<SweepPoint> base = planned(request, stop);
    if (!base) {
        return tl::unexpected(base.error());
    }
    result.base = std::move(*base);
    const Json json = toJson(request.cluster);
    std::vector<std::string> pointers = numberPointers(request.cluster);
    std::erase_if(pointers, [&](const std::string& pointer) { return !isVaried(pointer, request.cluster); });
    const auto start = Clock::now();
    for (const std::string& pointer : pointers) {
        TornadoBar bar{.what = std::string(clusterPrefix) + pointer.substr(1), .from = provenanceOf(json, pointer)};
        bar.value = *numberAt(request.cluster, pointer);
        bar.share = share > 0 ? share : uncertaintyOf(bar.from);
        if (bar.share == 0 || !result.base.plan || stop.stop_requested()) {
            continue;
        }
        for (const auto& [side, factor] : {std::pair(&bar.less, 1 - bar.share), std::pair(&bar.more, 1 + bar.share)}) {
            Result<SweepPoint> point = plannedAt(request, bar.what, limited(pointer, bar.value * factor), stop);
            if (!point) {
                return tl::unexpected(point.error());
            }
            *side = std::move(*point);
            takeOver(request, bar.what, *side, result.base);
        }
        result.bars.push_back(std::move(bar));
        if (progress) {
            Progress now;
            now.tasksDone = static_cast<int>(result.bars.size());
            now.tasksTotal = static_cast<int>(pointers.size());
            now.seconds = since(start);
            progress(now);
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
