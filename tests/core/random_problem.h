// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random questions to the planner that are small enough to try every plan: two to five layers of up to five kinds on
// one to eight devices, with slow and fast links.
#pragma once

#include "core/search/search.h"

#include <vector>

namespace pgram::test {

/// Returns the methods that the program of the tests can run: all, without those of another library.
[[nodiscard]] std::vector<MethodInfo> availableMethods();

/// The same for the same seed. Without a budget: the caller sets one. Has as many plans in its space as said.
[[nodiscard]] SearchRequest randomProblem(unsigned seed, double leastPlans, double mostPlans);

}  // namespace pgram::test
