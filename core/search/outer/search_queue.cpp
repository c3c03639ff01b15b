// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/search_queue.h"

#include "core/base/index.h"
#include "core/base/workers.h"
#include "core/search/outer/coarse_tasks.h"
#include "core/search/pipeline/task_solver.h"
#include "core/search/stage/path_bound.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace pgram {

namespace {

/// Tasks without a starting plan are bounded a bit further than this search needs, for later searches like this one.
constexpr double furtherThanNeeded = 1.01;
/// Gap from which a task is worth more work.
constexpr double worthProving = 0.01;
/// Number of open tasks up to which a certificate may still be closed.
constexpr std::ptrdiff_t fewTasks = 2;
/// Numbers of tasks in the first round of bounds and of plans. Each further round has twice as many.
constexpr std::size_t boundedFirst = 12;
constexpr std::size_t solvedFirst = 3;

/// Returns true if the task keeps the certificate open, where the best plan takes `rate` seconds per sample.
bool isOpen(const Subproblem& task, Seconds rate)
{
    return task.bound < (1 - worthProving) * rate;
}

bool fits(const Subproblem& task)
{
    return task.bound < infinity;
}

/// Returns true if a starting plan of the warm start may belong to the task.
bool isOfStart(const TaskKey& key, const WarmStart& warmStart)
{
    return std::ranges::any_of(warmStart.starts(), [&key](const std::shared_ptr<const Plan>& start) {
        return start->pipeline() == key.pipeline && start->schedule.microbatches == key.microbatches;
    });
}

}  // namespace

/// Returns true if solving the task proves its optimum.
bool SearchQueue::isExact(const Subproblem& task) const
{
    const TaskKey& key = task.key;
    return Objective(m_scope.source.schedules[at(key.schedule)], key.pipeline, m_scope.source.rule).isBound();
}

bool SearchQueue::hasStart() const
{
    return m_scope.warmStart != nullptr && !m_scope.warmStart->starts().empty();
}

/// Removes the tasks that are done, and those that cannot beat the incumbent.
void SearchQueue::leave(Round& queue)
{
    std::erase_if(queue, [this](Subproblem* task) {
        if (task->step == Step::None || !m_incumbent.beats(task->bound)) {
            return task->step == Step::None;
        }
        if (task->step < Step::SolveAgain) {
            m_incumbent.skip();
        }
        return true;
    });
}

/// Returns tasks with the same step: the one that needs least effort, of the tasks with the least bounds. Tasks that
/// need more effort wait for the plans of the others, which often make them useless.
SearchQueue::Round SearchQueue::nextRound(Round& queue)
{
    leave(queue);
    if (queue.empty()) {
        return {};
    }
    const auto turn = [](const Subproblem* task) { return std::pair(std::max(task->step, Step::Solve), task->bound); };
    std::ranges::stable_sort(queue, {}, turn);
    const Step step = queue.front()->step;
    std::size_t& size = m_sizes[static_cast<std::size_t>(step)];
    const bool isWhole = step >= Step::SolveAgain;
    Round round;
    for (Subproblem* task : queue) {
        if (task->step != step || (!isWhole && round.size() == size)) {
            break;
        }
        round.push_back(task);
    }
    size *= 2;
    return round;
}

/// Bounds tasks that have a bound from few strategies. Their uniform plans come first, as long as these improve the
/// incumbent.
void SearchQueue::bound(const Round& round)
{
    std::map<TaskKey, Subproblem*> tasks;
    std::vector<Subproblem> listed;  // in order of their bounds
    for (Subproblem* task : round) {
        tasks[task->key] = task;
        listed.push_back(*task);
        task->step = Step::Solve;
    }
    if (m_seeded == Seeded::InPart) {
        const Seconds before = m_incumbent.rate();
        std::vector<Subproblem> sorted = listed;
        std::ranges::sort(sorted, {}, &Subproblem::key);
        seedUniform(sorted, m_scope, m_incumbent);
        m_seeded = m_incumbent.rate() < before || before == infinity ? Seeded::InPart : Seeded::Fully;
    }
    const auto raise = [&](const Subproblem& task) { m_incumbent.raise(tasks.at(task.key)->index, task.bound); };
    for (Subproblem& bounded : openTasks(listed, m_scope, m_incumbent.rate(), raise)) {
        Subproblem& task = *tasks.at(bounded.key);
        bounded.index = task.index;
        bounded.bound = std::max(task.bound, bounded.bound);
        bounded.step = fits(bounded) ? Step::Solve : Step::None;
        task = std::move(bounded);
    }
}

