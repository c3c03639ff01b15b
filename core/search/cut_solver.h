// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact optimum of one task on one cut: the stages' frontiers, joined across their boundaries so that
// Σ trip_i + repeats·max pace_i is least (METHOD §5, §7; StepFormula).
#pragma once

#include "core/search/stage_join.h"

#include <limits>
#include <optional>
#include <vector>

namespace pgram {

/// Solves cuts of one task. Refers to the book.
class CutSolver {
public:
    explicit CutSolver(StageBook& book) : m_book(book) {}

    /// None: no assignment fits and takes at most `limit` seconds a step, or the stop was asked for (see
    /// StageBook::stopped()).
    [[nodiscard]] std::optional<CutSolution> solve(const std::vector<int>& sizes,
                                                   Seconds limit = std::numeric_limits<double>::infinity());

private:
    /// A stage of the cut in hand.
    struct Part {
        int first = 0;
        int end = 0;
        StageFigures least;
    };

    [[nodiscard]] std::vector<Part> partsOf(const std::vector<int>& sizes);
    [[nodiscard]] Seconds nearlyBest(const std::vector<Part>& parts);
    [[nodiscard]] std::optional<CutSolution> solveWithin(const std::vector<Part>& parts, Seconds limit);

    StageBook& m_book;
};

}  // namespace pgram
