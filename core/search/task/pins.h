// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pins: layers with a given strategy, for the question "Which is the best plan that contains it?".
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"
#include "core/strategy/layer_strategy.h"
#include "core/strategy/strategy_pattern.h"

#include <optional>
#include <vector>

namespace pgram {

/// Strategies that a layer may run: one, or all that match a pattern.
struct Allowed {
    LayerStrategy strategy;                       ///< the only one, without a pattern
    std::optional<StrategyPattern> pattern = {};  ///< replaces `strategy`
    bool operator==(const Allowed&) const = default;

    /// Returns true if the strategy is allowed.
    [[nodiscard]] bool operator()(const LayerStrategy& s) const
    {
        return pattern ? pattern->matches(s) : s == strategy;
    }
};

/// Layers [firstLayer, firstLayer + layerCount) run `strategy`, or each runs a strategy that `pattern` matches. Where
/// two pins cover a layer, the later one applies.
struct Pin {
    int firstLayer = 0;                           ///< index of the first layer
    int layerCount = 1;                           ///< number of layers
    LayerStrategy strategy;                       ///< strategy of these layers
    std::optional<StrategyPattern> pattern = {};  ///< replaces `strategy`
    bool operator==(const Pin&) const = default;

    /// Returns the strategies that the pin allows.
    [[nodiscard]] Allowed allowed() const { return {strategy, pattern}; }
};

/// A model whose runs are split where pins begin and end: a run is pinned as a whole or not at all.
struct PinnedModel {
    Architecture model;                         ///< with split runs
    std::vector<std::optional<Allowed>> ofRun;  ///< per run; empty = not pinned
};

/// Splits the runs of a model at the pins. Errors: a pin outside of the model.
[[nodiscard]] Result<PinnedModel> splitAtPins(const Architecture& model, const std::vector<Pin>& pins);

}  // namespace pgram
