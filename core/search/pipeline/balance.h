// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The bi-objective walk of Galvatron-BMW (docs/method/search.md, Cuts): from the cut that balances memory towards the
// cut that balances time, one boundary layer at a time, and never beyond what memory allows.
#pragma once

#include "core/search/pipeline/cut_solver.h"
#include "core/search/stage/stage_memory.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <optional>
#include <vector>

namespace pgram {

/// Returns 1 - max/Σ: 0 if one stage has everything, 1 - 1/P if all are equal.
[[nodiscard]] double balanceDegree(const std::vector<double>& values);

/// Walks from `start` (p_m), and appends every solved cut to `steps`. Returns the best plan met; nothing if `start`
/// does not fit, or if the search was stopped before it was solved.
[[nodiscard]] std::optional<CutPlan> walkBalance(const Task& task, Bytes budget, const std::vector<int>& start,
                                                 StageCache& cache, StageMemory& memory,
                                                 std::vector<BalanceStep>& steps);

}  // namespace pgram
