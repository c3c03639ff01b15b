// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategies nearest to one that a layer has: what a choice of one degree takes from the others, and what somebody
// means who names a part of a strategy. Plain functions.
#pragma once

#include "core/strategy/strategy_pattern.h"
#include "widgets/document/strategy_choices.h"

#include <vector>

namespace pgram {

/// How much there is to change between two strategies: doublings of degrees, and switches. The data degree hardly
/// counts: it fills what the others leave.
[[nodiscard]] double distanceBetween(const LayerStrategy& a, const LayerStrategy& b);

/// withField(), or where the layer refuses that for a degree, the nearest legal strategy with that degree: the devices
/// are taken from the other dimensions, or given to them. withField() where there is none.
[[nodiscard]] LayerStrategy nearestWith(const Plan& plan, int layer, const StrategyField& field, int value);

/// All that the pattern matches, that as many devices as a stage has can run and no layer of the range refuses; those
/// nearest to what its first layer runs come first, at most `most`. What else the pattern leaves free stays in the
/// dimensions that the plan uses, DP, SDP, TP and full recomputation.
[[nodiscard]] std::vector<LayerStrategy> strategiesNear(const Plan& plan, LayerRange range,
                                                        const StrategyPattern& pattern, std::size_t most);

}  // namespace pgram
