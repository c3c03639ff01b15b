// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/robust.h"

#include "core/base/index.h"
#include "core/plan/worst_case.h"
#include "core/search/outer/finish.h"
#include "core/search/task/rounding.h"
#include "core/search/task/task_list.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <functional>

namespace pgram {

namespace {

using Clock = std::chrono::steady_clock;

/// Effort per start, in layers and stages of the plans that are tried.
constexpr std::int64_t mostRobustEffort = 200'000;

/// Largest number of micro-batch counts that are searched separately.
constexpr std::size_t mostCounts = 8;

/// Returns the cluster with all devices slower by the factor `times`.
Cluster slowed(Cluster cluster, double times)
{
    cluster.device.speed /= times;
    for (DeviceKind& kind : cluster.kinds) {
        if (kind.device) {
            kind.device->speed /= times;
        }
    }
    return cluster;
}

/// Moves from plan to plan as long as the worst case improves.
class Descent {
public:
    Descent(const SearchRequest& request, Plan start, const std::stop_token& stop)
        : m_request(request),
          m_plan(std::move(start)),
          m_strategies(searchedStrategies(request.cluster.devices, m_plan.pipeline(), rulesOf(request).space)),
          m_stop(stop)
    {
        m_rate = rateOf(m_plan, infinity);
    }

    void run()
    {
        while (round() && !isOver()) {
        }
    }

    [[nodiscard]] const Plan& plan() const { return m_plan; }
    /// Returns the seconds per sample in the worst case; infinity if the plan cannot run.
    [[nodiscard]] Seconds rate() const { return m_rate; }

private:
    [[nodiscard]] Seconds rateOf(const Plan& plan, Seconds enough)
    {
        m_effort -= std::int64_t{plan.model.layerCount()} * (plan.pipeline() + 1);
        const auto batch = static_cast<double>(plan.training.globalBatch);
        if (stepAndMemory(plan).step >= enough * batch) {
            return infinity;
        }
        const Estimate figures = estimate(plan);
        if (!figures.fits || !figures.legal) {
            return infinity;
        }
        return worstCase(plan, m_request.slowdown, enough * batch).step / batch;
    }

    [[nodiscard]] bool isOver() const { return m_effort <= 0 || m_stop.stop_requested(); }

    bool tryPlan(Plan next)
    {
        if (isOver()) {
            return false;
        }
        const Seconds rate = rateOf(next, m_rate);
        if (roundedUp(rate) >= m_rate) {
            return false;
        }
        m_rate = rate;
        m_plan = std::move(next);
        return true;
    }

    using Visit = std::function<bool(Plan next)>;  ///< returns true to stop

    /// Visits the neighbours of the plan: a cut moved by a layer, other micro-batches, the devices of two stages
    /// exchanged.
    bool eachShape(const Plan& plan, const Visit& visit) const
    {
        for (std::size_t chunk = 0; chunk + 1 < plan.chunks.size(); ++chunk) {
            for (const int by : {1, -1}) {
                Plan next = plan;
                Chunk& front = next.chunks[chunk];
                Chunk& behind = next.chunks[chunk + 1];
                front.layerCount += by;
                behind.firstLayer += by;
                behind.layerCount -= by;
                if (front.layerCount > 0 && behind.layerCount > 0 && visit(std::move(next))) {
                    return true;
                }
            }
        }
        for (const int count : divisors(plan.training.globalBatch)) {
            const bool isAsked =
                m_request.microbatches.empty() || std::ranges::count(m_request.microbatches, count) > 0;
            if (isAsked && count != plan.schedule.microbatches) {
                Plan next = plan;
                next.schedule.microbatches = count;
                if (visit(std::move(next))) {
                    return true;
                }
            }
        }
        for (int stage = 0; stage < plan.pipeline() && devicesDiffer(plan.cluster); ++stage) {
            for (int other = 0; other < stage; ++other) {
                Plan next = exchanged(plan, stage, other);
                if (kindsText(next, stage) != kindsText(plan, stage) && visit(std::move(next))) {
                    return true;
                }
            }
        }
        return false;
    }

    [[nodiscard]] static Plan exchanged(const Plan& plan, int stage, int other)
    {
        Plan next = plan;
        next.stageBlocks.clear();
        for (int own = 0; own < plan.pipeline(); ++own) {
            next.stageBlocks.push_back(plan.blockOf(own == stage ? other : own == other ? stage : own));
        }
        if (std::ranges::is_sorted(next.stageBlocks)) {
            next.stageBlocks.clear();
        }
        return next;
    }

