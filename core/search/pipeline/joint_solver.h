// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact optimum of one task over cuts and strategies together (docs/method/search.md, Cuts): chains of stages are
// joined from the last layer to the first, every cut point at once, and bounds of what stands in front keep only the
// chains that a best plan could end with.
#pragma once

#include "core/search/pipeline/stage_join.h"

#include <optional>
#include <vector>

namespace pgram {

/// Solves one task. Refers to the book.
class JointSolver {
public:
    explicit JointSolver(StageBook& book);

    /// Works out what the next two answer, for plans of at most `limit`.
    void bound(Seconds limit);
    /// No plan has an objective below this, or below the limit. Infinity: none is within the limit.
    [[nodiscard]] Seconds atLeast() const;
    /// A plan near the bound: the bounds' own assignments, on the cut that suits them best. None: they give none.
    [[nodiscard]] std::optional<CutPlan> nearlyBest();
    /// The plan of least objective, of at most `limit`, and of no more than the limit of bound() where that came first.
    /// None: there is none, or the stop was asked for.
    [[nodiscard]] std::optional<CutPlan> solve(Seconds limit);

private:
    void boundWithin(Seconds limit);
    void boundFronts(Seconds limit);
    void boundBacks(Seconds limit);
    /// No plan within the limit has this stage.
    [[nodiscard]] bool isHopeless(int stage, int first, int end, const StageLeast& least, Seconds limit) const;
    [[nodiscard]] std::optional<CutPlan> solveWithin(Seconds limit);
    [[nodiscard]] std::vector<int> openStage(StageJoin& join, int stage, int first, Seconds limit,
                                             const std::vector<ClosedChains>& behind);

    StageBook& m_book;
    int m_layers = 0;
    int m_stages = 0;
    /// [stage][layer]: least of the layers before it in the stages before it, each figure over all cuts; of the layers
    /// from it on in the stages from it on. None: such stages do not fit, or take more than the limit.
    std::vector<std::vector<std::optional<StepFront>>> m_front;
    std::vector<std::vector<std::optional<StepChain>>> m_back;
    /// Of the latter: chains one of which is no worse than any plan's.
    std::vector<std::vector<std::vector<StepChain>>> m_chains;
    /// [stage][first]: where a stage may end that a plan within the limit may have.
    std::vector<std::vector<std::vector<int>>> m_ends;
};

}  // namespace pgram
