// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How good a task can be at best, whatever its cut: all stages' memory taken as one, and Objective::pooled(). Layers
// are independent then: each run of equal layers trades seconds for bytes along a convex line, and the bytes go where
// they save most (the linear relaxation of a multiple-choice knapsack, exactly).
#pragma once

#include "core/search/task/task.h"

#include <limits>

namespace pgram {

/// No plan of the task, whatever its cut and its memory, takes fewer seconds a step.
[[nodiscard]] Seconds lowerBound(const Task& task);
/// The same within `budget` usable bytes a device. A bound above `enough` is not made better.
[[nodiscard]] Seconds lowerBound(const Task& task, Bytes budget,
                                 Seconds enough = std::numeric_limits<double>::infinity());

/// The same for where a search looks first, and whether it does: where the objective is a guide it is a guess.
[[nodiscard]] Seconds likelyBound(const Task& task);
[[nodiscard]] Seconds likelyBound(const Task& task, Bytes budget, Seconds enough);

}  // namespace pgram
