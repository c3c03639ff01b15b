// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The outer search (docs/method/search.md, Tasks): solves the tasks of a batch on several workers, in order of their
// bounds, and skips tasks that cannot beat the incumbent.
#pragma once

#include "core/search/outer/incumbent.h"
#include "core/search/outer/open_tasks.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace pgram {

class OuterSearch {
public:
    OuterSearch(SearchScope scope, Incumbent& incumbent) : m_scope(std::move(scope)), m_incumbent(incumbent) {}

    /// Searches the tasks of one batch.
    void run(std::span<const Subproblem> batch);
    /// Raises the bounds of the tasks that keep the certificate open, with this much work per task, in nanoseconds on a
    /// usual machine. Returns false if there are none.
    bool boundByPaths(double work);
    /// Call last. If no plan was found, determines the smallest memory shortfall of the tasks in which nothing fits.
    void finish();

private:
    [[nodiscard]] bool holdsUniformPlans() const;
    [[nodiscard]] std::vector<Subproblem> uniformTasks(std::span<const Subproblem> batch) const;
    [[nodiscard]] std::vector<Subproblem> plainTasks(std::span<const Subproblem> listed, const Space& plain) const;
    [[nodiscard]] bool isOfStart(const TaskKey& key) const;
    bool seedFromWarmStart(std::int64_t batch);
    void seedUniform(std::span<const Subproblem> listed);
    bool seed(std::span<const Subproblem> batch);
    void seedCoarse(std::span<const Subproblem> tasks);
    [[nodiscard]] std::vector<Subproblem> open(std::span<const Subproblem> listed,
                                               const std::function<void(const Subproblem&)>& tell = {});
    void announce(std::vector<Subproblem>& tasks, std::size_t batch);
    void openUseful(std::span<Subproblem> coarse);
    [[nodiscard]] std::vector<Subproblem> opened(std::span<const Subproblem> batch);
    struct Answer {
        std::optional<Seconds> waits;  ///< bound of a task that needs more effort
        bool isThinned = false;        ///< equal to TaskOutcome::isThinned
    };
    struct Turn {
        const Subproblem* task = nullptr;
        Seconds rate = 0;  ///< bound of the task, or the limit under which it was solved, in seconds per sample
    };
    Answer solve(const Subproblem& open, Seconds rate, Effort effort = Effort::Full, bool again = false);
    void solveThinned(std::vector<Turn> thinned);
    void walk(std::vector<const Subproblem*> tasks, Seconds rate);
    [[nodiscard]] Seconds boundOf(const Subproblem& task) const;
    [[nodiscard]] bool isExact(const Subproblem& task) const;
    [[nodiscard]] Seconds guessOfExact(std::span<const Subproblem> tasks) const;
    void solveExact(std::span<const Subproblem> tasks);
    void solveGuided(std::span<Subproblem> tasks, Seconds guess);

    SearchScope m_scope;
    Incumbent& m_incumbent;
    std::vector<Subproblem> m_open;      ///< tasks in which some plan may fit
    std::vector<Subproblem> m_hopeless;  ///< tasks in which nothing fits
};

}  // namespace pgram
