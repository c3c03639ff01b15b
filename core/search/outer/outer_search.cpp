// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/outer_search.h"

#include "core/base/index.h"
#include "core/base/workers.h"
#include "core/plan/estimate.h"
#include "core/search/outer/coarse_tasks.h"
#include "core/search/outer/uniform_search.h"
#include "core/search/stage/path_bound.h"
#include "core/strategy/decision_tree.h"
#include "core/strategy/legality.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace pgram {

namespace {

/// Tasks without a starting plan are bounded a bit further than this search needs, for later searches like this one.
constexpr double furtherThanNeeded = 1.01;
/// Ratio of strategy numbers from which a separate search with the fewer strategies pays.
constexpr std::size_t manyTimes = 16;
/// Number of coarse tasks to open first.
constexpr std::size_t openedFirst = 12;
/// Gap from which a task is worth more work.
constexpr double worthProving = 0.01;
/// Number of open tasks up to which a certificate may still be closed.
constexpr std::ptrdiff_t fewTasks = 2;

bool fits(const Subproblem& open)
{
    return open.bound < infinity;
}

/// Returns the paper's dimensions and those requested dimensions that models with experts need.
Space withExperts(const Space& asked)
{
    Space space;
    space.ep = asked.ep;
    space.etp = asked.etp;
    space.sp = asked.sp && asked.etp;  // sequence parallelism, which tensor parallelism of experts requires
    space.zero1 = asked.zero1;
    space.modules = asked.modules;
    return space;
}

}  // namespace

/// Returns true if the method's own plans include the uniform plans on the even cut, so that the best of them can start
/// the search.
bool OuterSearch::holdsUniformPlans() const
{
    const std::vector<Cut>& cuts = m_scope.rules.cuts;
    const bool even = m_scope.rules.how == How::Joint || std::find(cuts.begin(), cuts.end(), Cut::Even) != cuts.end();
    const auto& pins = m_scope.source.pinned;
    return even && m_scope.source.mixed == nullptr &&
           std::none_of(pins.begin(), pins.end(), [](const auto& pin) { return pin.has_value(); });
}

