// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cheap bounds of tasks from a subset of the strategies. Many strategies differ only in what they keep for backward,
// and the one that keeps everything is the fastest of them.
#pragma once

#include "core/search/outer/open_tasks.h"

namespace pgram {

/// Returns the tasks with a legal strategy for every layer, in order of their bounds, which hold for any memory. The
/// list is incomplete if the stop was requested.
[[nodiscard]] std::vector<Subproblem> coarseTasks(std::span<const Subproblem> listed, const SearchScope& scope);

}  // namespace pgram
