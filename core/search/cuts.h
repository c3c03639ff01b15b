// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cuts of a model's layers into stages: sizes front to back, none empty. Empty result = fewer layers than stages.
#pragma once

#include "core/search/task.h"

#include <functional>
#include <vector>

namespace pgram {

/// Weight of stage `stage` holding layers [first, end); one layer more in front makes it no less.
using StageWeight = std::function<double(int stage, int first, int end)>;

/// The cut whose heaviest stage is lightest; of several, the one whose earlier stages are longest. Exact; about
/// L²·log P weights. No stage has fewer than `least` layers; empty when that cannot be.
[[nodiscard]] std::vector<int> minMaxCut(int layers, int stages, const StageWeight& weight, int least = 1);

/// Equal numbers of blocks (the layers that repeat), the remainder one each to the middle stages first; what stands
/// before the first block goes to the first stage, what follows a block goes with it.
[[nodiscard]] std::vector<int> evenCut(const Architecture& model, int stages);

/// Balances the layers' least paces, which are their times or nearly so: p_t.
[[nodiscard]] std::vector<int> timeCut(const Task& task);

}  // namespace pgram
