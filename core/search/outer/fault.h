// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planner's check of its own results, in every build: a result whose figures contradict each other is a program
// error, and never returned as an answer.
#pragma once

#include "core/search/task/request.h"
#include "core/search/task/result.h"

namespace pgram {

/// Relative rounding of sums in different orders.
inline constexpr double sumRounding = 1e-9;

/// Returns the error for a fault of the planner. Writes the request to a new file in the folder for temporary files,
/// which the error names; the error contains the request if no file can be written.
[[nodiscard]] Error faultOf(Text what, const SearchRequest& request);

/// Returns the result. Errors, as faultOf(): the plan does not fit by its own estimate, or the lower bound is above the
/// figure by which the plan is ranked.
[[nodiscard]] Result<SearchResult> verified(SearchResult result, const SearchRequest& request);

}  // namespace pgram
