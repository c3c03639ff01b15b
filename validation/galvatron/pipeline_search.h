// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best answers of all stages together, once the strategy of embedding and head is chosen.
#pragma once

#include "validation/galvatron/stage_answers.h"
#include "validation/galvatron/step_lines.h"

#include <optional>
#include <vector>

namespace pgram::galvatron {

/// The stages' questions, and the seconds that embedding and head add to each.
struct PipelineQuestion {
    std::vector<StageQuestion> stages;
    std::vector<double> added;
};

struct PipelineAnswer {
    std::vector<StageAnswer> stages;  ///< empty: nothing better than what was known
    double seconds = std::numeric_limits<double>::infinity();
    double lowerBound = 0;
};

/// A lower bound that costs little; nothing when a stage has no answer.
[[nodiscard]] std::optional<double> quickBound(const PipelineQuestion& question, std::span<const StepLine> lines);

/// The best answer of less than `known` seconds. `fastest`: fastestAnswer of each stage.
[[nodiscard]] PipelineAnswer searchPipeline(const PipelineQuestion& question, std::span<const StepLine> lines,
                                            const std::vector<StageAnswer>& fastest, double known);

}  // namespace pgram::galvatron
