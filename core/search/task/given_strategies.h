// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a task gives its layers whose pattern leaves them no choice: of each layer one strategy, on each cut.
#pragma once

#include "core/search/task/task.h"

#include <vector>

namespace pgram {

/// Of the layers [first, end) as one part of a cut without chunks.
[[nodiscard]] std::vector<const Candidate*> givenOf(const Task& task, int first, int end);
/// Of all layers on a cut, indices into the task's strategies.
[[nodiscard]] std::vector<int> givenStrategies(const Task& task, const std::vector<int>& sizes);

}  // namespace pgram
