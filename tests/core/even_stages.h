// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Stages whose chunks are all alike, in one figure each: what tests of schedules are written in.
#pragma once

#include "core/schedule/schedule_rules.h"
#include "core/schedule/simulator.h"

#include <vector>

namespace pgram::test {

/// Times of one micro-batch through all chunks of a stage; each computes and keeps 1/v of it, and receives as much as a
/// whole stage.
struct EvenStage {
    /// Before a forward; on the first stage only of chunks > 0. Under ZB-V what crosses the boundary in front of the
    /// stage, and `receiveBackward` what crosses the one behind it, either way.
    Seconds receiveForward = 0;
    Seconds forward = 0;
    Seconds receiveBackward = 0;  ///< before a backward; on the last stage only of chunks < v - 1
    Seconds backward = 0;
    Seconds weightGradient = 0;
    Seconds sync = 0;
    Seconds optimizer = 0;
    Bytes fixedBytes = 0;
    Bytes keptBytes = 0;
    Bytes transientBytes = 0;
};

inline PipelineLoad loadOf(const Schedule& schedule, const std::vector<EvenStage>& stages)
{
    const int count = static_cast<int>(stages.size());
    const int v = schedule.virtualStages;
    const bool turns = rulesOf(schedule.kind).path == ChunkPath::Turns;
    PipelineLoad load;
    for (int chunk = 0; chunk < v * count; ++chunk) {
        const int stage = stageOfChunk(schedule, count, chunk);
        const EvenStage& own = stages[static_cast<std::size_t>(stage)];
        const auto receive = [&](int source) {
            const int from = source < 0 || source == v * count ? stage : stageOfChunk(schedule, count, source);
            if (source < 0 || source == v * count || (turns && from == stage)) {
                return 0.0;
            }
            const bool fromBehind = turns ? from > stage : source > chunk;
            return fromBehind ? own.receiveBackward : own.receiveForward;
        };
        load.chunks.push_back({receive(chunk - 1), own.forward / v, receive(chunk + 1), own.backward / v,
                               own.weightGradient / v, (own.keptBytes + v - 1) / v, own.transientBytes});
    }
    for (const EvenStage& stage : stages) {
        load.stages.push_back({stage.sync, stage.optimizer, stage.fixedBytes});
    }
    return load;
}

/// Seconds that stage `stage` receives for one micro-batch, all of its chunks.
inline Seconds receivedBy(const Schedule& schedule, const std::vector<EvenStage>& stages, int stage)
{
    const PipelineLoad load = loadOf(schedule, stages);
    Seconds received = 0;
    for (int own = 0; own < schedule.virtualStages; ++own) {
        const int place = chunkOfStage(schedule, static_cast<int>(stages.size()), stage, own);
        const ChunkLoad& chunk = load.chunks[static_cast<std::size_t>(place)];
        received += chunk.receiveForward + chunk.receiveBackward;
    }
    return received;
}

inline Timeline simulate(const Schedule& schedule, const std::vector<EvenStage>& stages)
{
    return pgram::simulate(schedule, loadOf(schedule, stages));
}

}  // namespace pgram::test
