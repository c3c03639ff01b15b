// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps whose weights are updated on the host: gradients leave, are summed over all replicas of the model, and new
// weights come back, while the device computes (KARMA's phased exchange, arXiv 2008.11421;
// docs/method/other-systems.md, Host updates).
#pragma once

#include "core/base/units.h"

#include <span>

namespace pgram {

/// Seconds of a block of layers. The last four occur once per step; each has a stream of its own, which processes one
/// block after another.
struct ExchangeBlock {
    Seconds forward = 0;   ///< per micro-batch
    Seconds backward = 0;  ///< per micro-batch
    Seconds toHost = 0;    ///< its gradients
    Seconds sum = 0;       ///< over the replicas of the model
    Seconds update = 0;
    Seconds toDevice = 0;  ///< its weights
};

/// Returns the seconds from one step to the next. After a block's last backward its gradients leave, last block first;
/// the first forwards of the next step wait for their weights. `phased`: block by block; otherwise everything leaves
/// after the first block's backward. `between`: seconds of compute from the end of the first micro-batch's forward to
/// the start of the last one's backward. The result is the difference of the last two of 8 steps.
[[nodiscard]] Seconds exchangePeriod(std::span<const ExchangeBlock> blocks, bool phased, Seconds between = 0);

}  // namespace pgram
