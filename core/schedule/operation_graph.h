// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The order of a schedule's operations as a graph, and paths through it. A step is as long as the longest path. Pure.
#pragma once

#include "core/schedule/schedule.h"

#include <span>
#include <utility>
#include <vector>

namespace pgram {

/// Number of times that a path counts the forward, the input gradient and the weight gradient of a chunk for one
/// micro-batch, and the work per step of its stage behind them; or the seconds of these operations. A receive counts as
/// a part of the operation that waits for it.
struct PathCounts {
    double forward = 0;
    double inputGradient = 0;
    double weightGradient = 0;
    double once = 0;

    void add(const PathCounts& other, double times)
    {
        forward += times * other.forward;
        inputGradient += times * other.inputGradient;
        weightGradient += times * other.weightGradient;
        once += times * other.once;
    }
    [[nodiscard]] double of(const PathCounts& seconds) const
    {
        return forward * seconds.forward + inputGradient * seconds.inputGradient +
               weightGradient * seconds.weightGradient + once * seconds.once;
    }
    /// Returns the seconds of a micro-batch.
    [[nodiscard]] double time() const { return forward + inputGradient + weightGradient; }
};

/// Counts of a path per chunk, in model order.
using CountedPath = std::vector<PathCounts>;

/// The operations of all stages under a schedule, each behind the operations that it waits for.
class OperationGraph {
public:
    /// The schedule must be possible on `stages` (scheduleProblem()).
    OperationGraph(const Schedule& schedule, int stages);

    [[nodiscard]] int stages() const { return static_cast<int>(m_last.size()); }
    [[nodiscard]] int chunks() const { return static_cast<int>(m_stageOf.size()); }
    /// Returns the number of operations.
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
    /// Returns the seconds of the longest path if each chunk takes this long: the step of a plan.
    [[nodiscard]] Seconds length(std::span<const PathCounts> seconds);
    /// Returns the counts of the longest path if each chunk takes this long.
    [[nodiscard]] CountedPath longest(std::span<const PathCounts> seconds);

private:
    struct Node {
        int before = -1;  ///< operation before it on its stage; -1: none
        int sender = -1;  ///< operation on another stage, or of another chunk, whose result it uses; -1: none
        int chunk = 0;
        OpKind kind = OpKind::Forward;
        bool waits = false;  ///< true if it waits for the sender
        double end = 0;
    };

    /// Returns the stage that ends last, and when.
    [[nodiscard]] std::pair<int, Seconds> lastStage(std::span<const PathCounts> seconds);
    [[nodiscard]] static Seconds durationOf(const Node& node, const PathCounts& chunk);
    [[nodiscard]] CountedPath countsFrom(int stage) const;
    void build(const Schedule& schedule, const std::vector<std::vector<ScheduledOp>>& orders);

    std::vector<int> m_stageOf;  ///< per chunk
    std::vector<int> m_last;     ///< last node per stage
    std::vector<Node> m_nodes;
};

}  // namespace pgram
