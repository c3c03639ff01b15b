// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The loss of a plan when one of its devices is slow: a stage waits for its slowest device, and the pipeline for its
// slowest stage (our definition).
#pragma once

#include "core/plan/estimate.h"

#include <limits>

namespace pgram {

/// The slowest step of a plan with one slow device.
struct WorstCase {
    Seconds step = 0;  ///< its step time
    int stage = 0;     ///< stage of the slow device
    bool operator==(const WorstCase&) const = default;
};

/// Returns the slowest step when any one device loses `slowdown` of its speed, 0 < slowdown < 1. The plan must satisfy
/// checkStructure(). May stop at a step above `enough` that is not the slowest.
[[nodiscard]] WorstCase worstCase(const Plan& plan, double slowdown,
                                  Seconds enough = std::numeric_limits<double>::infinity());

/// Returns the plan with one slow device in the stage: the slowest one loses `slowdown` of its speed.
[[nodiscard]] Plan withSlowDevice(Plan plan, int stage, double slowdown);

}  // namespace pgram
