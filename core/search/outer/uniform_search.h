// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best uniform plan of a batch. It is found in milliseconds at any size, and becomes the first incumbent of a
// search, so that slower tasks are skipped.
#pragma once

#include "core/plan/plan.h"
#include "core/search/task/task_list.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

struct UniformPlan {
    TaskKey key;
    LayerStrategy strategy;  ///< per layer as asRunBy()
    std::vector<int> sizes;  ///< sizes of the even cut
    Seconds stepTime = 0;    ///< seconds by stepOf()
};

/// Returns the best uniform plan of the listed tasks, which have one batch, whatever is pinned; of equal plans the
/// first. Returns nothing if no uniform plan fits within `usable` bytes per device, or if the stop was requested before
/// one was found.
[[nodiscard]] std::optional<UniformPlan> bestUniform(const TaskSource& source, std::span<const ListedTask> listed,
                                                     Bytes usable, int workers, const std::stop_token& stop);

[[nodiscard]] Plan planOf(const TaskSource& source, const UniformPlan& uniform);

}  // namespace pgram
