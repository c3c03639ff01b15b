// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The referee: runs a schedule event by event (docs/method/time.md, The simulated step). Pure; cost is linear in
// operations.
#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/timeline.h"

#include <vector>

namespace pgram {

/// One slice of a micro-batch, where the schedule has slices.
struct SliceOfLoad {
    Seconds receiveForward = 0;
    Seconds forward = 0;
    Seconds receiveBackward = 0;
    Seconds backward = 0;
    Bytes keptBytes = 0;
};

/// One chunk as the simulator sees it, times of one micro-batch through all of its layers; without chunks a stage is
/// one.
struct ChunkLoad {
    Seconds receiveForward = 0;  ///< occupies the receiver before the forward: 0 where nothing comes from another stage
    Seconds forward = 0;
    Seconds receiveBackward = 0;        ///< before the backward
    Seconds backward = 0;               ///< whole backward
    Seconds weightGradient = 0;         ///< the part of `backward` that is W
    Bytes keptBytes = 0;                ///< one micro-batch in flight, all layers of the chunk
    Bytes transientBytes = 0;           ///< while a backward runs
    Bytes stayingBytes = 0;             ///< of the kept ones: gradients take their place until the step ends
    std::vector<SliceOfLoad> slices{};  ///< of which the above are sums; empty: all alike

    /// Slice `slice` of so many of a micro-batch.
    [[nodiscard]] SliceOfLoad pass(int slice, int count) const;
};

/// What a stage does once a step, and holds all the time.
struct StageLoad {
    Seconds sync = 0;       ///< after the last backward
    Seconds optimizer = 0;  ///< after sync
    Bytes fixedBytes = 0;   ///< states, context, buffers
};

struct PipelineLoad {
    std::vector<ChunkLoad> chunks;  ///< v·P, in model order
    std::vector<StageLoad> stages;  ///< P
};

/// Kept bytes are taken at the start of a forward and freed at the end of its backward (of its weight-gradient half
/// under zero bubble), but for those that stay. A receive waits for the neighbour's operation to end and for its own
/// stage to be free. The schedule must be possible (scheduleProblem).
[[nodiscard]] Timeline simulate(const Schedule& schedule, const PipelineLoad& load);

}  // namespace pgram