/// Solves tasks. The labels that a thinned frontier keeps depend on the limit, and so do plans that prove nothing: all
/// tasks of the round have the same limit. If only a few tasks keep the certificate open, they get more room.
void SearchQueue::solve(const Round& round)
{
    const Step step = round.front()->step;
    const Seconds rate = m_incumbent.rate();
    const bool areFew =
        std::ranges::count_if(round, [rate](const auto* task) { return isOpen(*task, rate); }) <= fewTasks;
    forEachInOrder(m_scope.workers, round.size(), [&](std::size_t i) {
        Subproblem& task = *round[i];
        if (step < Step::SolveAgain) {
            const bool isUseless = isExact(task) ? m_incumbent.beats(task.bound) : rate < task.bound;
            if (isUseless || m_scope.stop.stop_requested()) {
                m_incumbent.skip();
                task.step = Step::None;
            } else if (hasStart() && isExact(task)) {
                solve(task, rate * (isOfStart(task.key, *m_scope.warmStart) ? 1 : furtherThanNeeded), Effort::Proof);
            } else {
                solve(task, rate, isExact(task) && step == Step::Solve ? Effort::Little : Effort::Full);
            }
            return;
        }
        const bool isWide = areFew && isOpen(task, rate);
        if ((isWide || task.limit > rate) && !m_scope.stop.stop_requested()) {
            solve(task, rate, isWide ? Effort::Wide : Effort::Full);
        }
        task.step = afterSolving(task);
    });
}

/// Returns the step of a task that needs no further solving.
SearchQueue::Step SearchQueue::afterSolving(const Subproblem& task) const
{
    const bool mayWalk = m_scope.rules.how == How::Joint && task.key.pipeline > 1 && isExact(task);
    return mayWalk ? Step::Walk : Step::None;
}

/// Solves a task under the limit, in seconds per sample, and sets its next step.
void SearchQueue::solve(Subproblem& task, Seconds limit, Effort effort)
{
    const bool isFirst = task.step != Step::SolveAgain;
    const std::optional<Task> made = makeTask(m_scope.source, task);
    if (!made) {
        return;
    }
    const Task& own = *made;
    const double batch = static_cast<double>(own.key.batch);
    TaskOutcome outcome = solveTask(own, m_scope.rules, m_scope.usable, limit * batch, m_scope.stop, effort);
    const Seconds bound = outcome.bound / (batch * (1 + 1e-12));
    if (m_scope.warmStart != nullptr && outcome.bound > 0) {
        m_scope.warmStart->raise(task.key, bound);
    }
    const bool waits = outcome.stopped && effort == Effort::Little && !m_scope.stop.stop_requested();
    const bool isThinned = outcome.isThinned && effort != Effort::Proof && isExact(task);
    task.step = waits ? Step::SolveFully : isThinned ? Step::SolveAgain : afterSolving(task);
    task.bound = std::max(task.bound, bound);
    task.limit = limit;
    m_incumbent.take(own, task.index, std::move(outcome), !waits && isFirst);
}

