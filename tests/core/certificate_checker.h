// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Verifies what the planner says of a request, from the request up: that its plan is one of the space that was asked
// for, costs what it is said to cost and fits, that the certificate's figures agree, and, on small requests, that they
// are true of every plan there is. Knows of core/search the request and the result only.
#pragma once

#include "core/search/search.h"
#include "tests/core/exhaustive_search.h"

#include <string>

namespace pgram::test {

/// What a method may use, worked out anew from the methods' definitions (docs/method/search.md, Baselines).
struct MethodSpace {
    PlanSpace plans;
    bool uniform = false;    ///< one strategy for all layers
    bool exact = false;      ///< finds the best plan of all
    bool leastNeed = false;  ///< tries the plan that needs least memory
};
[[nodiscard]] MethodSpace spaceOf(const SearchRequest& request);

/// Lines on what is wrong with the result; empty = nothing is. Of any size of request.
[[nodiscard]] std::string faultsOf(const SearchRequest& request, const SearchResult& result);

/// The same and more, against every plan of the space: for small requests.
[[nodiscard]] std::string faultsAgainstEveryPlan(const SearchRequest& request, const SearchResult& result);

/// The request as JSON, complete: what a failed check prints, so that it can be repeated.
[[nodiscard]] std::string requestText(const SearchRequest& request);

}  // namespace pgram::test
