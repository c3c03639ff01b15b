// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Predictions that one measured run of the same suite corrects: does the error of one layout carry over to others?
#pragma once

#include "core/fidelity/predicted_run.h"

#include <vector>

namespace pgram {

/// Mean over suites of the mean |predicted/measured - 1| of step times, with the prediction of each run multiplied.
struct Anchoring {
    int suites = 0;          ///< suites with at least four measured and predicted runs
    double asPredicted = 0;  ///< not multiplied
    double byOne = 0;        ///< by measured/predicted of another run of its suite, the mean over all others
    double byRoot = 0;       ///< by the square root of that
    double byMedian = 0;     ///< by the median of measured/predicted of all runs of the suite: a limit for one factor
};
[[nodiscard]] Anchoring anchoring(const std::vector<RowResult>& rows);

}  // namespace pgram
