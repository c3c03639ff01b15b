// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A task of chunks on one cut, with its layers in the order of the stages that hold them: what is solved stage by stage
// where the schedule has no chunks is then solved so here, too.
#pragma once

#include "core/search/task/task.h"

#include <span>
#include <vector>

namespace pgram {

struct StagedTask {
    /// Its parts are the stages. A layer keeps what all micro-batches in flight through its chunk keep, the first layer
    /// of a chunk also takes the least that the chunk receives.
    Task task;
    std::vector<int> sizes;  ///< layers of each stage
    std::vector<int> layer;  ///< of each layer of `task`, its place in the model
};

/// `sizes`: layers of each part of the task; `inFlight`: micro-batches through each.
[[nodiscard]] StagedTask stagedTask(const Task& task, const std::vector<int>& sizes, std::span<const int> inFlight);

/// Strategies of the staged task's layers as those of the model's.
[[nodiscard]] std::vector<int> inModelOrder(const StagedTask& staged, const std::vector<int>& strategies);

}  // namespace pgram
