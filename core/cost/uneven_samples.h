// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs of samples that differ in their work: ranks wait for the one with the most (docs/method/time.md, Lengths that
// differ).
#pragma once

#include "core/cost/layer_cost.h"
#include "core/strategy/sharding.h"

#include <functional>

namespace pgram {

/// Numbers of ranks with samples of their own that wait for each other.
struct WaitingRanks {
    int eachMicrobatch = 1;  ///< ranks that exchange weights or tokens inside of the layer
    int eachStep = 1;        ///< groups of these, which meet when gradients are summed
};
/// Returns the ranks of a layer that wait for each other.
[[nodiscard]] WaitingRanks waitingRanks(const LayerSpec& layer, const LayerStrategy& strategy,
                                        const Sharding& sharding);

/// Returns the share of attention's seconds by which the slowest rank takes longer than the mean, because its packed
/// samples have more pairs of tokens: 0 where documents are equal or attention stores its scores. `samples`: those of a
/// micro-batch on one device.
[[nodiscard]] double attentionWait(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy,
                                   const Sharding& sharding, double samples);

/// Returns the cost of a layer whose samples are padded to the longest of a micro-batch: memory of full samples, and
/// the seconds and traffic of the slowest rank. `costOf` returns the cost of samples that fill the context's sequence.
[[nodiscard]] LayerCost paddedCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy,
                                   const std::function<LayerCost(const CostContext&)>& costOf);

}  // namespace pgram
