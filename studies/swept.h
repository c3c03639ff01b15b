// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans of a sweep as the results of a study: each plan is a row, whose members are the numbers that were varied.
#pragma once

#include "core/questions/sweep.h"
#include "studies/study.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace pgram {

/// A request, and its plans at values of some of its numbers.
struct SweptRequest {
    SearchRequest request;
    std::vector<std::string>
        numbers;  ///< names for withNumber(): none, the one of `value`, or also the one of `second`
    std::vector<SweepPoint> points;
};

/// A sweep that a view shows.
struct SweptRequests {
    std::string title;
    std::vector<SweptRequest> all;  ///< not empty
};

/// Returns the study of a sweep: its requests share the members that are equal in all of them.
[[nodiscard]] Study studyOf(const SweptRequests& swept);

/// Writes the plans as the results of studyOf(). Replaces the file atomically. `version`: version of the program.
/// Errors: another program adds rows to the file; those of writeTextFile().
[[nodiscard]] Result<void> saveAsStudy(const SweptRequests& swept, const std::filesystem::path& file,
                                       const std::string& version);

}  // namespace pgram
