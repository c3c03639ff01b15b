// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs of equal layers of a plan, for tables of its strategies.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <vector>

namespace pgram {

/// Consecutive layers of one kind, with one strategy, in one chunk. Seconds and bytes are sums of the layers.
struct LayerRun {
    int firstLayer = 0;
    int layerCount = 0;
    int stage = 0;
    Seconds forward = 0;   ///< forward of one micro-batch
    Seconds backward = 0;  ///< backward of one micro-batch
    Seconds sync = 0;      ///< sync of the gradients, once per step
    Bytes states = 0;      ///< weights, gradients and optimizer states that a device keeps
    Bytes kept = 0;        ///< activations that a device keeps per micro-batch in flight
};

/// Returns the runs in order of their layers.
[[nodiscard]] std::vector<LayerRun> layerRuns(const Plan& plan, const Estimate& estimate);

}  // namespace pgram
