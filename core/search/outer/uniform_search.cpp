// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/uniform_search.h"

#include "core/base/index.h"
#include "core/base/workers.h"
#include "core/plan/estimate.h"
#include "core/plan/out_of_core.h"
#include "core/search/pipeline/uniform.h"
#include "core/search/task/rounding.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

namespace pgram {

namespace {

/// Assumed ratio of a step to its objective. Plans of a larger objective are left out until a step exceeds the ratio.
constexpr double likelyMost = 1.5;

/// One strategy on one cut, with all its micro-batches and schedules.
struct Unit {
    const std::vector<UniformCut>* cuts = nullptr;  ///< per schedule
    const LayerStrategy* strategy = nullptr;
    std::span<const Subproblem> tasks;  ///< tasks of the same P
};

struct Scored {
    Seconds objective = 0;
    TaskKey key;
    std::size_t unit = 0;
    double slack = 1;
    /// Returns a lower bound of the step in seconds, as far as the tried pipelines show.
    [[nodiscard]] Seconds likelyLeast() const { return objective / slack; }
};

/// Returns the plans that fit and may be the fastest of the unit, for any step of the best plan between its objective
/// and half as much again.
std::vector<Scored> scoresOf(const TaskSource& source, const Unit& unit, std::size_t index, Bytes usable)
{
    std::vector<UniformScorer> scorers;
    for (std::size_t i = 0; i < source.schedules.size(); ++i) {
        const Schedule schedule = scheduleOf(source, {1, unit.tasks.front().key.pipeline, 1, static_cast<int>(i)});
        scorers.emplace_back(source, schedule, (*unit.cuts)[i], *unit.strategy);
    }
    std::vector<Scored> scores;
    Seconds least = std::numeric_limits<double>::infinity();
    for (const Subproblem& task : unit.tasks) {
        UniformScorer& scorer = scorers[at(task.key.schedule)];
        const std::optional<UniformScore> score =
            scorer.score(task.key.batch, task.key.microbatches, likelyMost * least);
        if (score && score->memory <= usable) {
            const double slack = Objective(scheduleOf(source, task.key), task.key.pipeline, source.rule).slack();
            scores.push_back({score->objective, task.key, index, slack});
            least = std::min(least, score->objective);
        }
    }
    std::erase_if(scores, [least](const Scored& scored) { return scored.objective > likelyMost * least; });
    return scores;
}

UniformPlan uniformOf(const Scored& scored, const Unit& unit)
{
    return {scored.key, *unit.strategy, (*unit.cuts)[at(scored.key.schedule)].sizes(), scored.objective};
}

/// Returns the figure by which stepOf() ranks.
Seconds stepOf(const TaskSource& source, const UniformPlan& uniform)
{
    if (source.rule == StepRule::Paper) {
        return uniform.stepTime;
    }
    const Plan plan = planOf(source, uniform);
    return uniform.key.pipeline == 1 && !leavesToHost(plan) ? uniform.stepTime : stepAndMemory(plan).step;
}

}  // namespace

std::optional<UniformPlan> bestUniform(std::span<const Subproblem> listed, const SearchScope& scope)
{
    const TaskSource& source = scope.source;
    std::map<int, std::vector<UniformCut>> cuts;  // by number of stages
    std::vector<Unit> units;
    for (std::size_t first = 0; first < listed.size();) {
        const int pipeline = listed[first].key.pipeline;
        std::size_t end = first;
        while (end < listed.size() && listed[end].key.pipeline == pipeline) {
            ++end;
        }
        std::vector<UniformCut>& ofSchedules = cuts[pipeline];
        for (std::size_t i = ofSchedules.size(); i < source.schedules.size(); ++i) {
            ofSchedules.emplace_back(*source.model, *source.cluster, pipeline,
                                     scheduleOf(source, {1, pipeline, 1, static_cast<int>(i)}), source.pinned);
        }
        for (const Subproblem& task : listed.subspan(first, end - first)) {
            ofSchedules[at(task.key.schedule)].prepare(scheduleOf(source, task.key));
        }
        const StrategySet& set = *listed[first].strategies;
        const std::set<LayerStrategy> all(set.strategies.begin(), set.strategies.end());
        for (const LayerStrategy& strategy : std::span(set.strategies).first(static_cast<std::size_t>(set.searched))) {
            const auto isThere = [&](const LayerSpec& layer) {
                return all.contains(asRunBy(layer, strategy, source.training.recomputedModules));
            };
            const auto isItself = [&](const LayerSpec& layer) {
                return asRunBy(layer, strategy, source.training.recomputedModules) == strategy;
            };
            if (std::ranges::all_of(source.model->runs, isThere) && std::ranges::any_of(source.model->runs, isItself)) {
                units.push_back({&ofSchedules, &strategy, listed.subspan(first, end - first)});
            }
        }
        first = end;
    }
    std::mutex mutex;
    std::vector<Scored> scores;
    forEachInOrder(scope.workers, units.size(), [&](std::size_t i) {
        if (scope.stop.stop_requested()) {
            return;
        }
        const std::vector<Scored> own = scoresOf(source, units[i], i, scope.usable);
        const std::scoped_lock lock(mutex);
        scores.insert(scores.end(), own.begin(), own.end());
    });
    std::ranges::sort(scores, [](const Scored& a, const Scored& b) {
        return std::tuple(a.likelyLeast(), a.key, a.unit) < std::tuple(b.likelyLeast(), b.key, b.unit);
    });
    std::optional<UniformPlan> best;
    for (const Scored& scored : scores) {
        if (best && (scored.likelyLeast() > best->stepTime || scope.stop.stop_requested())) {
            break;
        }
        UniformPlan uniform = uniformOf(scored, units[scored.unit]);
        uniform.stepTime = stepOf(source, uniform);
        if (!best || roundedUp(uniform.stepTime) < best->stepTime) {
            best = std::move(uniform);
        }
    }
    return best;
}

Plan planOf(const TaskSource& source, const UniformPlan& uniform)
{
    Plan plan;
    plan.model = *source.model;
    plan.cluster = *source.cluster;
    plan.memoryBudget = source.budget;
    plan.training = source.training;
    plan.training.globalBatch = uniform.key.batch;
    plan.schedule = scheduleOf(source, uniform.key);
    plan.chunks = chunksFromSizes(uniform.sizes);
    for (const LayerSpec& layer : plan.model.runs) {
        plan.strategies.insert(plan.strategies.end(), static_cast<std::size_t>(layer.count),
                               asRunBy(layer, uniform.strategy, source.training.recomputedModules));
    }
    return plan;
}

}  // namespace pgram
