// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The step time of the galvatron-3 rules as what it is: the largest of lines in the stages' times. Bounds and limits
// follow from the lines.
#pragma once

#include "validation/galvatron/rules.h"
#include "validation/galvatron/stage_options.h"

#include <span>
#include <vector>

namespace pgram::galvatron {

/// Σ_i weights_i·(C_i, R_i).
struct StepLine {
    std::vector<Weights> weights;  ///< by stage
    bool rises = true;             ///< in every stage's time
};

/// With slack of one stage's delay, or of none, added to the drain or fill of the pipeline. The largest of all lines is
/// stepTime. Lines that do not rise let a slower stage hide another one's sync.
[[nodiscard]] std::vector<StepLine> stepLines(int pipeline, std::int64_t microbatches);

/// A stage's two times, C_i and R_i.
struct StageTime {
    double withoutSync = 0;
    double withSync = 0;
};

[[nodiscard]] double valueOf(const StepLine& line, std::span<const StageTime> stages);
/// The largest of all lines; of those alone that rise when `rising`.
[[nodiscard]] double largest(std::span<const StepLine> lines, std::span<const StageTime> stages, bool rising);

}  // namespace pgram::galvatron
