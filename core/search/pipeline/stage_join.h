// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Stages joined from the last to the first: what a chain of stages costs together (Objective), as far as no other chain
// beats it.
#pragma once

#include "core/search/pipeline/stage_book.h"
#include "core/search/task/rounding.h"

#include <map>
#include <optional>
#include <vector>

namespace pgram {

/// The optimum of a task on a cut.
struct CutSolution {
    Seconds objective = 0;            ///< no more than that of any other solution, where the objective is a bound
    std::vector<int> strategies;      ///< of each layer, indices into the task's strategies
    std::vector<Seconds> stagePaces;  ///< receives inside
    std::vector<Bytes> stageMemory;   ///< context inside
};

/// A cut with its optimum.
struct CutPlan {
    std::vector<int> sizes;
    CutSolution solution;
    Seconds step = 0;           ///< as stepOf(); 0 = not worked out yet
    std::vector<int> blocks{};  ///< of the stages; empty: those of the task in hand
};

/// An answer of one stage with a chain behind it. The stage is open: what it receives from the stage before it depends
/// on who sends.
struct OpenStage {
    StepChain behind;
    StepShare own;  ///< without what it receives from in front
    StagePlace place;
    const StageFrontier* frontier = nullptr;
    StageAnswer answer;
    int size = 0;          ///< layers of this stage
    int behindIndex = -1;  ///< the closed stage behind
};

/// The same with its receive for one kind of sender.
struct ClosedStage {
    StepChain chain;
    int open = 0;
};

/// Closed chains that start at one layer, by sending class of the stage in front and boundary class of their first
/// layer. Indices into the join's record.
using ClosedChains = std::map<std::pair<int, int>, std::vector<int>>;

/// What a chain may still cost.
struct JoinLimit {
    Seconds step = 0;
    StepFront front;  ///< least of the stages in front
};

/// The record of one joining. Refers to the book.
class StageJoin {
public:
    explicit StageJoin(StageBook& book) : m_book(book) {}

    /// Opens the last stage, layers [first, end of the model); indices of the open stages are appended.
    void openLast(int first, const StageLimits& limits, const JoinLimit& limit, std::vector<int>& opened);
    /// Opens stage `stage`, layers [first, end), in front of the chains that start at `end`.
    void openInFront(int stage, int first, int end, const ClosedChains& behind, const StageLimits& limits,
                     const JoinLimit& limit, std::vector<int>& opened);
    /// Closes open stages `stage` that start at `first`; of equal classes only what no other chain beats.
    [[nodiscard]] ClosedChains close(int stage, int first, const std::vector<int>& opened);
    /// The fastest plan among open first stages.
    [[nodiscard]] CutPlan best(const std::vector<int>& opened) const;

private:
    void add(OpenStage stage, const JoinLimit& limit, std::vector<int>& opened);
    [[nodiscard]] StepChain chainOf(const OpenStage& stage) const;

    [[nodiscard]] const StageFrontier& use(std::shared_ptr<const StageFrontier> frontier);

    StageBook& m_book;
    std::vector<std::shared_ptr<const StageFrontier>> m_used;  ///< the book may replace its own
    std::vector<OpenStage> m_open;
    std::vector<ClosedStage> m_closed;
};

/// Where what stages of the plan do once makes its step longer and was left out: lets the book count it, and puts it
/// into the plan's objective.
[[nodiscard]] bool countLateOnce(StageBook& book, CutPlan& plan);

/// The plan of least objective, up to `limit`: solves with `solveWithin(limit)`, which leaves out what some stages do
/// once, until that makes no stage of its plan late.
template <typename SolveWithin>
std::optional<CutPlan> solveCountingOnce(StageBook& book, Seconds limit, const SolveWithin& solveWithin)
{
    std::optional<CutPlan> best;
    for (;;) {
        std::optional<CutPlan> plan = solveWithin(limit);
        if (!plan) {
            return best;
        }
        if (!countLateOnce(book, *plan)) {
            return plan;
        }
        if (plan->solution.objective <= limit) {
            limit = plan->solution.objective;
            best = std::move(plan);
        }
    }
}

}  // namespace pgram
