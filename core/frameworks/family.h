// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Families of strategies, in which a search for a target looks. Each plan belongs to one family.
#pragma once

#include "core/frameworks/plan_shape.h"

#include <functional>
#include <optional>
#include <vector>

namespace pgram {

struct StrategyFamily {
    std::vector<LayerStrategy> strategies;  ///< strategies that any layer may have; empty: those of the task's set
    /// Returns true if such a layer may run the strategy.
    std::function<bool(const LayerSpec&, const LayerStrategy&)> mayRun;
    /// Patterns of recomputation, if all layers share one strategy and a pattern decides which of them recompute.
    /// Empty: layers choose.
    std::vector<RecomputePattern> patterns;
};

/// Returns the families of the strategies of P stages within the target's space.
[[nodiscard]] std::vector<StrategyFamily> familiesOf(const Target& target, const Architecture& model,
                                                     const Training& training, int pipeline,
                                                     const std::vector<LayerStrategy>& strategies);

/// Chunks that all have equally many of the model's blocks, or any that the target's cuts allow.
[[nodiscard]] bool mayCutInto(const Target& target, const Architecture& model, int parts);

}  // namespace pgram
