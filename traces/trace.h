// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A trace of one rank of a training run: what its device ran, and when. Pure data, of any profiler.
#pragma once

#include "core/base/names.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cluster/collective.h"

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace pgram {

/// Part of a training step that a kernel belongs to.
enum class KernelPhase : std::uint8_t { Forward, Backward, Recompute, Optimizer, Unknown };
template <>
inline constexpr std::array<std::string_view, 5> enumNames<KernelPhase>{"forward", "backward", "recompute", "optimizer",
                                                                        "unknown"};

/// Kind of work of a kernel.
enum class KernelKind : std::uint8_t {
    Matrix,     ///< matrix products and convolutions
    Attention,  ///< fused attention
    Other,      ///< element by element, reductions, normalisations
    Transfer,   ///< a collective or a transfer between ranks
    Copy,       ///< copies and fills, between host and device as well
};
template <>
inline constexpr std::array<std::string_view, 5> enumNames<KernelKind>{"matrix", "attention", "other", "transfer",
                                                                       "copy"};

/// A transfer between ranks, as far as the trace says.
struct TraceTransfer {
    CollectiveKind kind = CollectiveKind::AllReduce;
    int ranks = 0;      ///< members of its group; 0 = not known
    Bytes buffer = 0;   ///< the larger one of input and output; 0 = not known
    std::string group;  ///< description of its group; empty = not known
    auto operator<=>(const TraceTransfer&) const = default;
};

/// One kernel, transfer or copy on the device.
struct TraceKernel {
    Seconds start = 0;  ///< since the first event of the trace
    Seconds end = 0;
    std::uint32_t name = 0;      ///< index into Trace::names
    std::int32_t transfer = -1;  ///< index into Trace::transfers; -1 = none
    std::int32_t step = 0;       ///< index into Trace::steps of the step that launched it; -1 = none
    KernelPhase phase = KernelPhase::Unknown;
    KernelKind kind = KernelKind::Other;
};

/// Memory of the device's allocator from `start` until the next moment.
struct TraceMemory {
    Seconds start = 0;      ///< on the clock of the host, since the first kernel, or else the first moment
    Bytes allocated = 0;    ///< in tensors
    Bytes reserved = 0;     ///< taken from the device; 0 = not known
    std::int32_t step = 0;  ///< index into Trace::steps; -1 = none
};

/// A trace of one rank: kernels, memory or both.
struct Trace {
    int rank = -1;       ///< -1 = not known
    int ranks = 0;       ///< ranks of the run; 0 = not known
    std::string device;  ///< name of the device; empty = not known
    std::vector<std::string> names;
    std::vector<TraceTransfer> transfers;  ///< each once
    std::vector<TraceKernel> kernels;      ///< by rising start
    std::vector<TraceMemory> memory;       ///< by rising start
    std::vector<std::string> steps;        ///< names of the steps; one without a name if the trace marks none
    std::vector<Text> unused;              ///< events that could not be used: why, and how many
};

/// Returns the kind of work by the name of a kernel. Transfers are kernels of NCCL and RCCL.
[[nodiscard]] KernelKind kernelKind(std::string_view name);
/// Returns the transfer that a kernel of NCCL or RCCL does, by its name; AllReduce if the name does not say.
[[nodiscard]] CollectiveKind transferKind(std::string_view name);

}  // namespace pgram
