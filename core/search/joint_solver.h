// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact optimum of one task over cuts and strategies together (METHOD §8's Joint): chains of stages are joined from
// the last layer to the first, every cut point at once, and bounds of what stands in front keep only the chains that a
// best plan could end with.
#pragma once

#include "core/search/stage_join.h"

#include <optional>
#include <vector>

namespace pgram {

/// Solves one task. Refers to the book.
class JointSolver {
public:
    explicit JointSolver(StageBook& book);

    /// The best plan of the task, of at most `limit` seconds a step. None: there is none, or the stop was asked for.
    [[nodiscard]] std::optional<CutPlan> solve(Seconds limit);

private:
    /// Least Σ trip and least largest pace of some layers in some stages, each over all cuts.
    struct Least {
        Seconds sum = 0;
        Seconds most = 0;
    };
    /// By (number of stages, layer): of the layers before it, or from it on.
    using Chains = std::vector<std::vector<Least>>;

    void boundChains();
    [[nodiscard]] bool isHopeless(int stage, int first, int end, const StageFigures& least, Seconds limit) const;
    [[nodiscard]] std::optional<CutPlan> solveWithin(Seconds limit);
    [[nodiscard]] std::vector<int> openStage(StageJoin& join, int stage, int first, Seconds limit,
                                             const std::vector<ClosedChains>& behind);

    StageBook& m_book;
    int m_layers = 0;
    int m_stages = 0;
    int m_least = 1;       ///< fewest layers of a stage
    double m_repeats = 0;  ///< of the formula
    Chains m_front;        ///< [stages][end]: layers before `end`
    Chains m_back;         ///< [stage][first]: layers from `first` on in stages from `stage` on
};

}  // namespace pgram
