// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans of a task whose schedule has chunks: a cut that fits, strategies by a price of memory for each stage, and a
// local search.
#pragma once

#include "core/search/pipeline/sampled_plan.h"
#include "core/search/stage/stage_memory.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

class ChunkSolver {
public:
    /// `budget`: usable bytes per device. Refers to the task.
    ChunkSolver(const Task& task, Bytes budget, std::stop_token stop);

    /// Returns the best plan found from the cut, including its step; nothing if none was found. The local search starts
    /// only from a plan whose step is at most `near`. `movesCuts`: false keeps the cut.
    [[nodiscard]] std::optional<CutPlan> solve(const std::vector<int>& sizes, Seconds near, bool movesCuts);
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
    struct Checked {
        CutPlan plan;  ///< with its simulated step
        bool fits = false;
        std::vector<int> inFlight;  ///< micro-batches in flight through each part when its stage holds most
    };
    [[nodiscard]] Checked checked(const SampleScorer& scorer, const SampledPlan& plan) const;
    [[nodiscard]] CutPlan improved(SampleScorer& scorer, SampledPlan plan, CutPlan best, bool movesCuts) const;

    const Task& m_task;
    Bytes m_budget;
    std::stop_token m_stop;
    StageMemory m_memory;
    std::vector<int> m_most;  ///< largest number in flight through each part
};

/// Returns all cuts of `layers` into `parts`; nothing if there are more than `most`.
[[nodiscard]] std::vector<std::vector<int>> allCuts(int layers, int parts, std::size_t most);

}  // namespace pgram
