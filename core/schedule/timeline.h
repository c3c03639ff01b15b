// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Result of a simulation: start and end of every operation, bubbles, memory over time.
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgram {

/// Kinds of operations of a timeline.
enum class TimelineKind : std::uint8_t {
    Receive,  ///< activation or gradient from the neighbouring stage
    Forward,
    Backward,  ///< whole backward, or its input-gradient half under zero bubble
    WeightGradient,
    Sync,  ///< the part of gradient sync behind the last backward
    Optimizer,
};
template <>
inline constexpr std::array<std::string_view, 6> enumNames<TimelineKind>{"receive",         "forward", "backward",
                                                                         "weight-gradient", "sync",    "optimizer"};

/// One operation of a stage.
struct Operation {
    Seconds start = 0;                          ///< since the start of the step
    Seconds end = 0;                            ///< since the start of the step
    int microbatch = 0;                         ///< -1 for Sync and Optimizer
    std::uint16_t chunk : 15 = 0;               ///< index among the chunks of the stage
    std::uint16_t backwardSide : 1 = 0;         ///< 1: a Receive of a gradient
    TimelineKind kind = TimelineKind::Forward;  ///< kind of operation
    std::uint8_t slice = 0;                     ///< index among the slices of the micro-batch
};

/// Memory of a stage from `start` until the next point.
struct MemoryPoint {
    Seconds start = 0;  ///< since the start of the step
    Bytes bytes = 0;    ///< in use on one device
};

/// Simulated operations and memory of one stage.
struct StageTrack {
    std::size_t firstOperation = 0;   ///< index into Timeline::operations
    std::size_t operationCount = 0;   ///< number of its operations
    Seconds busy = 0;                 ///< sum of its operations
    Seconds bubble = 0;               ///< makespan - busy
    int peakInFlight = 0;             ///< chunks kept at once
    Bytes peakMemory = 0;             ///< peak memory of one device
    std::vector<MemoryPoint> memory;  ///< by rising start
};

/// A simulated step.
struct Timeline {
    std::vector<Operation> operations;  ///< stage by stage, by start
    std::vector<StageTrack> stages;     ///< P
    Seconds makespan = 0;               ///< duration of the step

    /// Returns the operations of a stage.
    [[nodiscard]] std::span<const Operation> ofStage(std::size_t stage) const
    {
        return std::span(operations).subspan(stages[stage].firstOperation, stages[stage].operationCount);
    }
    /// Returns the idle share of all stages' time.
    [[nodiscard]] double bubbleFraction() const;
};

}  // namespace pgram
