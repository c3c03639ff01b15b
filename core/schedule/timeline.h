// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the simulator found: start and end of every operation, bubbles, memory over time. Immutable once made.
#pragma once

#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgram {

enum class TimelineKind : std::uint8_t {
    Receive,  ///< activation or gradient from the neighbouring stage
    Forward,
    Backward,  ///< whole backward, or its input-gradient half under zero bubble
    WeightGradient,
    Sync,  ///< what gradient sync adds after the last backward
    Optimizer,
};

struct Operation {
    Seconds start = 0;
    Seconds end = 0;
    int microbatch = 0;  ///< -1 for Sync and Optimizer
    std::uint16_t chunk : 15 = 0;
    std::uint16_t backwardSide : 1 = 0;  ///< of a Receive: a gradient
    TimelineKind kind = TimelineKind::Forward;
    std::uint8_t slice = 0;  ///< of the micro-batch's tokens, where the schedule has slices
};

/// Memory of a stage from `start` until the next point.
struct MemoryPoint {
    Seconds start = 0;
    Bytes bytes = 0;
};

struct StageTrack {
    std::size_t firstOperation = 0;  ///< into Timeline::operations
    std::size_t operationCount = 0;
    Seconds busy = 0;      ///< sum of its operations
    Seconds bubble = 0;    ///< makespan - busy
    int peakInFlight = 0;  ///< chunks kept at once
    Bytes peakMemory = 0;
    std::vector<MemoryPoint> memory;
};

struct Timeline {
    std::vector<Operation> operations;  ///< stage by stage, by start
    std::vector<StageTrack> stages;
    Seconds makespan = 0;

    [[nodiscard]] std::span<const Operation> ofStage(std::size_t stage) const
    {
        return std::span(operations).subspan(stages[stage].firstOperation, stages[stage].operationCount);
    }
    /// Idle share of all stages' time.
    [[nodiscard]] double bubbleFraction() const;
};

}  // namespace pgram
