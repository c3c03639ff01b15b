// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Solves a task of a method that gives all layers one strategy, on the even cut.
#pragma once

#include "core/search/pipeline/task_outcome.h"

namespace pgram {

/// Finds the best such plan within `budget` usable bytes per device and `limit` seconds per step.
void solveUniform(const Task& task, Bytes budget, Seconds limit, TaskOutcome& outcome);

}  // namespace pgram
