// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/seeds.h"

#include "core/plan/estimate.h"
#include "core/search/outer/uniform_search.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace pgram {

namespace {

/// Ratio of strategy numbers from which a separate search with the fewer strategies pays.
constexpr std::size_t manyTimes = 16;

/// Returns true if the method's own plans include the uniform plans on the even cut, so that the best of them can start
/// the search.
bool holdsUniformPlans(const SearchScope& scope)
{
    const std::vector<Cut>& cuts = scope.rules.cuts;
    const bool even = scope.rules.how == How::Joint || std::find(cuts.begin(), cuts.end(), Cut::Even) != cuts.end();
    const auto& pins = scope.source.pinned;
    return even && scope.source.mixed == nullptr &&
           std::none_of(pins.begin(), pins.end(), [](const auto& pin) { return pin.has_value(); });
}

/// Returns the tasks without their families, each with the strategies that all layers may run in some family.
std::vector<Subproblem> uniformTasks(std::span<const Subproblem> batch, const TaskSource& source)
{
    const auto suitsAll = [&source](const StrategyFamily& family, const LayerStrategy& strategy) {
        return !strategy.kept.recomputes() && std::ranges::all_of(source.model->runs, [&](const LayerSpec& run) {
            return family.mayRun(run, asRunBy(run, strategy, source.training.recomputedModules));
        });
    };
    std::map<int, std::set<LayerStrategy>> strategies;  // by P
    std::set<std::pair<int, int>> seen;                 // by P and family
    for (const Subproblem& task : batch) {
        if (seen.emplace(task.key.pipeline, task.key.family).second) {
            std::ranges::copy_if(task.family->strategies,
                                 std::inserter(strategies[task.key.pipeline], strategies[task.key.pipeline].end()),
                                 [&](const LayerStrategy& strategy) { return suitsAll(*task.family, strategy); });
        }
    }
    std::map<int, std::shared_ptr<const StrategySet>> sets;
    for (const auto& [pipeline, own] : strategies) {
        StrategySet set;
        set.strategies.assign(own.begin(), own.end());
        set.searched = static_cast<int>(own.size());
        for (const LayerStrategy& strategy : own) {
            for (const LayerSpec& run : source.model->runs) {
                set.strategies.push_back(asRunBy(run, strategy, source.training.recomputedModules));
            }
        }
        sets[pipeline] = std::make_shared<const StrategySet>(std::move(set));
    }
    std::set<TaskKey> keys;
    for (const Subproblem& task : batch) {
        keys.insert({task.key.batch, task.key.pipeline, task.key.microbatches, task.key.schedule});
    }
    std::vector<Subproblem> tasks;
    for (const TaskKey& key : keys) {
        tasks.push_back({key, sets[key.pipeline]});
    }
    return tasks;
}

/// Returns the tasks with the paper's strategies alone, for each P that has many times as many. A plan of them is found
/// long before the best of all.
std::vector<Subproblem> plainTasks(std::span<const Subproblem> listed, const TaskSource& source)
{
    std::map<int, std::shared_ptr<const StrategySet>> sets;
    std::vector<Subproblem> tasks;
    for (const Subproblem& task : listed) {
        const std::vector<LayerStrategy>& all = task.strategies->strategies;
        std::shared_ptr<const StrategySet>& own = sets[task.key.pipeline];
        if (own == nullptr) {
            StrategySet set;
            set.strategies = searchedStrategies(source.cluster->devices, task.key.pipeline, Space());
            std::erase_if(set.strategies,
                          [&all](const LayerStrategy& s) { return std::ranges::find(all, s) == all.end(); });
            set.searched = static_cast<int>(set.strategies.size());
            own = std::make_shared<const StrategySet>(std::move(set));
        }
        if (static_cast<std::size_t>(task.strategies->searched) >= manyTimes * own->strategies.size()) {
            tasks.push_back({task.key, own});
        }
    }
    return tasks;
}

/// Seeds the incumbent with the plans of the warm start. Returns false if none of them runs here.
bool seedFromWarmStart(std::int64_t batch, const SearchScope& scope, Incumbent& incumbent)
{
    bool any = false;
    for (const auto& start : scope.warmStart ? scope.warmStart->starts() : std::vector<std::shared_ptr<const Plan>>()) {
        Plan plan = *start;
        plan.cluster = *scope.source.cluster;
        plan.memoryBudget = scope.source.budget;
        const StepAndMemory figures = stepAndMemory(plan);
        if (plan.training.globalBatch == batch && figures.fits && figures.memory <= scope.usable) {
            incumbent.seed(std::move(plan), figures.step);
            any = true;
        }
    }
    return any;
}

}  // namespace

void seedUniform(std::span<const Subproblem> listed, const SearchScope& scope, Incumbent& incumbent)
{
    if (const auto uniform = bestUniform(listed, scope)) {
        incumbent.seed(planOf(scope.source, *uniform), uniform->stepTime);
    }
}

Seeded seed(std::span<const Subproblem> batch, const SearchScope& scope, Incumbent& incumbent)
{
    if (batch.empty() || seedFromWarmStart(batch.front().key.batch, scope, incumbent) || !holdsUniformPlans(scope)) {
        return Seeded::Fully;
    }
    const TaskSource& source = scope.source;
    const bool hasFamilies = scope.rules.target != nullptr;
    const std::vector<Subproblem> ofFamilies = hasFamilies ? uniformTasks(batch, source) : std::vector<Subproblem>();
    const std::span<const Subproblem> listed = hasFamilies ? ofFamilies : batch;
    const std::vector<Subproblem> plain = plainTasks(listed, source);
    seedUniform(plain, scope, incumbent);
    if (!plain.empty() && !hasFamilies) {
        return Seeded::InPart;
    }
    seedUniform(listed, scope, incumbent);
    return Seeded::Fully;
}

}  // namespace pgram
