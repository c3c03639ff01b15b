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
#include <stop_token>
#include <vector>

namespace pgram {

/// Inputs that all batches share. The outer search refers to them.
struct OuterScope {
    const TaskSource& source;
    const MethodRules& rules;
    Bytes usable = 0;  ///< bytes per device
    int workers = 1;
    std::stop_token stop;
    WarmStart* warmStart = nullptr;  ///< warm start from other searches; receives the bounds of this one
};

class OuterSearch {
public:
    OuterSearch(OuterScope scope, Incumbent& incumbent) : m_scope(std::move(scope)), m_incumbent(incumbent) {}

    /// Searches the tasks of one batch.
    void run(std::span<const ListedTask> batch);
    /// Call last. If no plan was found, determines the smallest memory shortfall of the tasks in which nothing fits.
    void finish();

private:
    [[nodiscard]] bool holdsUniformPlans() const;
    [[nodiscard]] std::vector<ListedTask> uniformTasks(std::span<const ListedTask> batch) const;
    [[nodiscard]] std::vector<ListedTask> plainTasks(std::span<const ListedTask> listed, const Space& plain) const;
    [[nodiscard]] bool isOfStart(const TaskKey& key) const;
    bool seedFromWarmStart(std::int64_t batch);
    void seedUniform(std::span<const ListedTask> listed);
    bool seed(std::span<const ListedTask> batch);
    void seedCoarse(std::span<const OpenTask> tasks);
    [[nodiscard]] std::vector<OpenTask> open(std::span<const ListedTask> listed,
                                             const std::function<void(const OpenTask&)>& tell = {});
    void announce(std::vector<OpenTask>& tasks, std::size_t batch);
    void openUseful(std::span<OpenTask> coarse);
    [[nodiscard]] std::vector<OpenTask> opened(std::span<const ListedTask> batch);
    struct Answer {
        std::optional<Seconds> waits;  ///< bound of a task that needs more effort
        bool isThinned = false;        ///< equal to TaskOutcome::isThinned
    };
    struct Turn {
        const OpenTask* task = nullptr;
        Seconds rate = 0;  ///< bound of the task, or the limit under which it was solved, in seconds per sample
    };
    Answer solve(const OpenTask& open, Seconds rate, Effort effort = Effort::Full, bool again = false);
    void solveThinned(std::vector<Turn> thinned);
    void walk(std::vector<const OpenTask*> tasks, Seconds rate);
    [[nodiscard]] Seconds boundOf(const OpenTask& task) const;
    [[nodiscard]] bool isExact(const OpenTask& task) const;
    [[nodiscard]] Seconds guessOfExact(std::span<const OpenTask> tasks) const;
    void solveExact(std::span<const OpenTask> tasks);
    void solveGuided(std::span<OpenTask> tasks, Seconds guess);
    void boundByPaths(std::span<const OpenTask> tasks);

    OuterScope m_scope;
    Incumbent& m_incumbent;
    std::vector<OpenTask> m_hopeless;  ///< tasks in which nothing fits
};

}  // namespace pgram
