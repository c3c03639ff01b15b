// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory that the driver shows for a device (nvidia-smi, rocm-smi) beyond the tensors of a plan: the context, the
// buffers of communicators and the slack of the caching allocator. docs/method/memory.md has the formula and the
// sources of its constants. Pure.
#pragma once

#include "core/plan/estimate.h"

#include <vector>

namespace pgram {

/// Shares of the figure between which four fifths of 27 public reports lie, of users who saw their device's memory or
/// what the allocator reserved (docs/accuracy.md, Runs that users reported).
inline constexpr double driverBandLow = 0.96;
inline constexpr double driverBandHigh = 1.31;

/// Returns the channels of a communicator: parallel rings or trees, each with buffers of its own. Groups of a pair of
/// devices on a bus have 2, groups on NVLink of the A100 24, of the H100 32.
[[nodiscard]] int communicatorChannels(const Cluster& cluster, Group group);

/// Returns the bytes that one rank keeps in the buffers of one communicator. `pairwise`: each rank sends to every other
/// (all-to-all), which needs buffers per pair; 0 for a group of one.
[[nodiscard]] Bytes communicatorBytes(const Cluster& cluster, Group group, bool pairwise);

/// Returns the memory beyond tensors of a device of the stage. `memory`: the stage's tensors. `layers`: one estimate
/// per layer of the plan.
[[nodiscard]] DriverMemory driverMemory(const CostContext& context, const Plan& plan, int stage,
                                        const MemoryBreakdown& memory, const std::vector<LayerEstimate>& layers);

}  // namespace pgram
