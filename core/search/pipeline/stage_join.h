// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Joins stages from the last to the first, and keeps the chains of stages whose cost (Objective) no other chain
// dominates.
#pragma once

#include "core/search/pipeline/stage_cache.h"
#include "core/search/task/rounding.h"

#include <map>
#include <optional>
#include <vector>

namespace pgram {

/// A plan of a task in terms of its tables: a cut, with the optimum on it.
struct CutPlan {
    std::vector<int> sizes;           ///< layers of each part
    Seconds objective = 0;            ///< least of all plans on the cut, if the objective is a bound
    std::vector<int> strategies;      ///< per layer, as indices into the task's strategies
    std::vector<Seconds> stagePaces;  ///< including receives
    std::vector<Bytes> stageMemory;   ///< including the context
    Seconds step = 0;                 ///< seconds by stepOf(); 0 = not computed yet
    std::vector<int> blocks{};        ///< block of each stage; empty: those of the current task
};
/// An answer of one stage with a chain behind it. The stage is open: the cost of its receive depends on the strategy of
/// the sending stage.
struct OpenStage {
    StepChain behind;
    StepShare own;  ///< without the receive from the stage in front
    StagePlace place;
    const StageFrontier* frontier = nullptr;
    StageAnswer answer;
    int size = 0;          ///< number of layers of this stage
    int behindIndex = -1;  ///< index of the closed stage behind; -1: none
};

/// An open stage with its receive from one sending class.
struct ClosedStage {
    StepChain chain;
    int open = 0;
};

/// Closed chains that start at one layer, by sending class of the stage in front and receiving class of the chain's
/// first layer. Values are indices into the join's record.
using ClosedChains = std::map<std::pair<int, int>, std::vector<int>>;

/// Limit on the cost of a chain.
struct JoinLimit {
    Seconds step = 0;
    StepFront front;  ///< least figures of the earlier stages
};

/// Record of a join. Refers to the cache of stages.
class StageJoin {
public:
    explicit StageJoin(StageCache& cache) : m_cache(cache) {}

    /// Opens the last stage, layers [first, end of the model), and appends the indices of the open stages.
    void openLast(int first, const StageFigures& limits, const JoinLimit& limit, std::vector<int>& opened);
    /// Opens stage `stage`, layers [first, end), in front of the chains that start at `end`.
    void openInFront(int stage, int first, int end, const ClosedChains& behind, const StageFigures& limits,
                     const JoinLimit& limit, std::vector<int>& opened);
    /// Closes the open stages `stage` that start at `first`. Keeps the chains that no other chain of the same classes
    /// dominates.
    [[nodiscard]] ClosedChains close(int stage, int first, const std::vector<int>& opened);
    /// Returns the fastest plan among open first stages.
    [[nodiscard]] CutPlan best(const std::vector<int>& opened) const;

private:
    void add(OpenStage stage, const JoinLimit& limit, std::vector<int>& opened);
    [[nodiscard]] StepChain chainOf(const OpenStage& stage) const;

    [[nodiscard]] const StageFrontier& use(std::shared_ptr<const StageFrontier> frontier);

    StageCache& m_cache;
    std::vector<std::shared_ptr<const StageFrontier>> m_used;  ///< keeps frontiers alive that the cache replaces
    std::vector<OpenStage> m_open;
    std::vector<ClosedStage> m_closed;
};

/// If the step of the plan becomes longer by work per step that was left out, makes the cache count this work, adds it
/// to the plan's objective, and returns true if the cache changed.
[[nodiscard]] bool countLateOnce(StageCache& cache, CutPlan& plan);

/// Returns the plan of least objective, up to `limit`. Repeats `solveWithin(limit)`, which leaves out the work per step
/// of some stages, until no stage of its plan is late for that reason.
template <typename SolveWithin>
std::optional<CutPlan> solveCountingOnce(StageCache& cache, Seconds limit, const SolveWithin& solveWithin)
{
    std::optional<CutPlan> best;
    for (;;) {
        std::optional<CutPlan> plan = solveWithin(limit);
        if (!plan) {
            return best;
        }
        if (!countLateOnce(cache, *plan)) {
            return plan;
        }
        if (plan->objective <= limit) {
            limit = plan->objective;
            best = std::move(plan);
        }
    }
}

}  // namespace pgram
