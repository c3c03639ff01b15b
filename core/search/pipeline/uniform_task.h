// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One task of a method that has one strategy for all layers, on the even cut.
#pragma once

#include "core/search/pipeline/task_outcome.h"

namespace pgram {

/// The best such plan within `budget` usable bytes a device and `limit` seconds a step.
void solveUniform(const Task& task, Bytes budget, Seconds limit, TaskOutcome& outcome);

}  // namespace pgram
