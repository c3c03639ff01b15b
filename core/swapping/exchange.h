// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps whose weights are updated on the host: gradients leave, are summed over all copies of the model, and new
// weights come back, while the device computes (KARMA's phased exchange, arXiv 2008.11421;
// docs/method/other-systems.md, Host updates).
#pragma once

#include "core/base/units.h"

#include <span>

namespace pgram {

/// A block of layers, once a step; each of the last four on a stream of its own, one block after another.
struct ExchangeBlock {
    Seconds forward = 0;   ///< of a micro-batch
    Seconds backward = 0;  ///< of a micro-batch
    Seconds toHost = 0;    ///< its gradients
    Seconds sum = 0;       ///< over the copies of the model
    Seconds update = 0;
    Seconds toDevice = 0;  ///< its weights
};

/// Seconds from one step to the next. After a block's last backward its gradients leave, last block first; the next
/// step's first forwards wait for their weights. `phased`: block by block, else all of it after the first block's
/// backward. `between`: of compute from the end of the first micro-batch's forward to the beginning of the last one's
/// backward. The difference of the last two of 8 steps.
[[nodiscard]] Seconds exchangePeriod(std::span<const ExchangeBlock> blocks, bool phased, Seconds between = 0);

}  // namespace pgram
