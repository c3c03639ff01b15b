// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Stages that keep tensors in host memory run by the event rule of swapping/ (docs/method/other-systems.md, Out-of-core
// training): copies wait for the link and for memory, and compute waits for copies. Layer costs do not include these
// waits and are a lower bound.
#pragma once

#include "core/plan/estimate.h"

#include <vector>

namespace pgram {

/// Puts into the costs of each such stage's layers what compute waits, shared out by the bytes that a layer copies, as
/// exposed host traffic; and what the stage holds on the device: its most of one micro-batch, for all in flight. A
/// stage that cannot run within the budget has the least memory in which it could. `layers`: the plan's, as layerCost
/// has them.
void runOutOfCore(const CostContext& context, const Plan& plan, std::vector<LayerEstimate>& layers);

/// Some layer leaves its kept tensors in host memory.
[[nodiscard]] bool leavesToHost(const Plan& plan);

}  // namespace pgram
