// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/outer_search.h"

#include "core/base/workers.h"
#include "core/plan/estimate.h"
#include "core/search/outer/uniform_search.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace pgram {

namespace {

/// What is shown of a task that holds none of the starting plans serves further searches, which are like this one.
constexpr double furtherThanNeeded = 1.01;
/// Of strategies: so many more make a plan of few of them worth a look of its own.
constexpr std::size_t manyTimes = 16;

std::vector<Seconds> boundsOf(const std::vector<OpenTask>& tasks)
{
    std::vector<Seconds> bounds;
    for (const OpenTask& open : tasks) {
        bounds.push_back(open.bound);
    }
    return bounds;
}

}  // namespace

/// Whether the method's own plans include the uniform ones on the even cut, so that the best of them may start it.
bool OuterSearch::holdsUniformPlans() const
{
    const std::vector<Cut>& cuts = m_scope.rules.cuts;
    const bool even = m_scope.rules.how == How::Joint || std::find(cuts.begin(), cuts.end(), Cut::Even) != cuts.end();
    const auto& pins = m_scope.source.pinned;
    return even && m_scope.source.mixed == nullptr &&
           std::none_of(pins.begin(), pins.end(), [](const auto& pin) { return pin.has_value(); });
}

/// The tasks with the strategies that all layers may run in some family, in place of the families.
std::vector<ListedTask> OuterSearch::uniformTasks(std::span<const ListedTask> batch) const
{
    const auto suitsAll = [this](const StrategyFamily& family, const LayerStrategy& strategy) {
        return !strategy.kept.recomputes() &&
               std::ranges::all_of(m_scope.source.model->runs,
                                   [&](const LayerSpec& run) { return family.mayRun(run, strategy); });
    };
    std::map<int, std::set<LayerStrategy>> strategies;  // by P
    std::set<std::pair<int, int>> seen;                 // P and family
    for (const ListedTask& task : batch) {
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
        sets[pipeline] = std::make_shared<const StrategySet>(std::move(set));
    }
    std::set<TaskKey> keys;
    for (const ListedTask& task : batch) {
        keys.insert({task.key.batch, task.key.pipeline, task.key.microbatches, task.key.schedule});
    }
    std::vector<ListedTask> tasks;
    for (const TaskKey& key : keys) {
        tasks.push_back({key, sets[key.pipeline]});
    }
    return tasks;
}

/// The tasks of P with the strategies of the paper's dimensions alone, where others are many times as many: a plan of
/// them is there long before the best of all.
std::vector<ListedTask> OuterSearch::plainTasks(std::span<const ListedTask> listed) const
{
    std::map<int, std::shared_ptr<const StrategySet>> sets;
    std::vector<ListedTask> plain;
    for (const ListedTask& task : listed) {
        const std::vector<LayerStrategy>& all = task.strategies->strategies;
        std::shared_ptr<const StrategySet>& own = sets[task.key.pipeline];
        if (own == nullptr) {
            StrategySet set;
            set.strategies = searchedStrategies(m_scope.source.cluster->devices, task.key.pipeline, Space());
            std::erase_if(set.strategies,
                          [&all](const LayerStrategy& s) { return std::ranges::find(all, s) == all.end(); });
            set.searched = static_cast<int>(set.strategies.size());
            own = std::make_shared<const StrategySet>(std::move(set));
        }
        if (all.size() >= manyTimes * own->strategies.size()) {
            plain.push_back({task.key, own});
        }
    }
    return plain;
}

/// Whether a plan that the recall has is one of the task's.
bool OuterSearch::isOfStart(const TaskKey& key) const
{
    return std::ranges::any_of(m_scope.recall->starts(), [&key](const std::shared_ptr<const Plan>& start) {
        return start->pipeline() == key.pipeline && start->schedule.microbatches == key.microbatches;
    });
}

/// From the plans that the recall has; false: none of them runs here.
bool OuterSearch::seedFromRecall(std::int64_t batch)
{
    bool any = false;
    for (const auto& start : m_scope.recall ? m_scope.recall->starts() : std::vector<std::shared_ptr<const Plan>>()) {
        Plan plan = *start;
        plan.cluster = *m_scope.source.cluster;
        const StepAndMemory figures = stepAndMemory(plan);
        if (plan.training.globalBatch == batch && figures.memory <= m_scope.usable) {
            m_incumbent.seed(std::move(plan), figures.step);
            any = true;
        }
    }
    return any;
}

void OuterSearch::seed(std::span<const ListedTask> batch)
{
    if (batch.empty() || seedFromRecall(batch.front().key.batch) || !holdsUniformPlans()) {
        return;
    }
    const TaskSource& source = m_scope.source;
    const bool hasFamilies = m_scope.rules.target != nullptr;
    const std::vector<ListedTask> ofFamilies = hasFamilies ? uniformTasks(batch) : std::vector<ListedTask>();
    const std::span<const ListedTask> listed = hasFamilies ? ofFamilies : batch;
    if (const auto plain = bestUniform(source, plainTasks(listed), m_scope.usable, m_scope.workers, m_scope.stop)) {
        m_incumbent.seed(planOf(source, *plain), plain->stepTime);
    }
    if (const auto uniform = bestUniform(source, listed, m_scope.usable, m_scope.workers, m_scope.stop)) {
        m_incumbent.seed(planOf(source, *uniform), uniform->stepTime);
    }
}

