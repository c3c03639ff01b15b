// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Step of a plan whose weights are updated on the host, while the exchange with the host runs next to compute, block by
// block (KARMA; docs/method/other-systems.md, Host updates), out of core or not.
#pragma once

#include "core/plan/stage_keeping.h"
#include "core/swapping/exchange.h"

#include <optional>

namespace pgram {

struct StageExchange {
    std::vector<ExchangeBlock> blocks;
    int microbatches = 1;
    int copies = 1;       ///< replicas of the weights, whose gradients are summed
    ExchangeBlock total;  ///< sums over all blocks
    Seconds compute = 0;  ///< seconds per step, including updates on the devices: a lower bound for any exchange
    Seconds phased = 0;   ///< from step to step: each block's exchange as soon as its last backward is done
    Seconds bulk = 0;     ///< with the whole exchange behind the last backward
};

/// Returns the exchange of a plan's only stage, in blocks of `groups` layers each that run by `timeline`. Gradients are
/// summed by the plan's own collectives. Returns nothing if the plan has several stages, or if no layer is updated on
/// the host.
[[nodiscard]] std::optional<StageExchange> stageExchange(const Plan& plan, std::span<const int> groups,
                                                         const SwapTimeline& timeline);

}  // namespace pgram
