// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// State that the workers of a search share: the best plan so far, the progress, and the smallest memory shortfall.
#pragma once

#include "core/base/progress.h"
#include "core/search/outer/finish.h"
#include "core/search/pipeline/task_solver.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <chrono>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

/// The best plan of the tasks so far.
struct Found {
    Plan plan;
    std::vector<BalanceStep> walk;
};

/// Lower bound of a task, and its plan that is faster than the bound, in seconds per sample.
struct WrongBound {
    Seconds bound = 0;
    Seconds rate = 0;
};

/// Thread-safe. Of equal plans the one with the smaller (B, P, m, schedule) wins, so that the result does not depend on
/// threads.
class Incumbent {
public:
    explicit Incumbent(ProgressSink progress);

    /// Requests the stop as soon as the gap between the best plan and the bound is at most `gap`; never if that is 0.
    void endAt(double gap, std::stop_source stop);
    /// Announces the number of tasks that will be reported.
    void expect(int tasks);
    /// Sets a plan found outside of the tasks, which some task contains, too. It is the best plan until a task finds it
    /// or a better one.
    void seed(Plan plan, Seconds stepTime);
    /// Opens some of the expected tasks with their lower bounds, in seconds per sample. `withoutPlan`: number of
    /// further tasks without any legal plan. Returns the index of the first among all opened tasks.
    std::size_t open(const std::vector<Seconds>& bounds, int withoutPlan);
    /// Raises the bound of an opened task. Returns its current bound.
    Seconds raise(std::size_t index, Seconds bound);
    /// Returns true if a plan of `bound` or more seconds per sample can no longer win.
    [[nodiscard]] bool beats(Seconds bound) const;
    /// Returns the largest useful seconds per sample of a plan; infinity while there is no plan.
    [[nodiscard]] Seconds rate() const;
    /// Records a task that is not worth solving.
    void skip();
    /// Returns true if a task that needs at least `need` bytes cannot improve the result: a plan or a smaller shortfall
    /// is known.
    [[nodiscard]] bool isBeyond(Bytes need) const;
    /// Records a task that was passed over because nothing fits in it.
    void skipInfeasible();
    /// Records the outcome of the opened task `index`. `done`: no further outcome follows.
    void take(const Task& task, std::size_t index, TaskOutcome outcome, bool done = true);
    /// Records a plan, including its step, of a task that is not done. `plans`: number of plans scored so far.
    void offer(const Task& task, const CutPlan& plan, std::int64_t plans = 0);
    /// Sets the share that is done of work that does not proceed task by task.
    void advance(double share);

    [[nodiscard]] std::optional<Found> best() const;
    /// Returns the task of the best plan; nothing if there is no plan yet, or if it does not belong to a task.
    [[nodiscard]] std::optional<TaskKey> bestTask() const;
    [[nodiscard]] std::optional<Shortfall> shortfall() const { return m_shortfall; }
    [[nodiscard]] std::vector<IncumbentPoint> history() const { return m_history; }
    [[nodiscard]] std::vector<BoundPoint> boundHistory() const { return m_boundHistory; }
    /// Returns the lower bound of all tasks in seconds per sample: no plan of the space is faster. 0 until all tasks
    /// are open.
    [[nodiscard]] Seconds bound() const;
    /// Returns a bound that a plan of its own task is faster than, beyond rounding: a fault of the planner.
    [[nodiscard]] std::optional<WrongBound> wrongBound() const;
    [[nodiscard]] int tasks() const { return m_tasks; }
    [[nodiscard]] int skipped() const { return m_skipped; }
    [[nodiscard]] Seconds elapsed() const;

private:
    [[nodiscard]] Seconds openedBound() const;
    /// Updates the bound history after the bounds of tasks have changed.
    void noteBound();
    void keepBetter(const Task& task, const CutPlan& plan, std::vector<BalanceStep> walk, std::int64_t plans = 0);
    [[nodiscard]] bool isBetter(Seconds rate, const TaskKey& key) const;
    [[nodiscard]] Seconds useful() const;
    /// Calls the progress sink if the reporting interval has passed. Must be the last action under the lock.
    void report(std::unique_lock<std::mutex>& lock);
    /// Calls the sink without the lock, one worker at a time and in order. Other workers go on meanwhile; of their
    /// reports the latest one is delivered next. A sink that throws is not called again.
    void tell(std::unique_lock<std::mutex>& lock);

    /// Requests the stop if the gap is small enough.
    void endIfClose();

    ProgressSink m_progress;
    double m_enough = 0;  ///< gap with which the search ends
    std::stop_source m_stop{std::nostopstate};
    std::optional<Progress> m_pendingProgress;
    bool m_telling = false;  ///< true while a worker is in the sink
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_reported;
    double m_toldGap = std::numeric_limits<double>::infinity();
    mutable std::mutex m_mutex;
    int m_done = 0;
    int m_skipped = 0;
    int m_tasks = 0;
    std::vector<Seconds> m_bounds;  ///< per opened task
    std::vector<Seconds> m_rates;   ///< best plan found per opened task, s per sample; infinity without one
    Seconds m_leastBound = 0;       ///< least of m_bounds
    Seconds m_rate = std::numeric_limits<double>::infinity();  ///< seconds per sample of the best plan
    TaskKey m_key;                                             ///< task of the best plan
    std::optional<Found> m_best;
    Seconds m_seedRate = std::numeric_limits<double>::infinity();
    std::optional<Found> m_seed;
    std::optional<Shortfall> m_shortfall;
    std::vector<IncumbentPoint> m_history;
    std::vector<BoundPoint> m_boundHistory;
};

}  // namespace pgram
