// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The paper's dynamic programme over a quantised memory table (docs/method/search.md, One stage): C(l, E) = min over s
// of C(l-1, E - O(l, s)) + c(l, s) + R(s', s), c = m·t + once. Slow, simple, and exact when the quantum divides every
// figure: the reference that the frontier is held to.
#pragma once

#include "core/search/stage/stage_frontier.h"

#include <optional>
#include <vector>

namespace pgram {

struct TableAnswer {
    Seconds cost = 0;             ///< m·t + once: one stage's step
    std::vector<int> strategies;  ///< front to back
};

/// Least m·t + once of a stage within its budget; memory is rounded up to `quantum` bytes a layer. The
/// backward peak is bounded in turn by each value that it can take. None = nothing fits.
[[nodiscard]] std::optional<TableAnswer> solveMemoryTable(const Task& task, const StageQuestion& question,
                                                          Bytes quantum);

}  // namespace pgram
