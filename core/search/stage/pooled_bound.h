// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lower bound of a task over all cuts: the memory of all stages is pooled (Objective::pooled()). Layers are then
// independent: each run of equal layers trades seconds for bytes along a convex curve, and bytes go where they save
// most. This solves the linear relaxation of a multiple-choice knapsack exactly.
#pragma once

#include "core/search/task/task.h"

#include <limits>

namespace pgram {

/// Returns a bound that no plan of the task beats, in seconds per step, whatever its cut and memory.
[[nodiscard]] Seconds lowerBound(const Task& task);
/// Returns the bound for plans within `budget` usable bytes per device. Stops improving the bound above `enough`.
[[nodiscard]] Seconds lowerBound(const Task& task, Bytes budget,
                                 Seconds enough = std::numeric_limits<double>::infinity());

}  // namespace pgram
