// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lower bound of a task from paths through the order of operations (docs/method/bounds.md, Means of paths). It holds
// for the simulated step under every schedule, and counts what stages receive.
#pragma once

#include "core/search/task/task.h"

#include <stop_token>

namespace pgram {

/// Returns a bound that no plan of the task beats, in seconds per step, with `budget` usable bytes per device; infinity
/// if no plan fits. The task needs `pathOptions`. Stops improving the bound above `enough` (infinity: no plan is
/// known), when the stop is requested, or after `work` nanoseconds on a usual machine, up to six times as many for long
/// schedules. They count operations, not time.
[[nodiscard]] Seconds pathBound(const Task& task, Bytes budget, Seconds enough, double work,
                                const std::stop_token& stop);

}  // namespace pgram
