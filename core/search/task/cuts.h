// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cuts of a model's layers into parts: stages or their chunks. A cut is a list of sizes, front to back, none of them 0.
// An empty result means that there are fewer layers than parts.
#pragma once

#include "core/search/task/task.h"

#include <functional>
#include <vector>

namespace pgram {

/// Returns the weight of part `part` if it holds layers [first, end). Another layer in front must not lower the weight.
using PartWeight = std::function<double(int part, int first, int end)>;

/// Returns the cut whose heaviest part is lightest; of several such cuts, the one whose earlier parts are longest.
/// Exact; calls `weight` about L²·log P times.
[[nodiscard]] std::vector<int> minMaxCut(int layers, int parts, const PartWeight& weight);

/// Returns the cut p_t, which balances the least paces of the layers. These are their times, or nearly so.
[[nodiscard]] std::vector<int> timeCut(const Task& task);

}  // namespace pgram