/// Returns the tasks without their families, each with the strategies that all layers may run in some family.
std::vector<Subproblem> OuterSearch::uniformTasks(std::span<const Subproblem> batch) const
{
    const auto suitsAll = [this](const StrategyFamily& family, const LayerStrategy& strategy) {
        return !strategy.kept.recomputes() &&
               std::ranges::all_of(m_scope.source.model->runs, [&](const LayerSpec& run) {
                   return family.mayRun(run, asRunBy(run, strategy, m_scope.source.training.recomputedModules));
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
            for (const LayerSpec& run : m_scope.source.model->runs) {
                set.strategies.push_back(asRunBy(run, strategy, m_scope.source.training.recomputedModules));
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

/// Returns the tasks with the strategies of `plain` alone, for each P that has many times as many. A plan of them is
/// found long before the best of all.
std::vector<Subproblem> OuterSearch::plainTasks(std::span<const Subproblem> listed, const Space& plain) const
{
    std::map<int, std::shared_ptr<const StrategySet>> sets;
    std::vector<Subproblem> tasks;
    for (const Subproblem& task : listed) {
        const std::vector<LayerStrategy>& all = task.strategies->strategies;
        std::shared_ptr<const StrategySet>& own = sets[task.key.pipeline];
        if (own == nullptr) {
            StrategySet set;
            set.strategies = searchedStrategies(m_scope.source.cluster->devices, task.key.pipeline, plain);
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

/// Returns true if a starting plan of the warm start may belong to the task.
bool OuterSearch::isOfStart(const TaskKey& key) const
{
    return std::ranges::any_of(m_scope.warmStart->starts(), [&key](const std::shared_ptr<const Plan>& start) {
        return start->pipeline() == key.pipeline && start->schedule.microbatches == key.microbatches;
    });
}

/// Seeds the incumbent with the plans of the warm start. Returns false if none of them runs here.
bool OuterSearch::seedFromWarmStart(std::int64_t batch)
{
    bool any = false;
    for (const auto& start :
         m_scope.warmStart ? m_scope.warmStart->starts() : std::vector<std::shared_ptr<const Plan>>()) {
        Plan plan = *start;
        plan.cluster = *m_scope.source.cluster;
        plan.memoryBudget = m_scope.source.budget;
        const StepAndMemory figures = stepAndMemory(plan);
        if (plan.training.globalBatch == batch && figures.fits && figures.memory <= m_scope.usable) {
            m_incumbent.seed(std::move(plan), figures.step);
            any = true;
        }
    }
    return any;
}

void OuterSearch::seedUniform(std::span<const Subproblem> listed)
{
    const TaskSource& source = m_scope.source;
    if (const auto uniform = bestUniform(listed, m_scope)) {
        m_incumbent.seed(planOf(source, *uniform), uniform->stepTime);
    }
}

/// Seeds the incumbent. Returns false if all uniform plans were tried, or need not be.
bool OuterSearch::seed(std::span<const Subproblem> batch)
{
    if (batch.empty() || seedFromWarmStart(batch.front().key.batch) || !holdsUniformPlans()) {
        return false;
    }
    const bool hasFamilies = m_scope.rules.target != nullptr;
    const std::vector<Subproblem> ofFamilies = hasFamilies ? uniformTasks(batch) : std::vector<Subproblem>();
    const std::span<const Subproblem> listed = hasFamilies ? ofFamilies : batch;
    const std::vector<Subproblem> plain = plainTasks(listed, Space());
    seedUniform(plain);
    if (m_scope.rules.space.ep) {
        seedUniform(plainTasks(listed, withExperts(m_scope.rules.space)));
    }
    if (plain.empty() || hasFamilies) {
        seedUniform(listed);
        return false;
    }
    return true;
}

/// Seeds the incumbent from the tasks that probably hold the best plan, as long as that improves it.
void OuterSearch::seedCoarse(std::span<const Subproblem> tasks)
{
    for (std::size_t done = 0, size = 3; done < tasks.size(); done += size, size *= 2) {
        const Seconds before = m_incumbent.rate();
        std::vector<Subproblem> round;
        for (const Subproblem& open : tasks.subspan(done, std::min(size, tasks.size() - done))) {
            if (!m_incumbent.beats(open.bound)) {
                round.push_back(open);
            }
        }
        std::ranges::sort(round, {}, &Subproblem::key);
        seedUniform(round);
        if (m_incumbent.rate() == before && before < infinity) {
            return;
        }
    }
}

/// Solves a task. `rate`: largest useful seconds per sample. Keeps what a task yields even if it needs more effort.
/// `again`: the task already counts as done.
OuterSearch::Answer OuterSearch::solve(const Subproblem& open, Seconds rate, Effort effort, bool again)
{
    const Task task = makeTask(m_scope.source, open);
    const double batch = static_cast<double>(task.key.batch);
    TaskOutcome outcome = solveTask(task, m_scope.rules, m_scope.usable, rate * batch, m_scope.stop, effort);
    const Seconds bound = outcome.bound / (batch * (1 + 1e-12));
    if (m_scope.warmStart != nullptr && outcome.bound > 0) {
        m_scope.warmStart->raise(task.key, bound);
    }
    const bool waits = outcome.stopped && effort == Effort::Little && !m_scope.stop.stop_requested();
    const bool isThinned = outcome.isThinned;
    m_incumbent.take(task, open.index, std::move(outcome), !waits && !again);
    return {waits ? std::optional(bound) : std::nullopt, isThinned};
}

/// Returns the current bound of an opened task.
Seconds OuterSearch::boundOf(const Subproblem& task) const
{
    return m_incumbent.raise(task.index, task.bound);
}

/// Returns true if solving the task proves its optimum.
bool OuterSearch::isExact(const Subproblem& task) const
{
    const TaskKey& key = task.key;
    const Schedule& schedule = m_scope.source.schedules[at(key.schedule)];
    return Objective(schedule, key.pipeline, m_scope.source.rule).isBound();
}

/// Returns the least guessed seconds per sample of the exact tasks.
Seconds OuterSearch::guessOfExact(std::span<const Subproblem> tasks) const
{
    Seconds guess = infinity;
    for (const Subproblem& task : tasks) {
        guess = isExact(task) ? std::min(guess, task.guess) : guess;
    }
    return guess;
}

/// Solves the tasks that yield their optimum, in any order. Tasks that need more than a little effort wait for the
/// plans of the others, which often make them useless, and then continue in order of their bounds.
void OuterSearch::solveExact(std::span<const Subproblem> tasks)
{
    const bool hasStart = m_scope.warmStart != nullptr && !m_scope.warmStart->starts().empty();
    const auto limit = [&](const TaskKey& key, Seconds rate) {
        return rate * (hasStart && !isOfStart(key) ? furtherThanNeeded : 1);
    };
    std::vector<Turn> turns;
    std::vector<Turn> thinned;
    for (const Subproblem& task : tasks) {
        if (fits(task) && isExact(task)) {
            turns.push_back({&task, task.bound});
        }
    }
    for (const Effort effort : hasStart ? std::vector{Effort::Proof} : std::vector{Effort::Little, Effort::Full}) {
        std::vector<Answer> answers(turns.size());
        std::vector<Seconds> rates(turns.size());
        // The labels that a thinned frontier keeps depend on the limit, which must not depend on the workers: all tasks
        // of a round have the same limit.
        for (std::size_t done = 0, size = 3; done < turns.size(); done += size, size *= 2) {
            const Seconds useful = m_incumbent.rate();
            forEachInOrder(m_scope.workers, std::min(size, turns.size() - done), [&](std::size_t place) {
                const std::size_t i = done + place;
                if (m_scope.stop.stop_requested() || m_incumbent.beats(turns[i].rate)) {
                    m_incumbent.skip();
                } else {
                    rates[i] = limit(turns[i].task->key, useful);
                    answers[i] = solve(*turns[i].task, rates[i], effort);
                }
            });
        }
        std::vector<Turn> waiting;
        for (std::size_t i = 0; i < turns.size(); ++i) {
            if (answers[i].waits) {
                waiting.push_back({turns[i].task, std::max(turns[i].rate, *answers[i].waits)});
            } else if (answers[i].isThinned) {
                thinned.push_back({turns[i].task, rates[i]});
            }
        }
        std::ranges::stable_sort(waiting, {}, &Turn::rate);
        turns = std::move(waiting);
    }
    if (!hasStart) {
        solveThinned(std::move(thinned));
    }
}

/// Solves thinned tasks under the limit of the best plan. The limit of the first attempt depended on the order of
/// workers, and a search that drops labels proves more under a lower limit. If only a few tasks keep the certificate
/// open, they get more room.
void OuterSearch::solveThinned(std::vector<Turn> thinned)
{
    const Seconds rate = m_incumbent.rate();
    std::erase_if(thinned, [&](const Turn& turn) { return m_incumbent.beats(boundOf(*turn.task)); });
    const auto isOpen = [&](const Turn& turn) { return boundOf(*turn.task) < (1 - worthProving) * rate; };
    const bool areFew = std::ranges::count_if(thinned, isOpen) <= fewTasks;
    std::vector<const Subproblem*> left;
    std::ranges::transform(thinned, std::back_inserter(left), &Turn::task);
    forEachInOrder(m_scope.workers, thinned.size(), [&](std::size_t i) {
        const Turn& turn = thinned[i];
        const bool isWide = areFew && isOpen(turn);
        if ((isWide || turn.rate > rate) && !m_scope.stop.stop_requested()) {
            solve(*turn.task, rate, isWide ? Effort::Wide : Effort::Full, true);
        }
    });
    walk(std::move(left), rate);
}

/// Walks as BMW does in tasks whose labels were thinned. The walk visits few cuts, but with all their labels, and may
/// find plans that a joint search then misses. `rate`: largest useful seconds per sample.
void OuterSearch::walk(std::vector<const Subproblem*> tasks, Seconds rate)
{
    const Seconds least = (1 - worthProving) * m_incumbent.rate();
    std::erase_if(tasks, [&](const Subproblem* task) { return task == nullptr || boundOf(*task) >= least; });
    if (m_scope.rules.how != How::Joint) {
        return;
    }
    MethodRules walking = m_scope.rules;
    walking.how = How::Walk;
    forEachInOrder(m_scope.workers, tasks.size(), [&](std::size_t i) {
        const Task task = makeTask(m_scope.source, *tasks[i]);
        const Seconds limit = rate * static_cast<double>(task.key.batch);
        TaskOutcome outcome = solveTask(task, walking, m_scope.usable, limit, m_scope.stop);
        outcome.bound = 0;  // the bound would be that of the visited cuts
        outcome.walk.clear();
        m_incumbent.take(task, tasks[i]->index, std::move(outcome), false);
    });
}

/// Solves the unsolved tasks whose guessed step is at most `guess`. The plan of such a task depends on the limit, which
/// must not depend on which worker was first: tasks are solved in rounds of growing size, and all tasks of a round have
/// the same limit.
void OuterSearch::solveGuided(std::span<Subproblem> tasks, Seconds guess)
{
    std::vector<Subproblem*> left;
    for (Subproblem& task : tasks) {
        if (fits(task) && !task.solved && task.guess <= guess && !isExact(task)) {
            left.push_back(&task);
        }
    }
    for (std::size_t done = 0, size = 3; done < left.size(); done += size, size *= 2) {
        const std::span<Subproblem*> round = std::span(left).subspan(done, std::min(size, left.size() - done));
        const Seconds rate = m_incumbent.rate();
        std::vector<const Subproblem*> thinned(round.size());
        forEachInOrder(m_scope.workers, round.size(), [&](std::size_t i) {
            round[i]->solved = true;
            if (m_scope.stop.stop_requested() || rate < round[i]->guess) {
                m_incumbent.skip();
            } else if (solve(*round[i], rate).isThinned) {
                thinned[i] = round[i];
            }
        });
        walk(std::move(thinned), rate);
    }
}

/// Bounds by paths the tasks that keep the certificate open, in order of their bounds, as long as the certificate
/// rises. They include tasks that yielded their optimum: the objective is less than the step, and paths may prove more.
bool OuterSearch::boundByPaths(double work)
{
    if (m_scope.source.rule != StepRule::Simulated) {
        return false;
    }
    std::vector<const Subproblem*> left;
    for (const Subproblem& task : m_open) {
        const auto schedule = static_cast<std::size_t>(task.key.schedule);
        const bool isWhole = m_scope.source.schedules[schedule].slices == 1;
        if (isWhole && task.key.pipeline > 1 && !m_incumbent.beats(boundOf(task))) {
            left.push_back(&task);
        }
    }
    std::ranges::stable_sort(left, {}, [&](const Subproblem* task) { return boundOf(*task); });
    // Least bound of the tasks bounded so far. The common bound cannot exceed it, so that no other task needs a higher
    // one. The target shapes a bound; all tasks of a round have the same target.
    std::atomic<Seconds> least = infinity;
    Seconds enough = 0;
    const auto raise = [&](std::size_t i) {
        if (m_scope.stop.stop_requested() || boundOf(*left[i]) >= least) {
            return;
        }
        const Subproblem& own = *left[i];
        const Task task = makeTask(m_scope.source, own, TaskUse::BoundsByPaths);
        const double batch = static_cast<double>(own.key.batch) * (1 + 1e-12);
        const Seconds bound = pathBound(task, m_scope.usable, enough * batch, work, m_scope.stop) / batch;
        const Seconds raised = m_incumbent.raise(left[i]->index, bound);
        for (Seconds known = least; raised < known && !least.compare_exchange_weak(known, raised);) {
        }
        if (m_scope.warmStart != nullptr) {
            m_scope.warmStart->raise(own.key, bound);
        }
    };
    for (std::size_t done = 0, size = 2; done < left.size(); done += size, size *= 2) {
        enough = std::min(m_incumbent.rate(), least.load());
        forEachInOrder(m_scope.workers, std::min(size, left.size() - done), [&](std::size_t i) { raise(done + i); });
    }
    return !left.empty();
}

std::vector<Subproblem> OuterSearch::open(std::span<const Subproblem> listed,
                                          const std::function<void(const Subproblem&)>& tell)
{
    return openTasks(listed, m_scope, m_incumbent.rate(), tell);
}

/// Announces to the incumbent the tasks of a batch that have any plan.
void OuterSearch::announce(std::vector<Subproblem>& tasks, std::size_t batch)
{
    std::vector<Seconds> bounds;
    std::ranges::transform(tasks, std::back_inserter(bounds), &Subproblem::bound);
    std::size_t index = m_incumbent.open(bounds, static_cast<int>(batch - tasks.size()));
    for (Subproblem& task : tasks) {
        task.index = index++;
    }
}

/// Opens in place the tasks that their coarse bounds leave useful, and sorts them by guessed step.
void OuterSearch::openUseful(std::span<Subproblem> coarse)
{
    std::map<TaskKey, Subproblem*> useful;
    std::vector<Subproblem> listed;  // in order of their bounds
    for (Subproblem& task : coarse) {
        if (!m_incumbent.beats(task.bound)) {
            useful[task.key] = &task;
            listed.push_back(task);
        }
    }
    const auto raise = [&](const Subproblem& task) { m_incumbent.raise(useful.at(task.key)->index, task.bound); };
    for (Subproblem& task : open(listed, raise)) {
        Subproblem& open = *useful.at(task.key);
        task.index = open.index;
        task.bound = std::max(task.bound, open.bound);
        task.guess = std::max(task.guess, task.bound);
        open = std::move(task);
    }
    std::ranges::stable_sort(coarse, {}, &Subproblem::guess);
}

/// Returns the tasks in rising order of their guessed step; tasks in which nothing fits come last.
std::vector<Subproblem> OuterSearch::opened(std::span<const Subproblem> batch)
{
    std::vector<Subproblem> tasks;
    if (!seed(batch)) {
        tasks = open(batch);
        announce(tasks, batch.size());
        return tasks;
    }
    tasks = coarseTasks(batch, m_scope);
    if (!m_scope.stop.stop_requested()) {
        announce(tasks, batch.size());
        seedCoarse(tasks);
        // A plan of the first few tasks makes more of the others useless.
        const std::size_t first = std::min(openedFirst, tasks.size());
        openUseful(std::span(tasks).first(first));
        solveGuided(std::span(tasks).first(first), guessOfExact(tasks));
        openUseful(std::span(tasks).subspan(first));
        std::ranges::stable_sort(tasks, {}, &Subproblem::guess);
    }
    return tasks;
}

void OuterSearch::run(std::span<const Subproblem> batch)
{
    std::vector<Subproblem> tasks = opened(batch);
    if (m_scope.stop.stop_requested()) {
        return;
    }
    // A plan that is better than all provable ones leaves less to prove.
    solveGuided(tasks, guessOfExact(tasks));
    solveExact(tasks);
    solveGuided(tasks, infinity);
    std::ranges::partition_copy(tasks, std::back_inserter(m_open), std::back_inserter(m_hopeless), fits);
}

void OuterSearch::finish()
{
    std::ranges::stable_sort(m_hopeless, {}, &Subproblem::need);
    forEachInOrder(m_scope.workers, m_hopeless.size(), [&](std::size_t i) {
        const Subproblem& hopeless = m_hopeless[i];
        if (m_scope.stop.stop_requested() || m_incumbent.isBeyond(hopeless.need)) {
            m_incumbent.skipInfeasible();
        } else {
            solve(hopeless, m_incumbent.rate());
        }
    });
}

}  // namespace pgram
