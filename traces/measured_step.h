// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Splits a measured step by what its device did at each moment. Pure.
#pragma once

#include "core/base/error.h"
#include "traces/measured_memory.h"
#include "traces/trace.h"

#include <array>
#include <vector>

namespace pgram {

/// Transfers of one kind in a measured step.
struct MeasuredTransfer {
    TraceTransfer transfer;
    std::int32_t index = -1;  ///< index into Trace::transfers
    std::int64_t count = 0;
    Seconds total = 0;    ///< sum of their durations
    Seconds exposed = 0;  ///< moments without a compute kernel
};

/// The use of a measured step. Each moment counts once: for the compute kernel that runs, else for the transfer, else
/// for the copy, else as idle. Of several at once the one that started first counts.
struct MeasuredStep {
    std::int32_t index = 0;  ///< index into Trace::steps
    std::string name;        ///< name of the step; empty if the trace marks none
    Seconds begin = 0;       ///< start of its first kernel in the trace
    Seconds length = 0;      ///< from its first kernel to that of the next step
    /// Compute kernels by phase and kind.
    std::array<std::array<Seconds, enumNames<KernelKind>.size()>, enumNames<KernelPhase>.size()> phases{};
    Seconds copies = 0;                       ///< copies that no compute and no transfer hides
    Seconds idle = 0;                         ///< nothing runs
    std::vector<MeasuredTransfer> transfers;  ///< longest exposed first

    [[nodiscard]] Seconds of(KernelPhase phase) const;  ///< sum of the kinds of a phase
    [[nodiscard]] Seconds compute() const;              ///< sum of the phases
    [[nodiscard]] Seconds exposed() const;              ///< sum of the exposed transfers
};

/// Returns each complete step of a trace, by time: the last one ends with its last kernel.
[[nodiscard]] std::vector<MeasuredStep> measuredSteps(const Trace& trace);

/// Returns the step of median length, the shorter one of two. There is at least one.
[[nodiscard]] const MeasuredStep& medianStep(const std::vector<MeasuredStep>& steps);

/// The use of the device between two moments of a step.
struct StepSpan {
    Seconds start = 0;  ///< since the start of the step
    Seconds end = 0;
    KernelKind kind = KernelKind::Other;
    KernelPhase phase = KernelPhase::Unknown;
    std::int32_t transfer = -1;  ///< index into Trace::transfers; -1 = none
};

/// The measured step of one rank: what its device ran, its memory, or both.
struct MeasuredRank {
    int rank = -1;                         ///< -1 = not known
    std::string device;                    ///< name of the device; empty = not known
    std::size_t steps = 0;                 ///< number of steps in the trace
    MeasuredStep step;                     ///< the one of median length
    std::vector<StepSpan> spans;           ///< each moment once, by time; idle between them
    std::vector<StepSpan> transferSpans;   ///< all transfers of the step by start, with those beside compute
    std::vector<TraceTransfer> transfers;  ///< those of the trace
    std::optional<MeasuredMemory> memory;  ///< nothing = the trace has none
    std::int64_t outside = 0;              ///< number of kernels outside of the marked steps
    std::vector<Text> unused;              ///< events of the trace that could not be used: why, and how many

    /// Returns true if the trace has kernels. A memory snapshot has none: its `step` is empty.
    [[nodiscard]] bool hasKernels() const { return !spans.empty(); }
};

/// Returns the median step of a trace. Errors: no kernel inside of a step, in a trace with kernels.
[[nodiscard]] Result<MeasuredRank> measuredRank(const Trace& trace);

/// A kernel and its part of the compute.
struct KernelShare {
    std::string name;
    KernelKind kind = KernelKind::Other;
    Seconds total = 0;  ///< sum of its durations in the whole trace
    std::int64_t count = 0;
};
/// Returns the kernels that take longest, at most `most`, the longest first.
[[nodiscard]] std::vector<KernelShare> longestKernels(const Trace& trace, std::size_t most);

}  // namespace pgram
