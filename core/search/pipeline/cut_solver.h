// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact optimum of one task on one cut: the stages' frontiers, joined across their boundaries so that the objective
// is least.
#pragma once

#include "core/search/pipeline/stage_join.h"

#include <limits>
#include <optional>
#include <vector>

namespace pgram {

/// Solves cuts of one task. Refers to the book.
class CutSolver {
public:
    explicit CutSolver(StageBook& book) : m_book(book) {}

    /// None: no assignment fits and has an objective of at most `limit` seconds, or the stop was asked for (see
    /// StageBook::stopped()).
    [[nodiscard]] std::optional<CutSolution> solve(const std::vector<int>& sizes,
                                                   Seconds limit = std::numeric_limits<double>::infinity());

private:
    /// A stage of the cut in hand.
    struct Part {
        int first = 0;
        int end = 0;
        StageLeast least;
        StagePlace place;
        StepFront front;   ///< least of the stages in front
        StepChain behind;  ///< least of the stages behind
    };

    [[nodiscard]] std::vector<Part> partsOf(const std::vector<int>& sizes);
    [[nodiscard]] Seconds nearlyBest(const std::vector<Part>& parts);
    [[nodiscard]] std::optional<CutPlan> solveWithin(const std::vector<Part>& parts, Seconds limit);

    StageBook& m_book;
};

}  // namespace pgram