/// `rate`: seconds a sample that a plan may take to be of use. What a task gives that takes more effort is kept.
OuterSearch::Waiting OuterSearch::solve(const ListedTask& listed, std::size_t index, Seconds rate, Effort effort)
{
    const Task task = makeTask(m_scope.source, listed.key, listed.strategies, listed.family);
    const double batch = static_cast<double>(task.key.batch);
    TaskOutcome outcome = solveTask(task, m_scope.rules, m_scope.usable, rate * batch, m_scope.stop, effort);
    const Seconds bound = outcome.bound / (batch * (1 + 1e-12));
    if (m_scope.recall != nullptr && outcome.bound > 0) {
        m_scope.recall->raise(task.key, bound);
    }
    const bool waits = outcome.stopped && effort == Effort::Little && !m_scope.stop.stop_requested();
    m_incumbent.take(task, index, std::move(outcome), !waits);
    return waits ? Waiting(bound) : std::nullopt;
}

/// Each gives its optimum, whatever the order: those that take more than a little effort wait for the plans of the
/// others, which show many of them to be of no use, and go on best bound first.
void OuterSearch::solveBounded(std::span<const OpenTask> tasks, const std::vector<std::size_t>& which,
                               std::size_t first)
{
    const bool hasStart = m_scope.recall != nullptr && !m_scope.recall->starts().empty();
    const auto limit = [&](const TaskKey& key) {
        return m_incumbent.rate() * (hasStart && !isOfStart(key) ? furtherThanNeeded : 1);
    };
    struct Turn {
        std::size_t task = 0;
        Seconds bound = 0;
    };
    std::vector<Turn> turns;
    for (const std::size_t task : which) {
        turns.push_back({task, tasks[task].bound});
    }
    for (const Effort effort : hasStart ? std::vector{Effort::Proof} : std::vector{Effort::Little, Effort::Full}) {
        std::vector<Waiting> waits(turns.size());
        forEachInOrder(m_scope.workers, turns.size(), [&](std::size_t i) {
            const Turn& turn = turns[i];
            const OpenTask& open = tasks[turn.task];
            if (m_scope.stop.stop_requested() || m_incumbent.beats(turn.bound)) {
                m_incumbent.skip();
            } else {
                waits[i] = solve(open.listed, first + turn.task, limit(open.listed.key), effort);
            }
        });
        std::vector<Turn> waiting;
        for (std::size_t i = 0; i < turns.size(); ++i) {
            if (waits[i]) {
                waiting.push_back({turns[i].task, std::max(turns[i].bound, *waits[i])});
            }
        }
        std::ranges::stable_sort(waiting, {}, &Turn::bound);
        turns = std::move(waiting);
    }
}

/// Where the objective is no bound, which plan a task gives depends on how far it looks, and that must not depend on
/// which worker was first: rounds of growing size, in each of which all tasks look equally far.
void OuterSearch::solveWhileUseful(std::span<const OpenTask> tasks, std::span<const std::size_t> which,
                                   std::size_t first)
{
    for (std::size_t done = 0, size = 3; done < which.size(); done += size, size *= 2) {
        const std::span<const std::size_t> round = which.subspan(done, std::min(size, which.size() - done));
        const Seconds rate = m_incumbent.rate();
        forEachInOrder(m_scope.workers, round.size(), [&](std::size_t i) {
            const OpenTask& open = tasks[round[i]];
            if (m_scope.stop.stop_requested() || rate < open.likely) {
                m_incumbent.skip();
            } else {
                solve(open.listed, first + round[i], rate);
            }
        });
    }
}

void OuterSearch::run(std::span<const ListedTask> batch)
{
    seed(batch);
    const std::vector<OpenTask> tasks = openTasks(batch, m_scope.source, m_scope.usable, m_incumbent.rate(),
                                                  m_scope.workers, m_scope.stop, m_scope.recall);
    if (m_scope.stop.stop_requested()) {
        return;
    }
    const std::size_t first = m_incumbent.open(boundsOf(tasks), static_cast<int>(batch.size() - tasks.size()));
    const auto fits = [](const OpenTask& open) { return open.bound < std::numeric_limits<double>::infinity(); };
    const auto possible = static_cast<std::size_t>(std::ranges::count_if(tasks, fits));
    std::vector<std::size_t> bounded;
    std::vector<std::size_t> guided;
    for (std::size_t i = 0; i < possible; ++i) {
        const TaskKey& key = tasks[i].listed.key;
        const Schedule& schedule = m_scope.source.schedules[static_cast<std::size_t>(key.schedule)];
        const bool isBound = Objective(schedule, key.pipeline, m_scope.source.rule).isBound();
        (isBound ? bounded : guided).push_back(i);
    }
    solveBounded(tasks, bounded, first);
    solveWhileUseful(tasks, guided, first);
    for (std::size_t i = possible; i < tasks.size(); ++i) {
        m_hopeless.push_back({tasks[i], first + i});
    }
}

void OuterSearch::finish()
{
    std::stable_sort(m_hopeless.begin(), m_hopeless.end(),
                     [](const Hopeless& a, const Hopeless& b) { return a.open.need < b.open.need; });
    forEachInOrder(m_scope.workers, m_hopeless.size(), [&](std::size_t i) {
        const Hopeless& hopeless = m_hopeless[i];
        if (m_scope.stop.stop_requested() || m_incumbent.isBeyond(hopeless.open.need)) {
            m_incumbent.dismiss();
        } else {
            solve(hopeless.open.listed, hopeless.index, m_incumbent.rate());
        }
    });
}

}  // namespace pgram
