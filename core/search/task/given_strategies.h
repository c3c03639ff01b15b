// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Strategies of a task whose recompute pattern leaves its layers no choice: one strategy per layer on each cut.
#pragma once

#include "core/search/task/task.h"

#include <vector>

namespace pgram {

/// Returns the candidates of layers [first, end), which are one part of a cut without chunks.
[[nodiscard]] std::vector<const Candidate*> givenOf(const Task& task, int first, int end);
/// Returns the strategies of all layers on a cut, as indices into the task's strategies.
[[nodiscard]] std::vector<int> givenStrategies(const Task& task, const std::vector<int>& sizes);

}  // namespace pgram
