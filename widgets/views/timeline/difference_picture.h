// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Parts of the difference between a measured step and the predicted one: a row per part, the largest difference first,
// and what has no part in the prediction. Plain functions.
#pragma once

#include "traces/difference.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/scene.h"

#include <QString>

#include <memory>

namespace pgram {

/// Adds the parts to a scene; each has the reference {"part", index}. `file`: name of the trace.
void addDifference(Scene& scene, const StepDifference& step, const QString& file);

/// Returns a row per part.
[[nodiscard]] FigureContent differenceFigures(const std::shared_ptr<const StepDifference>& step);

/// Returns the tip of a part, as HTML.
[[nodiscard]] QString partTip(const StepDifference& step, std::size_t part);

/// "16.0 % longer than predicted"; "as long as predicted".
[[nodiscard]] QString againstPrediction(const StepDifference& step);

}  // namespace pgram
