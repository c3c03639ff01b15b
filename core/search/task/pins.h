// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Layers whose strategy is given and not searched: "what is the best plan that has this?".
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"
#include "core/strategy/layer_strategy.h"
#include "core/strategy/strategy_pattern.h"

#include <optional>
#include <vector>

namespace pgram {

/// What a layer may run.
struct Allowed {
    LayerStrategy strategy;
    std::optional<StrategyPattern> pattern = {};  ///< in place of `strategy`: whatever it matches
    bool operator==(const Allowed&) const = default;

    [[nodiscard]] bool operator()(const LayerStrategy& s) const
    {
        return pattern ? pattern->matches(s) : s == strategy;
    }
};

/// Layers [firstLayer, firstLayer + layerCount) run `strategy`, or each of them one that `pattern` matches. Of two pins
/// on one layer the later holds.
struct Pin {
    int firstLayer = 0;
    int layerCount = 1;
    LayerStrategy strategy;
    std::optional<StrategyPattern> pattern = {};
    bool operator==(const Pin&) const = default;

    [[nodiscard]] Allowed allowed() const { return {strategy, pattern}; }
};

/// The model with its runs split where pins begin and end, so that a run is pinned as a whole or not at all.
struct PinnedModel {
    Architecture model;
    std::vector<std::optional<Allowed>> ofRun;
};

/// Errors: a pin outside of the model.
[[nodiscard]] Result<PinnedModel> splitAtPins(const Architecture& model, const std::vector<Pin>& pins);

}  // namespace pgram
