// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans of a task whose schedule has chunks. On one cut the strategies of each stage are solved exactly by the
// objective, which is a guide there; the cut is bettered step by step, each step as the simulator has it.
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
    /// `budget`: usable bytes a device. Refers to the task.
    ChunkSolver(const Task& task, Bytes budget, std::stop_token stop);

    /// The best plan met on the cut, with its step, of an objective of about `limit` at most. None: none was met.
    [[nodiscard]] std::optional<CutPlan> solve(const std::vector<int>& sizes, Seconds limit);
    /// Nearly as good, and much sooner: strategies from bounds, not from frontiers.
    [[nodiscard]] std::optional<CutPlan> nearlyBest(const std::vector<int>& sizes);
    /// Moves boundaries of the plan's cut, and solves for its strategies anew, for as long as that makes it faster.
    [[nodiscard]] CutPlan better(CutPlan best);
    /// The cut with boundaries moved for as long as its fullest stage needs less, down to the budget.
    [[nodiscard]] std::vector<int> lighter(std::vector<int> sizes);
    /// No plan on the cut does with less; and what some plan does with.
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
    [[nodiscard]] std::optional<CutPlan> leanest(const std::vector<int>& sizes) const;

    const Task& m_task;
    Bytes m_budget;
    std::stop_token m_stop;
    StageMemory m_memory;
    LeastReceives m_receives;
    std::vector<int> m_most;  ///< in flight through each part at any time
};

/// All cuts of `layers` into `parts`, where they are no more than `most`; else none.
[[nodiscard]] std::vector<std::vector<int>> allCuts(int layers, int parts, std::size_t most);

}  // namespace pgram
