// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A task with chunks on one cut, rewritten with its layers in the order of the stages that hold them. The solvers for
// schedules without chunks can then solve it stage by stage.
#pragma once

#include "core/search/task/task.h"

#include <map>
#include <span>
#include <tuple>
#include <vector>

namespace pgram {

struct StagedTask {
    /// Task whose parts are the stages. A layer's kept bytes cover all micro-batches in flight through its chunk; the
    /// first layer of a chunk also includes the least time that the chunk waits for its receives.
    Task task;
    std::vector<int> sizes;  ///< number of layers per stage
    std::vector<int> layer;  ///< index in the model, for each layer of `task`
};

/// Least time that a part waits for its receives, over all strategies on both sides; cached for all cuts. Refers to the
/// task. Not thread-safe.
class LeastReceives {
public:
    explicit LeastReceives(const Task& task);

    /// Returns the seconds of a one-way transfer in front of part `part`, which starts with layer `layer`; 0 for the
    /// first part.
    [[nodiscard]] Seconds before(int part, int layer);

private:
    const Task& m_task;
    std::map<int, int> m_senders;                          ///< a strategy of each sending class
    std::map<int, int> m_receivers;                        ///< a strategy of each receiving class
    std::map<std::tuple<int, int, int>, Seconds> m_known;  ///< by part and the runs on both sides
};

/// Returns the staged task. `sizes`: layers of each part of the task; `inFlight`: micro-batches in flight through each
/// part.
[[nodiscard]] StagedTask stagedTask(const Task& task, const std::vector<int>& sizes, std::span<const int> inFlight,
                                    LeastReceives& receives);

/// Returns the strategies of the staged task's layers in the order of the model's layers.
[[nodiscard]] std::vector<int> inModelOrder(const StagedTask& staged, const std::vector<int>& strategies);

}  // namespace pgram
