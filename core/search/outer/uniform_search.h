// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best uniform plan of a batch. It is found in milliseconds at any size, and becomes the first incumbent of a
// search, so that slower tasks are skipped.
#pragma once

#include "core/plan/plan.h"
#include "core/search/outer/open_tasks.h"

#include <optional>
#include <span>
#include <vector>

namespace pgram {

struct UniformPlan {
    TaskKey key;
    LayerStrategy strategy;  ///< per layer as asRunBy()
    std::vector<int> sizes;  ///< sizes of the even cut
    Seconds stepTime = 0;    ///< seconds by stepOf()
};

/// Returns the best uniform plan of the listed tasks, which have one batch, whatever is pinned; of equal plans the
/// first. Returns nothing if no uniform plan fits within the usable bytes of each device, or if the stop was requested
/// before one was found.
[[nodiscard]] std::optional<UniformPlan> bestUniform(std::span<const Subproblem> listed, const SearchScope& scope);

[[nodiscard]] Plan planOf(const TaskSource& source, const UniformPlan& uniform);

}  // namespace pgram
