// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The exact optimum of a task on a given cut: joins the frontiers of the stages across their boundaries so that the
// objective is least.
#pragma once

#include "core/search/pipeline/stage_join.h"

#include <limits>
#include <optional>
#include <vector>

namespace pgram {

/// Solves cuts of one task. Refers to the cache of its stages.
class CutSolver {
public:
    explicit CutSolver(StageCache& cache) : m_cache(cache) {}

    /// Returns the optimum; nothing if no assignment fits with an objective of at most `limit` seconds, or if the
    /// search was stopped (see StageCache::stopped()).
    [[nodiscard]] std::optional<CutPlan> solve(const std::vector<int>& sizes,
                                               Seconds limit = std::numeric_limits<double>::infinity());

private:
    /// A stage of the current cut.
    struct Part {
        int first = 0;
        int end = 0;
        StageFigures least;
        StagePlace place;
        StepFront front;   ///< least figures of the earlier stages
        StepChain behind;  ///< least figures of the later stages
    };

    [[nodiscard]] std::vector<Part> partsOf(const std::vector<int>& sizes);
    [[nodiscard]] Seconds nearlyBest(const std::vector<Part>& parts);
    [[nodiscard]] std::optional<CutPlan> solveWithin(const std::vector<Part>& parts, Seconds limit);

    StageCache& m_cache;
};

}  // namespace pgram
