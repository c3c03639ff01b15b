// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a plan's step takes when the host updates the weights and the exchange with it runs beside compute, block by
// block (KARMA; docs/method/other-systems.md, Host updates), out of core or not.
#pragma once

#include "core/plan/stage_keeping.h"
#include "core/swapping/exchange.h"

#include <optional>

namespace pgram {

struct StageExchange {
    std::vector<ExchangeBlock> blocks;
    int microbatches = 1;
    int copies = 1;       ///< of the weights, whose gradients are summed
    ExchangeBlock total;  ///< of all blocks
    Seconds compute = 0;  ///< of a step, updates on the devices inside: what no exchange can be below
    Seconds phased = 0;   ///< from step to step: each block's exchange as soon as its last backward is done
    Seconds bulk = 0;     ///< and all of it behind the last backward
};

/// Of the only stage, with blocks of `groups` layers each that run as `timeline` has them. Gradients are summed as the
/// plan's own collectives do. None: the plan has several stages, or no layer's update is on the host.
[[nodiscard]] std::optional<StageExchange> stageExchange(const Plan& plan, std::span<const int> groups,
                                                         const SwapTimeline& timeline);

}  // namespace pgram
