// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact optimum of a task over cuts and strategies together (docs/method/search.md, Cuts): joins chains of stages
// from the last layer to the first, over all cut points at once. Bounds of the layers in front keep only the chains
// with which a best plan could end.
#pragma once

#include "core/search/pipeline/stage_join.h"

#include <optional>
#include <vector>

namespace pgram {

/// Solves one task. Refers to the cache of its stages.
class JointSolver {
public:
    explicit JointSolver(StageCache& cache);

    /// Computes the results of atLeast() and nearlyBest(), for plans with an objective of at most `limit`.
    void bound(Seconds limit);
    /// Returns a lower bound of the objective, or of what exceeds the limit; infinity if no plan is within the limit.
    [[nodiscard]] Seconds atLeast() const;
    /// Returns a plan near the bound: the bounds' own assignments, on the cut that suits them best; nothing if the
    /// bounds have no assignments.
    [[nodiscard]] std::optional<CutPlan> nearlyBest();
    /// Returns the plan of least objective, at most `limit` and at most the limit of an earlier bound(). Returns
    /// nothing if no such plan exists, or if the search was stopped.
    [[nodiscard]] std::optional<CutPlan> solve(Seconds limit);

private:
    void boundWithin(Seconds limit);
    void boundFronts(Seconds limit);
    void boundBacks(Seconds limit);
    /// Returns true if no plan within the limit has this stage.
    [[nodiscard]] bool isHopeless(int stage, int first, int end, const StageFigures& least, Seconds limit) const;
    [[nodiscard]] std::optional<CutPlan> solveWithin(Seconds limit);
    [[nodiscard]] std::vector<int> openStage(StageJoin& join, int stage, int first, Seconds limit,
                                             const std::vector<ClosedChains>& behind);

    StageCache& m_cache;
    int m_layers = 0;
    int m_stages = 0;
    /// [stage][layer]: least figures of the layers before `layer` in the stages before `stage`, each figure over all
    /// cuts; and of the layers from `layer` on in the stages from `stage` on. Empty: such stages do not fit, or take
    /// more than the limit.
    std::vector<std::vector<std::optional<StepFront>>> m_front;
    std::vector<std::vector<std::optional<StepChain>>> m_back;
    /// The latter again, as several chains. For every plan, one of the chains is a lower bound.
    std::vector<std::vector<std::vector<StepChain>>> m_chains;
    /// [stage][first]: layers at which the stage may end in a plan within the limit.
    std::vector<std::vector<std::vector<int>>> m_ends;
};

}  // namespace pgram
