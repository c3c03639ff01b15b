// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is known of a task's stages: bounds, frontiers and receives, each worked out once. Ranges of layers that look
// alike (as many layers of the same runs) share their entries.
#pragma once

#include "core/search/stage_frontier.h"

#include <map>
#include <memory>
#include <stop_token>
#include <tuple>

namespace pgram {

/// Least figures of a stage, whatever its strategies, as long as it fits. Infinity: nothing fits.
struct StageFigures {
    Seconds weighted = 0;  ///< of trip + repeats·pace
    Seconds trip = 0;
    Seconds pace = 0;
};

/// Refers to the task; not for several threads at once.
class StageBook {
public:
    /// `budget`: usable bytes a device.
    StageBook(const Task& task, Bytes budget, std::stop_token stop = {});

    [[nodiscard]] const Task& task() const { return m_task; }
    [[nodiscard]] bool stopped() const { return m_stopped; }
    /// Sending classes of the task's strategies.
    [[nodiscard]] const std::vector<int>& senders() const { return m_senders; }

    [[nodiscard]] StageFigures figures(int stage, int first, int end);
    /// Strategies of an assignment that fits and nearly has the least trip + repeats·pace; empty = none.
    [[nodiscard]] const std::vector<int>& nearlyBest(int stage, int first, int end);
    /// Answers up to the limits; `sender`: the sending class of its last layer, of no account for the last stage.
    [[nodiscard]] std::shared_ptr<const StageFrontier> frontier(int stage, int first, int end, int sender,
                                                                const StageLimits& limits);
    /// One way of the transfer into `stage`, which starts with layer `layer`, between these classes.
    [[nodiscard]] Seconds receive(int stage, int layer, int sender, int receiver);

private:
    struct Bounds {
        std::unique_ptr<StageBound> weighted;
        std::unique_ptr<StageBound> trip;
        std::unique_ptr<StageBound> pace;
    };
    struct Solved {
        StageLimits limits;
        std::shared_ptr<const StageFrontier> frontier;
    };

    [[nodiscard]] StageQuestion question(int stage, int first, int end) const;
    const Bounds& bounds(const StageQuestion& question);

    const Task& m_task;
    Bytes m_budget;
    std::stop_token m_stop;
    bool m_stopped = false;
    std::vector<int> m_kept;    ///< k of each stage
    std::vector<int> m_runEnd;  ///< of each layer: end of its run
    std::vector<int> m_senders;
    std::map<int, int> m_senderExample;    ///< sending class -> a strategy of it
    std::map<int, int> m_receiverExample;  ///< boundary class -> a strategy of it
    std::map<StageQuestion, Bounds> m_bounds;
    std::map<StageQuestion, Solved> m_frontiers;
    std::map<std::tuple<int, int, int, int>, Seconds> m_receives;  ///< by stage, layer, sender, receiver
};

}  // namespace pgram
