// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best uniform plan of a batch: found in milliseconds at any size, it is a search's first incumbent, and what is
// slower than it is never looked at.
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
    LayerStrategy strategy;  ///< asRunBy() each layer
    std::vector<int> sizes;  ///< the even cut
    Seconds stepTime = 0;    ///< as stepOf()
};

/// Of the listed tasks, which are of one batch, whatever is pinned; of equal plans the first. None: no uniform plan
/// fits within `usable` bytes a device, or the stop was asked for before one was met.
[[nodiscard]] std::optional<UniformPlan> bestUniform(const TaskSource& source, std::span<const ListedTask> listed,
                                                     Bytes usable, int workers, const std::stop_token& stop);

[[nodiscard]] Plan planOf(const TaskSource& source, const UniformPlan& uniform);

}  // namespace pgram
