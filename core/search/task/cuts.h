// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cuts of a model's layers into parts, stages or their chunks: sizes front to back, none empty. Empty result = fewer
// layers than parts.
#pragma once

#include "core/search/task/task.h"

#include <functional>
#include <vector>

namespace pgram {

/// Weight of part `part` holding layers [first, end); one layer more in front makes it no less.
using PartWeight = std::function<double(int part, int first, int end)>;

/// The cut whose heaviest part is lightest; of several, the one whose earlier parts are longest. Exact; about L²·log P
/// weights.
[[nodiscard]] std::vector<int> minMaxCut(int layers, int parts, const PartWeight& weight);

/// Balances the layers' least paces, which are their times or nearly so: p_t.
[[nodiscard]] std::vector<int> timeCut(const Task& task);

}  // namespace pgram
