// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The referee: runs a schedule event by event (METHOD §5). Pure; cost is linear in operations.
#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/timeline.h"

#include <span>

namespace pgram {

/// One stage as the simulator sees it; times of one micro-batch through all of its layers. A chunk computes and keeps
/// 1/v of it, and receives as much as a whole stage.
struct StageLoad {
    /// Occupies the receiver before the forward; on the first stage only of chunks > 0. Under ZbV what crosses the
    /// boundary in front of the stage, and `receiveBackward` what crosses the one behind it, either way.
    Seconds receiveForward = 0;
    Seconds forward = 0;
    Seconds receiveBackward = 0;  ///< before the backward; on the last stage only of chunks < v-1
    Seconds backward = 0;         ///< whole backward
    Seconds weightGradient = 0;   ///< the part of `backward` that is W
    Seconds sync = 0;             ///< after the last backward
    Seconds optimizer = 0;        ///< after sync
    Bytes fixedBytes = 0;         ///< states, context, buffers
    Bytes keptBytes = 0;          ///< one micro-batch in flight, all layers of the stage
    Bytes transientBytes = 0;     ///< while a backward runs
};

/// Seconds that a stage receives for one micro-batch, all of its chunks.
struct StageReceives {
    Seconds forward = 0;
    Seconds backward = 0;
};
[[nodiscard]] StageReceives receivesOf(const Schedule& schedule, int stages, int stage, const StageLoad& load);

/// Kept bytes of one of `chunks` chunks: the share of the stage's, rounded up.
[[nodiscard]] constexpr Bytes chunkBytes(Bytes keptBytes, int chunks)
{
    return (keptBytes + chunks - 1) / chunks;
}

/// Kept bytes are taken at the start of a forward and freed at the end of its backward (of its weight-gradient half
/// under zero bubble). A receive waits for the neighbour's operation to end and for its own stage to be free.
/// The schedule must be possible (scheduleProblem).
[[nodiscard]] Timeline simulate(const Schedule& schedule, std::span<const StageLoad> stages);

}  // namespace pgram