/// Walks as BMW does in tasks that are still open: their optimum simulates slower than its objective, or labels were
/// dropped. The walk visits few cuts, but may find faster plans there.
void SearchQueue::walk(const Round& round)
{
    const Seconds rate = m_incumbent.rate();
    MethodRules walking = m_scope.rules;
    walking.how = How::Walk;
    forEachInOrder(m_scope.workers, round.size(), [&](std::size_t i) {
        Subproblem& task = *round[i];
        task.step = Step::None;
        if (!isOpen(task, rate)) {
            return;
        }
        const std::optional<Task> made = makeTask(m_scope.source, task);
        if (!made) {
            return;
        }
        const Task& own = *made;
        const Seconds limit = rate * static_cast<double>(own.key.batch);
        TaskOutcome outcome = solveTask(own, walking, m_scope.usable, limit, m_scope.stop);
        outcome.bound = 0;  // the bound would be that of the visited cuts
        outcome.walk.clear();
        m_incumbent.take(own, task.index, std::move(outcome), false);
    });
}

/// Returns the tasks of the batch that may have a plan, with their first bounds.
std::vector<Subproblem> SearchQueue::firstBounds(std::span<const Subproblem> batch)
{
    m_seeded = seed(batch, m_scope, m_incumbent);
    const bool isCoarse = m_seeded == Seeded::InPart;
    std::vector<Subproblem> tasks =
        isCoarse ? coarseTasks(batch, m_scope) : openTasks(batch, m_scope, m_incumbent.rate());
    if (m_scope.stop.stop_requested()) {
        return {};  // some are missing
    }
    std::vector<Seconds> bounds;
    std::ranges::transform(tasks, std::back_inserter(bounds), &Subproblem::bound);
    std::size_t index = m_incumbent.open(bounds, static_cast<int>(batch.size() - tasks.size()));
    for (Subproblem& task : tasks) {
        task.index = index++;
        task.step = isCoarse ? Step::Bound : fits(task) ? Step::Solve : Step::None;
    }
    return tasks;
}

void SearchQueue::run(std::span<const Subproblem> batch)
{
    std::vector<Subproblem> tasks = firstBounds(batch);
    m_sizes.fill(solvedFirst);
    m_sizes[static_cast<std::size_t>(Step::Bound)] = boundedFirst;
    Round queue;
    std::ranges::transform(tasks, std::back_inserter(queue), [](Subproblem& task) { return &task; });
    for (Round round = nextRound(queue); !round.empty() && !m_scope.stop.stop_requested(); round = nextRound(queue)) {
        if (round.front()->step == Step::Bound) {
            bound(round);
        } else if (round.front()->step == Step::Walk) {
            walk(round);
        } else {
            solve(round);
        }
    }
    std::ranges::partition_copy(tasks, std::back_inserter(m_open), std::back_inserter(m_hopeless), fits);
}

/// Bounds by paths the tasks that keep the certificate open, in order of their bounds, as long as the certificate
/// rises. They include tasks that yielded their optimum: the objective is less than the step, and paths may prove more.
bool SearchQueue::boundByPaths(double work)
{
    if (m_scope.source.rule != StepRule::Simulated) {
        return false;
    }
    const auto boundOf = [this](const Subproblem& task) { return m_incumbent.raise(task.index, task.bound); };
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
        const std::optional<Task> task = makeTask(m_scope.source, own, TaskUse::BoundsByPaths);
        if (!task) {
            return;
        }
        const double batch = static_cast<double>(own.key.batch) * (1 + 1e-12);
        const Seconds bound = pathBound(*task, m_scope.usable, enough * batch, work, m_scope.stop) / batch;
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

void SearchQueue::finish()
{
    std::ranges::stable_sort(m_hopeless, {}, &Subproblem::need);
    forEachInOrder(m_scope.workers, m_hopeless.size(), [&](std::size_t i) {
        Subproblem& hopeless = m_hopeless[i];
        if (m_scope.stop.stop_requested() || m_incumbent.isBeyond(hopeless.need)) {
            m_incumbent.skipInfeasible();
        } else {
            solve(hopeless, m_incumbent.rate(), Effort::Full);
        }
    });
}

}  // namespace pgram
