// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys of a plan file under which a strategy stores a choice by name, as in "recompute": "full", and the choices of
// each key.
#pragma once

#include "core/strategy/dimension_rules.h"

#include <string_view>
#include <vector>

namespace pgram {

struct StrategyKey {
    std::string_view name;
    std::vector<const DimensionRules*> dimensions;
    /// "none", the value of each dimension, and "both" if a strategy can have two
    std::vector<std::string_view> values;

    /// The value of a strategy, as its place in `values`.
    [[nodiscard]] int of(const LayerStrategy& strategy) const;
    void set(LayerStrategy& strategy, int value) const;
};

/// In the order of the tree.
[[nodiscard]] const std::vector<StrategyKey>& strategyKeys();
/// One of them, which must be there.
[[nodiscard]] const StrategyKey& strategyKey(std::string_view name);

}  // namespace pgram
