// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The referee: runs a schedule event by event (METHOD §5). Pure; cost is linear in operations.
#pragma once

#include "core/schedule/schedule.h"
#include "core/schedule/timeline.h"

#include <span>

namespace pgram {

/// One stage as the simulator sees it; times of one micro-batch through all of its layers (a chunk takes 1/v of them).
struct StageLoad {
    Seconds receiveForward = 0;  ///< occupies the receiver before the forward; 0 on the first stage
    Seconds forward = 0;
    Seconds receiveBackward = 0;  ///< before the backward; 0 on the last stage
    Seconds backward = 0;         ///< whole backward
    Seconds weightGradient = 0;   ///< the part of `backward` that is W
    Seconds sync = 0;             ///< after the last backward
    Seconds optimizer = 0;        ///< after sync
    Bytes fixedBytes = 0;         ///< states, context, buffers
    Bytes keptBytes = 0;          ///< one micro-batch in flight, all layers of the stage
    Bytes transientBytes = 0;     ///< while a backward runs
};

/// Kept bytes are taken at the start of a forward and freed at the end of its backward (of its weight-gradient half
/// under zero bubble). A receive waits for the neighbour's operation to end and for its own stage to be free.
[[nodiscard]] Timeline simulate(const Schedule& schedule, std::span<const StageLoad> stages);

/// Σ t_i^sync + (m-1)·max t_i: the search objective of GPipe and 1F1B, p2p and optimizer inside t.
[[nodiscard]] Seconds flushStepTime(int microbatches, std::span<const StageLoad> stages);

}  // namespace pgram
