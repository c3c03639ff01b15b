// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Splits a measured step by what its device did at each moment. Pure.
#pragma once

#include "traces/trace.h"

#include <array>
#include <vector>

namespace pgram {

/// Transfers of one kind in a measured step.
struct MeasuredTransfer {
    TraceTransfer transfer;
    std::int64_t count = 0;
    Seconds total = 0;    ///< sum of their durations
    Seconds exposed = 0;  ///< moments without a compute kernel
};

/// The use of a measured step. Each moment counts once: for the compute kernel that runs, else for the transfer, else
/// for the copy, else as idle. Of several at once the one that started first counts.
struct MeasuredStep {
    std::string name;                                             ///< name of the step; empty if the trace marks none
    Seconds length = 0;                                           ///< from its first kernel to that of the next step
    std::array<Seconds, enumNames<KernelPhase>.size()> phases{};  ///< compute kernels by phase
    std::array<Seconds, enumNames<KernelKind>.size()> kinds{};    ///< the same by kind, with copies
    Seconds copies = 0;                                           ///< copies that no compute and no transfer hides
    Seconds idle = 0;                                             ///< nothing runs
    std::vector<MeasuredTransfer> transfers;                      ///< longest exposed first

    [[nodiscard]] Seconds compute() const;  ///< sum of the phases
    [[nodiscard]] Seconds exposed() const;  ///< sum of the exposed transfers
};

/// Returns each complete step of a trace, by time: the last one ends with its last kernel.
[[nodiscard]] std::vector<MeasuredStep> measuredSteps(const Trace& trace);

/// Returns the step of median length, the shorter one of two. There is at least one.
[[nodiscard]] const MeasuredStep& medianStep(const std::vector<MeasuredStep>& steps);

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
