// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory of a measured step. Pure.
#pragma once

#include "core/schedule/timeline.h"
#include "traces/trace.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace pgram {

/// Memory of the allocator of one rank in its run, as tensors use it. The context of the device and buffers of
/// communicators are not in it.
struct MeasuredMemory {
    std::vector<MemoryPoint> step;  ///< in tensors, since the start of the step; empty = the trace shows no step
    Seconds length = 0;             ///< duration of this step
    std::size_t steps = 0;          ///< number of steps in the trace
    Bytes peak = 0;                 ///< in tensors, in the whole trace
    Bytes peakReserved = 0;         ///< in the whole trace; 0 = not known
};

/// Returns the memory of a trace; nothing if it has none. `step`: index into Trace::steps of the step that counts. A
/// trace without kernels marks no steps: there, a step is the shortest sequence of allocations and releases that
/// repeats in the later half of the trace, from the moment of least memory. The last one that is complete counts.
[[nodiscard]] std::optional<MeasuredMemory> measuredMemory(const Trace& trace, std::int32_t step);

/// Returns the most bytes of a curve between two moments; 0 before its first point.
[[nodiscard]] Bytes mostBetween(const std::vector<MemoryPoint>& points, Seconds begin, Seconds end);

}  // namespace pgram
