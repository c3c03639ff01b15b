// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The queue of subproblems (docs/method/search.md, Tasks). A subproblem takes one step after another, each of which
// raises its bound or yields plans: a bound from few strategies, its own bounds, the method's plans with little, full
// and more effort, a walk, and bounds by paths. Those with the least bound go first, in rounds of fixed sizes
// whose subproblems have the same limit, so that the result does not depend on the number of workers. Subproblems that
// cannot beat the incumbent leave the queue.
#pragma once

#include "core/search/outer/incumbent.h"
#include "core/search/outer/open_tasks.h"
#include "core/search/outer/seeds.h"
#include "core/search/pipeline/stage_cache.h"

#include <array>
#include <span>
#include <vector>

namespace pgram {

class SearchQueue {
public:
    SearchQueue(SearchScope scope, Incumbent& incumbent) : m_scope(std::move(scope)), m_incumbent(incumbent) {}

    /// Searches the tasks of one batch.
    void run(std::span<const Subproblem> batch);
    /// Raises the bounds of the tasks that keep the certificate open, with this much work per task, in nanoseconds on a
    /// usual machine. Returns false if there are none.
    bool boundByPaths(double work);
    /// Call last. If no plan was found, determines the smallest memory shortfall of the tasks in which nothing fits.
    void finish();

private:
    using Round = std::vector<Subproblem*>;
    using Step = Subproblem::Step;

    [[nodiscard]] std::vector<Subproblem> firstBounds(std::span<const Subproblem> batch);
    void leave(Round& queue);
    [[nodiscard]] Round nextRound(Round& queue);
    void bound(const Round& round);
    void solve(const Round& round);
    void solve(Subproblem& task, Seconds limit, Effort effort);
    void walk(const Round& round);

    [[nodiscard]] Step afterSolving(const Subproblem& task) const;
    [[nodiscard]] bool isExact(const Subproblem& task) const;
    [[nodiscard]] bool hasStart() const;

    SearchScope m_scope;
    Incumbent& m_incumbent;
    Seeded m_seeded = Seeded::Fully;
    std::array<std::size_t, static_cast<std::size_t>(Step::None)> m_sizes{};  ///< size of the next round, by step
    std::vector<Subproblem> m_open;                                           ///< tasks in which some plan may fit
    std::vector<Subproblem> m_hopeless;                                       ///< tasks in which nothing fits
};

}  // namespace pgram
