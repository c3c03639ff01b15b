// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A task of chunks on one cut, with its layers in the order of the stages that hold them: what is solved stage by stage
// where the schedule has no chunks is then solved so here, too.
#pragma once

#include "core/search/task/task.h"

#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace pgram {

struct StagedTask {
    /// Its parts are the stages. A layer keeps what all micro-batches in flight through its chunk keep, the first layer
    /// of a chunk also takes the least that the chunk receives.
    Task task;
    std::vector<int> sizes;  ///< layers of each stage
    std::vector<int> layer;  ///< of each layer of `task`, its place in the model
};

/// The least that a part of a task waits for what it receives, whatever the strategies on both sides; worked out once
/// for all cuts. Refers to the task; not for several threads at once.
class LeastReceives {
public:
    explicit LeastReceives(const Task& task);

    /// Seconds of one way of the transfer in front of part `part`, which starts with layer `layer`; 0 for the first.
    [[nodiscard]] Seconds before(int part, int layer);

private:
    const Task& m_task;
    std::map<int, int> m_senders;                          ///< sending class -> a strategy of it
    std::map<int, int> m_receivers;                        ///< receiving class -> a strategy of it
    std::map<std::tuple<int, int, int>, Seconds> m_known;  ///< by part and the runs on both sides
};

/// `sizes`: layers of each part of the task; `inFlight`: micro-batches through each.
[[nodiscard]] StagedTask stagedTask(const Task& task, const std::vector<int>& sizes, std::span<const int> inFlight,
                                    LeastReceives& receives);

/// Strategies of the staged task's layers as those of the model's.
[[nodiscard]] std::vector<int> inModelOrder(const StagedTask& staged, const std::vector<int>& strategies);

}  // namespace pgram
