// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the workers of a search share: the best plan so far, how the search stands, and what the nearest miss lacks.
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

/// Safe to use from several threads. Of equal plans the one of the smaller (B, P, m, schedule) wins, so that the result
/// does not depend on threads.
class Incumbent {
public:
    explicit Incumbent(ProgressSink progress);

    /// How many tasks will be reported on.
    void expect(int tasks);
    /// A plan found outside of the tasks, which the tasks hold, too: until they come upon it or a better one, it is the
    /// best.
    void seed(Plan plan, Seconds stepTime);
    /// Some of the expected tasks with their lower bounds, seconds a sample, and how many more have no legal plan at
    /// all. The index of the first among all tasks opened.
    std::size_t open(const std::vector<Seconds>& bounds, int withoutPlan);
    /// Of an opened task. The bound that it has now.
    Seconds raise(std::size_t index, Seconds bound);
    /// Whether a plan of `bound` seconds a sample or more can no longer win.
    [[nodiscard]] bool beats(Seconds bound) const;
    /// Seconds a sample that a plan may take to be of use; infinity while there is none.
    [[nodiscard]] Seconds rate() const;
    /// A task that is not worth solving.
    void skip();
    /// Whether a task that needs `need` bytes or more can say nothing new: there is a plan, or a nearer miss.
    [[nodiscard]] bool isBeyond(Bytes need) const;
    /// A task in which nothing fits, passed over because of that.
    void dismiss();
    /// The outcome of the opened task `index`; `done`: nothing more comes of it.
    void take(const Task& task, std::size_t index, TaskOutcome outcome, bool done = true);
    /// A plan that was met, its step worked out, of a task that is not done; `plans`: scored until then.
    void offer(const Task& task, const CutPlan& plan, std::int64_t plans = 0);
    /// Of work that does not go task by task: which share of it is done.
    void advance(double share);

    [[nodiscard]] std::optional<Found> best() const;
    /// None: there is no plan yet, or the best is none of a task.
    [[nodiscard]] std::optional<TaskKey> bestTask() const;
    [[nodiscard]] std::optional<Shortfall> shortfall() const { return m_shortfall; }
    [[nodiscard]] std::vector<IncumbentPoint> history() const { return m_history; }
    [[nodiscard]] std::vector<BoundPoint> boundHistory() const { return m_boundHistory; }
    /// Lower bound of all tasks, seconds a sample: no plan of the space beats it. 0 until all are opened.
    [[nodiscard]] Seconds bound() const;
    /// Returns a bound that a plan of its own task is faster than, beyond rounding: a fault of the planner.
    [[nodiscard]] std::optional<WrongBound> wrongBound() const;
    [[nodiscard]] int tasks() const { return m_tasks; }
    [[nodiscard]] int skipped() const { return m_skipped; }
    [[nodiscard]] Seconds elapsed() const;

private:
    [[nodiscard]] Seconds openedBound() const;
    /// After the bounds of tasks have changed.
    void noteBound();
    void keepBetter(const Task& task, const CutPlan& plan, std::vector<BalanceStep> walk, std::int64_t plans = 0);
    [[nodiscard]] bool isBetter(Seconds rate, const TaskKey& key) const;
    [[nodiscard]] Seconds useful() const;
    /// Tells how the search stands, where that is due; the last thing that is done under the lock.
    void report(std::unique_lock<std::mutex>& lock);
    /// The sink is called without the lock, by one worker at a time and in order: the others go on, and of what they
    /// have to tell meanwhile the latest is told next. A sink that throws is told nothing more.
    void tell(std::unique_lock<std::mutex>& lock);

    ProgressSink m_progress;
    std::optional<Progress> m_untold;
    bool m_telling = false;  ///< some worker is in the sink
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point m_reported;
    double m_toldGap = std::numeric_limits<double>::infinity();
    mutable std::mutex m_mutex;
    int m_done = 0;
    int m_skipped = 0;
    int m_tasks = 0;
    std::vector<Seconds> m_bounds;  ///< of the tasks opened
    std::vector<Seconds> m_rates;   ///< best plan found per opened task, s per sample; infinity without one
    Seconds m_leastBound = 0;       ///< of these
    Seconds m_rate = std::numeric_limits<double>::infinity();  ///< best seconds a sample
    TaskKey m_key;                                             ///< of the best plan's task
    std::optional<Found> m_best;
    Seconds m_seedRate = std::numeric_limits<double>::infinity();
    std::optional<Found> m_seed;
    std::optional<Shortfall> m_shortfall;
    std::vector<IncumbentPoint> m_history;
    std::vector<BoundPoint> m_boundHistory;
};

}  // namespace pgram
