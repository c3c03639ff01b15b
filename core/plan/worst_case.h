// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a plan loses when one of its devices is slow: a stage waits for its slowest device, and the pipeline for its
// slowest stage (our definition).
#pragma once

#include "core/plan/estimate.h"

#include <limits>

namespace pgram {

/// The step with one device of a stage slow, of the stage where that costs most.
struct WorstCase {
    Seconds step = 0;
    int stage = 0;
    bool operator==(const WorstCase&) const = default;
};

/// Of any one device that loses `slowdown` of its speed, 0 < slowdown < 1. The plan must satisfy checkStructure. Above
/// `enough` some such step is given.
[[nodiscard]] WorstCase worstCase(const Plan& plan, double slowdown,
                                  Seconds enough = std::numeric_limits<double>::infinity());

/// The plan with one device of the stage slow, the one that is slowest already.
[[nodiscard]] Plan withSlowDevice(Plan plan, int stage, double slowdown);

}  // namespace pgram
