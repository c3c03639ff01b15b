// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans of a task whose schedule has chunks. On a given cut, the strategies of each stage are solved exactly by the
// objective, which is a guide here; then the cut is improved move by move, as measured by the simulator.
#pragma once

#include "core/search/pipeline/stage_join.h"
#include "core/search/stage/stage_memory.h"
#include "core/search/task/staged_task.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

class ChunkSolver {
public:
    /// `budget`: usable bytes per device. Refers to the task.
    ChunkSolver(const Task& task, Bytes budget, std::stop_token stop);

    /// Returns the best plan found on the cut, including its step, with an objective of at most about `limit`; nothing
    /// if none was found.
    [[nodiscard]] std::optional<CutPlan> solve(const std::vector<int>& sizes, Seconds limit);
    /// Returns a plan that is nearly as good, in far less time: its strategies come from bounds instead of frontiers.
    [[nodiscard]] std::optional<CutPlan> nearlyBest(const std::vector<int>& sizes);
    /// Moves boundaries of the plan's cut, and solves for its strategies again, as long as the plan becomes faster.
    [[nodiscard]] CutPlan better(CutPlan best);
    /// Moves boundaries of the cut as long as its fullest stage needs less, until it fits the budget.
    [[nodiscard]] std::vector<int> lighter(std::vector<int> sizes);
    /// Return the least memory that any plan on the cut needs, and memory with which some plan works.
    [[nodiscard]] FullestStage need(const std::vector<int>& sizes) { return fullestStage(m_task, m_memory, sizes); }
    [[nodiscard]] FullestStage enough(const std::vector<int>& sizes)
    {
        return fullestStage(m_task, m_memory, sizes, m_most);
    }
    [[nodiscard]] bool stopped() const { return m_stop.stop_requested(); }

private:
    [[nodiscard]] std::optional<CutPlan> solveWith(const std::vector<int>& sizes, std::span<const int> inFlight,
                                                   Seconds limit);
    [[nodiscard]] std::optional<CutPlan> nearlyBestWith(const std::vector<int>& sizes, std::span<const int> inFlight);
    void score(CutPlan& plan);
    struct Neighbour {
        CutPlan plan;
        bool fits = false;
    };
    [[nodiscard]] std::vector<Neighbour> neighboursOf(const CutPlan& plan) const;
    [[nodiscard]] std::optional<CutPlan> leastMemory(const std::vector<int>& sizes) const;

    const Task& m_task;
    Bytes m_budget;
    std::stop_token m_stop;
    StageMemory m_memory;
    LeastReceives m_receives;
    std::vector<int> m_most;  ///< largest number in flight through each part
};

/// Returns all cuts of `layers` into `parts`; nothing if there are more than `most`.
[[nodiscard]] std::vector<std::vector<int>> allCuts(int layers, int parts, std::size_t most);

}  // namespace pgram
