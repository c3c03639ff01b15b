// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The simulator: runs a schedule event by event (docs/method/time.md, The simulated step), and decides the step time.
// Pure; its cost is linear in the number of operations.
#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/timeline.h"

#include <vector>

namespace pgram {

/// One slice of a micro-batch, for schedules with slices.
struct SliceOfLoad {
    Seconds receiveForward = 0;   ///< before the forward
    Seconds forward = 0;          ///< forward of the slice
    Seconds receiveBackward = 0;  ///< before the backward
    Seconds backward = 0;         ///< whole backward of the slice
    Bytes keptBytes = 0;          ///< in flight
};

/// Load of one chunk: times of one micro-batch through all of its layers. A stage without chunks is one chunk.
struct ChunkLoad {
    Seconds receiveForward = 0;   ///< occupies the receiver before the forward; 0 if nothing arrives from another stage
    Seconds forward = 0;          ///< whole forward
    Seconds receiveBackward = 0;  ///< before the backward
    Seconds backward = 0;         ///< whole backward
    Seconds weightGradient = 0;   ///< the part of `backward` that is W
    Bytes keptBytes = 0;          ///< one micro-batch in flight, all layers of the chunk
    Bytes transientBytes = 0;     ///< while a backward runs
    Bytes stayingBytes = 0;       ///< part of keptBytes that gradients occupy until the step ends
    std::vector<SliceOfLoad> slices{};  ///< the fields above are their sums; empty: all slices are equal

    /// Returns slice `slice` of `count` slices of a micro-batch.
    [[nodiscard]] SliceOfLoad pass(int slice, int count) const;
};

/// Work of a stage once per step, and its memory at all times.
struct StageLoad {
    Seconds sync = 0;       ///< after the last backward
    Seconds optimizer = 0;  ///< after sync
    Bytes fixedBytes = 0;   ///< states, context, buffers
};

/// Load of all chunks and stages of a pipeline.
struct PipelineLoad {
    std::vector<ChunkLoad> chunks;  ///< v·P, in model order
    std::vector<StageLoad> stages;  ///< P
};

/// Simulates one step. Kept bytes are taken at the start of a forward and freed at the end of its backward (of its
/// weight-gradient half under zero bubble), but for those that stay. A receive waits for the neighbour's operation to
/// end and for its own stage to be free. The schedule must be possible (scheduleProblem).
[[nodiscard]] Timeline simulate(const Schedule& schedule, const PipelineLoad& load);

}  // namespace pgram
