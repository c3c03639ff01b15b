// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How good a task can be at best under a schedule whose objective is no bound: by the mean of paths through its order,
// and prices of the bytes of its stages, under which layers cost about as much in every chunk.
#pragma once

#include "core/search/task/task.h"

#include <stop_token>

namespace pgram {

/// No plan of the task, which has `pathOptions`, takes fewer seconds a step within `budget` usable bytes a device;
/// infinity: none fits. A bound above `enough` is not made better, nor any once the stop was asked for.
[[nodiscard]] Seconds pathBound(const Task& task, Bytes budget, Seconds enough, const std::stop_token& stop);

}  // namespace pgram