    /// Visits the plans in which a layer, or a row of equal layers, has another strategy.
    bool eachStrategy(const Plan& plan, const Visit& visit) const
    {
        for (int first = 0; first < plan.model.layerCount(); ++first) {
            const int end = endOfAlike(plan, first);
            for (const LayerStrategy& strategy : m_strategies) {
                if (isPinned(first) || plan.strategies[at(first)] == strategy) {
                    continue;
                }
                for (int last = first + 1; last <= end; last += std::max(1, end - last)) {
                    Plan next = plan;
                    std::fill(next.strategies.begin() + first, next.strategies.begin() + last, strategy);
                    if (visit(std::move(next))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /// Tries the moves in rounds: one move, else up to three together. Returns true if the plan improved.
    bool round()
    {
        const Visit tryIt = [this](Plan next) { return isOver() || tryPlan(std::move(next)); };
        const auto shapeThen = [this](const Visit& visit) {
            return [this, visit](const Plan& next) { return isOver() || eachShape(next, visit); };
        };
        const auto strategyThen = [this](const Visit& visit) {
            return [this, visit](const Plan& next) { return isOver() || eachStrategy(next, visit); };
        };
        const Visit strategy = strategyThen(tryIt);
        const Plan from = m_plan;
        return eachShape(from, tryIt) || eachStrategy(from, tryIt) || eachShape(from, strategy) ||
               eachStrategy(from, strategy) || eachShape(from, shapeThen(tryIt)) ||
               eachShape(from, shapeThen(strategy)) || eachShape(from, shapeThen(shapeThen(tryIt))) ||
               eachShape(from, strategyThen(strategy));
    }

    [[nodiscard]] bool isPinned(int layer) const
    {
        return std::ranges::any_of(m_request.pins, [layer](const Pin& pin) {
            return pin.firstLayer <= layer && layer < pin.firstLayer + pin.layerCount;
        });
    }

    /// Returns the end of the layers that share run, stage and strategy with `first`.
    [[nodiscard]] int endOfAlike(const Plan& plan, int first) const
    {
        const auto strategyOf = [&plan](int layer) { return plan.strategies[at(layer)]; };
        int end = first + 1;
        while (end < plan.model.layerCount() && plan.model.runOf(end) == plan.model.runOf(first) &&
               plan.chunkOf(end) == plan.chunkOf(first) && !isPinned(end) && strategyOf(end) == strategyOf(first)) {
            ++end;
        }
        return end;
    }

    const SearchRequest& m_request;
    Plan m_plan;
    std::vector<LayerStrategy> m_strategies;
    const std::stop_token& m_stop;
    Seconds m_rate = infinity;
    std::int64_t m_effort = mostRobustEffort;
};

class Robust {
public:
    Robust(const SearchRequest& request, const Searching& search, const std::stop_token& stop,
           const ProgressSink& progress)
        : m_request(request), m_search(search), m_stop(stop), m_progress(progress)
    {
        for (const int stages : pipelineDegrees(request.cluster.devices, request.space)) {
            const bool isAsked =
                request.pipelines.empty() || std::ranges::find(request.pipelines, stages) != request.pipelines.end();
            if (isAsked && stages <= request.model.layerCount()) {
                m_stages.push_back(stages);
            }
        }
    }

    Result<SearchResult> run()
    {
        const double slow = 1 / (1 - m_request.slowdown);
        Seconds bound = infinity;
        for (const int stages : m_stages) {
            Result<SearchResult> near = searchOn(stages, 1 + (slow - 1) / stages);
            if (!near && stages > 1 && near.error().kind != ErrorKind::Internal) {
                continue;  // more than one stage is refused
            }
            if (!near) {
                return near;
            }
            bound = std::min(bound, boundOf(*near));
            const bool mayWin = boundOf(*near) < m_rate;
            if (mayWin || !near->plan) {
                take(*near);
            }
            if (near->plan && stages > 1 && mayWin) {
                searchFurther(stages, slow);
            }
            if (m_fault) {
                return tl::unexpected(*m_fault);
            }
            tell(bound);
        }
        return answer(bound);
    }

private:
    /// Starts from further plans: with all devices slow, and with each number of micro-batches.
    void searchFurther(int stages, double slow)
    {
        std::vector<int> counts = m_request.microbatches;
        if (m_request.microbatches.empty() && m_request.batches.empty()) {
            counts = divisors(m_request.training.globalBatch);
            counts.resize(std::min(counts.size(), mostCounts));
        }
        for (const int count : counts) {
            for (const double times : {1 + (slow - 1) / stages, slow}) {
                if (const Result<SearchResult> found = searchOn(stages, times, count); found && found->plan) {
                    take(*found);
                }
            }
        }
        if (const Result<SearchResult> found = searchOn(stages, slow); found && counts.empty()) {
            take(*found);
        }
    }

    /// `microbatches`: the only number to search; 0 = those of the request.
    [[nodiscard]] Result<SearchResult> searchOn(int stages, double times, int microbatches = 0)
    {
        SearchRequest asked = m_request;
        asked.microbatches = microbatches > 0 ? std::vector<int>{microbatches} : m_request.microbatches;
        asked.method = Method::Joint;
        asked.rule = StepRule::Simulated;  // the worst case is a simulated step
        asked.pipelines = {stages};
        asked.cluster = slowed(m_request.cluster, times);
        Result<SearchResult> found = m_search(asked);
        if (!found && found.error().kind == ErrorKind::Internal) {
            m_fault = found.error();
        }
        return found;
    }

    /// Returns the bound in seconds per sample.
    static Seconds boundOf(const SearchResult& result)
    {
        return result.plan ? result.certificate.lowerBound / static_cast<double>(result.plan->training.globalBatch)
               : result.certificate.status == Certificate::Status::Stopped ? 0
                                                                           : infinity;
    }

    void take(const SearchResult& result)
    {
        m_tasks += result.certificate.tasks;
        m_skipped += result.certificate.skipped;
        m_scope = result.certificate.scope;
        if (!result.plan) {
            const bool isNearer =
                result.infeasibility && (!m_nearest || result.infeasibility->shortBy < m_nearest->shortBy);
            m_nearest = isNearer ? result.infeasibility : m_nearest;
            return;
        }
        Plan plan = *result.plan;
        plan.cluster = m_request.cluster;
        Descent descent(m_request, std::move(plan), m_stop);
        descent.run();
        if (descent.rate() < m_rate) {
            m_rate = descent.rate();
            m_best = descent.plan();
        }
    }

    void tell(Seconds bound)
    {
        ++m_told;
        if (m_progress) {
            Progress progress;
            progress.tasksDone = m_told;
            progress.tasksTotal = static_cast<int>(m_stages.size());
            progress.incumbent = m_rate;
            progress.bound = std::min(bound, m_rate);
            progress.gap = m_best ? (m_rate - progress.bound) / m_rate : 0;
            progress.seconds = elapsed();
            m_progress(progress);
        }
    }

    [[nodiscard]] Seconds elapsed() const { return std::chrono::duration<double>(Clock::now() - m_begin).count(); }

    SearchResult answer(Seconds bound)
    {
        SearchResult result;
        result.certificate.scope =
            fmt::format("{}, with any one device {:.3g} % slower", m_scope, 100 * m_request.slowdown);
        result.certificate.tasks = m_tasks;
        result.certificate.skipped = m_skipped;
        if (m_best) {
            result.plan = finished(std::move(*m_best), m_request, rulesOf(m_request));
            result.worst = worstCase(*result.plan, m_request.slowdown);
        } else if (!m_stop.stop_requested()) {
            result.infeasibility = m_nearest ? m_nearest : infeasibilityOf(m_request, 0, std::nullopt);
        }
        result.certificate.seconds = elapsed();
        certify(result, m_request, bound, m_stop.stop_requested());
        return result;
    }

    const SearchRequest& m_request;
    const Searching& m_search;
    const std::stop_token& m_stop;
    const ProgressSink& m_progress;
    std::vector<int> m_stages;
    Clock::time_point m_begin = Clock::now();
    std::optional<Plan> m_best;
    Seconds m_rate = infinity;  ///< seconds per sample of the best plan
    std::optional<Infeasibility> m_nearest;
    std::string m_scope;
    std::optional<Error> m_fault;  ///< internal error of a search
    int m_tasks = 0;
    int m_skipped = 0;
    int m_told = 0;
};

}  // namespace

Result<SearchResult> mostRobust(const SearchRequest& request, const Searching& search, const std::stop_token& stop,
                                const ProgressSink& progress)
{
    return checkRequest(request).and_then([&] { return Robust(request, search, stop, progress).run(); });
}

}  // namespace pgram
