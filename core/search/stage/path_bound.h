// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lower bound of a task under a schedule whose objective does not bound the step: a mean of paths through the order of
// operations, with a price per byte of each stage, such that a layer costs about as much in every chunk.
#pragma once

#include "core/search/task/task.h"

#include <stop_token>

namespace pgram {

/// Returns a bound that no plan of the task beats, in seconds per step, with `budget` usable bytes per device; infinity
/// if no plan fits. The task needs `pathOptions`. Stops improving the bound above `enough`, or when the stop is
/// requested.
[[nodiscard]] Seconds pathBound(const Task& task, Bytes budget, Seconds enough, const std::stop_token& stop);

}  // namespace pgram
