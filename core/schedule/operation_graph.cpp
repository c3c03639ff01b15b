// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/operation_graph.h"

#include "core/base/index.h"

#include <algorithm>

namespace pgram {

OperationGraph::OperationGraph(const Schedule& schedule, int stages)
{
    for (int chunk = 0; chunk < stages * schedule.virtualStages; ++chunk) {
        m_stageOf.push_back(stageOfChunk(schedule, stages, chunk));
    }
    std::vector<std::vector<ScheduledOp>> orders;
    for (int stage = 0; stage < stages; ++stage) {
        orders.push_back(stageOrder(schedule, stages, stage));
    }
    build(schedule, orders);
}

std::pair<int, Seconds> OperationGraph::lastStage(std::span<const PathCounts> seconds)
{
    for (Node& node : m_nodes) {
        const double before = node.before < 0 ? 0 : m_nodes[at(node.before)].end;
        const double sent = node.sender < 0 ? 0 : m_nodes[at(node.sender)].end;
        node.waits = sent > before;
        node.end = std::max(before, sent) + durationOf(node, seconds[at(node.chunk)]);
    }
    std::vector<Seconds> ends;
    for (const int last : m_last) {
        ends.push_back(m_nodes[at(last)].end);
    }
    for (int chunk = 0; chunk < chunks(); ++chunk) {
        ends[at(m_stageOf[at(chunk)])] += seconds[at(chunk)].once;
    }
    const auto last = std::ranges::max_element(ends);
    return {static_cast<int>(last - ends.begin()), *last};
}

Seconds OperationGraph::length(std::span<const PathCounts> seconds)
{
    return lastStage(seconds).second;
}

CountedPath OperationGraph::longest(std::span<const PathCounts> seconds)
{
    return countsFrom(lastStage(seconds).first);
}

Seconds OperationGraph::durationOf(const Node& node, const PathCounts& chunk)
{
    switch (node.kind) {
    case OpKind::Forward:
        return chunk.forward;
    case OpKind::Backward:
        return chunk.inputGradient + chunk.weightGradient;
    case OpKind::BackwardInput:
        return chunk.inputGradient;
    case OpKind::WeightGradient:
        return chunk.weightGradient;
    }
    return 0;
}

CountedPath OperationGraph::countsFrom(int stage) const
{
    std::vector<PathCounts> counts(m_stageOf.size());
    for (int chunk = 0; chunk < chunks(); ++chunk) {
        counts[at(chunk)].once = m_stageOf[at(chunk)] == stage ? 1 : 0;
    }
    for (int node = m_last[at(stage)]; node >= 0;) {
        const Node& own = m_nodes[at(node)];
        PathCounts& count = counts[at(own.chunk)];
        count.forward += own.kind == OpKind::Forward ? 1 : 0;
        count.inputGradient += own.kind == OpKind::Backward || own.kind == OpKind::BackwardInput ? 1 : 0;
        count.weightGradient += own.kind == OpKind::Backward || own.kind == OpKind::WeightGradient ? 1 : 0;
        node = own.waits ? own.sender : own.before;
    }
    return counts;
}

/// Runs each stage until the operation that it waits for is missing, so that senders come first.
void OperationGraph::build(const Schedule& schedule, const std::vector<std::vector<ScheduledOp>>& orders)
{
    const auto stages = static_cast<int>(orders.size());
    const auto passes = at(passesOf(schedule));
    // Nodes of forwards, then of backwards, by chunk and pass.
    std::vector<int> sent(2 * at(chunks()) * passes, -1);
    std::vector<std::size_t> next(at(stages), 0);
    m_last.assign(at(stages), -1);
    for (bool moves = true; moves;) {
        moves = false;
        for (int stage = 0; stage < stages; ++stage) {
            for (; next[at(stage)] < orders[at(stage)].size(); ++next[at(stage)], moves = true) {
                const ScheduledOp& op = orders[at(stage)][next[at(stage)]];
                const int chunk = chunkOfStage(schedule, stages, stage, op.chunk);
                const bool forward = op.kind == OpKind::Forward;
                const auto slot = [&](int of) {
                    return (at(forward ? 0 : chunks()) + at(of)) * passes +
                           at(op.microbatch * schedule.slices + op.slice);
                };
                Node node{m_last[at(stage)], -1, chunk, op.kind};
                const int from = forward ? chunk - 1 : chunk + 1;
                if (op.kind != OpKind::WeightGradient && from >= 0 && from < chunks()) {
                    node.sender = sent[slot(from)];
                    if (node.sender < 0) {
                        break;
                    }
                }
                m_last[at(stage)] = static_cast<int>(m_nodes.size());
                if (op.kind != OpKind::WeightGradient) {
                    sent[slot(chunk)] = m_last[at(stage)];
                }
                m_nodes.push_back(node);
            }
        }
    }
}

}  // namespace pgram
