// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Gradient sync that backwards hide: the simulator has it inside of their time, a picture draws it in the lane of
// communication, where it runs. Plain arithmetic over an estimate.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"

#include <vector>

namespace pgram {

/// Of one chunk of a stage; the end of what it runs beside is its own end.
struct HiddenSync {
    Seconds each = 0;     ///< beside the backward of every micro-batch: sharded gradients are scattered at once
    Seconds once = 0;     ///< beside the last of them
    Seconds lastEnd = 0;  ///< of the last
    TimelineKind beside = TimelineKind::Backward;  ///< or the weight-gradient half, where there is one
};
using HiddenSyncs = std::vector<std::vector<HiddenSync>>;  ///< by stage and its own chunks

/// The estimate is that of the plan.
[[nodiscard]] HiddenSyncs hiddenSyncs(const Plan& plan, const Estimate& estimate);
/// How much runs beside `operation`: up to its end; 0 for most.
[[nodiscard]] Seconds hiddenBeside(const HiddenSyncs& syncs, std::size_t stage, const Operation& operation);
/// Some sync of the plan is hidden.
[[nodiscard]] bool hidesSync(const Estimate& estimate);

}  // namespace pgram
