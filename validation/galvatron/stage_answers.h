// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every answer of a stage that could be part of the best plan: the Pareto frontier of its two times within its memory,
// cut down by limits on weighed sums of them.
#pragma once

#include "validation/galvatron/stage_options.h"

#include <limits>
#include <span>

namespace pgram::galvatron {

/// A limit on answers: those with weights·(times) > most are useless.
struct StageLimit {
    Weights weights;
    double most = std::numeric_limits<double>::infinity();
};

struct StageAnswer {
    double withoutSync = 0;
    double withSync = 0;
    Counts counts;
};

struct AnswerRules {
    double hidden = 0;        ///< withSync up to here costs nothing: all such are alike
    bool keepSlower = false;  ///< keeps answers even if another one is faster without sync
    std::size_t mostLabels = 1'000'000;
};

struct StageAnswers {
    std::vector<StageAnswer> answers;
    bool complete = true;  ///< false: given up at mostLabels
};

/// Answers that fit and keep the limits, none of which another one beats in both times.
[[nodiscard]] StageAnswers stageAnswers(const StageQuestion& question, std::span<const StageLimit> limits,
                                        const AnswerRules& rules);

/// One answer of the least withoutSync.
[[nodiscard]] std::optional<StageAnswer> fastestAnswer(const StageQuestion& question);

}  // namespace pgram::galvatron
