// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The bi-objective walk of Galvatron-BMW (docs/method/search.md, Cuts): from the cut that balances memory towards the
// one that balances time, boundary layer by boundary layer, never past what memory allows.
#pragma once

#include "core/search/pipeline/cut_solver.h"
#include "core/search/stage/stage_memory.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <optional>
#include <vector>

namespace pgram {

/// 1 - max/Σ: 0 when one stage has all, 1 - 1/P when all are equal.
[[nodiscard]] double balanceDegree(const std::vector<double>& values);

/// Walks from `start` (p_m); every cut solved is a step of `steps`. The best cut met; none when `start` does not fit or
/// the search was stopped before it.
[[nodiscard]] std::optional<CutPlan> walkBalance(const Task& task, Bytes budget, const std::vector<int>& start,
                                                 StageBook& book, StageMemory& memory, std::vector<BalanceStep>& steps);

}  // namespace pgram
