// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Predictions held against measurements: row by row, by suite, and overall. Pure; rows are worked out in parallel.
#pragma once

#include "core/fidelity/predicted_run.h"
#include "validation/measurements/anchoring.h"
#include "validation/measurements/statistics.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

struct SuiteResult {
    std::string suite;
    int skipped = 0;  ///< measured rows without a prediction
    ErrorStatistics errors;
    std::optional<double> spearman;  ///< mean over groups, by their size
    /// Worst of all groups: relative slowdown of the plan that we rank first against the best one.
    std::optional<double> regret;
};

struct Side {
    SuiteResult overall;
    std::vector<SuiteResult> suites;  ///< by name
};

struct Validation {
    std::vector<RowResult> rows;
    Side time;
    Side memory;
    Anchoring anchored;           ///< step times that another run corrects
    std::map<Text, int> skipped;  ///< reason -> rows
    int outOfMemoryRows = 0;
    int outOfMemoryFlagged = 0;
    int falselyOutOfMemory = 0;  ///< ran, and called out of memory at its device's size
};

[[nodiscard]] Validation validate(const std::vector<Measurement>& rows, const DeviceCatalogue& devices);

/// Rows of a suite, or of all when `suite` is empty.
[[nodiscard]] std::vector<Measurement> rowsOfSuite(const std::vector<Measurement>& rows, const std::string& suite);

}  // namespace pgram
