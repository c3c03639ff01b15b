// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bounds of tasks from few strategies: many differ only in what they keep for backward, and none is faster than the one
// that keeps all.
#pragma once

#include "core/search/outer/open_tasks.h"

namespace pgram {

/// The tasks with a legal strategy for every layer, least bound first; no memory is too little. Some of them only, when
/// the stop was asked for.
[[nodiscard]] std::vector<OpenTask> sketchTasks(std::span<const ListedTask> listed, const TaskSource& source,
                                                int workers, const std::stop_token& stop);

}  // namespace pgram
