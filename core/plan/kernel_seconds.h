// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Seconds of a stage's kernels by their kind, as profilers of a run sum them. Plain functions.
#pragma once

#include "core/plan/plan.h"

namespace pgram {

/// Seconds of kernels.
struct KernelSeconds {
    Seconds products = 0;   ///< matrix products
    Seconds attention = 0;  ///< fused attention
    Seconds scans = 0;      ///< kernels of states
    Seconds others = 0;     ///< element-wise work, and sums of gradients
};

/// Returns the seconds of forward and backward of one device of a stage in one step, without recomputation, transfers
/// and waiting. Measurements of layers do not count: the seconds follow from the constants of the device.
[[nodiscard]] KernelSeconds kernelSeconds(const Plan& plan, int stage);

}  // namespace pgram
