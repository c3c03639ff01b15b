// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search inside of a target looks through: families of strategies, each plan being of one family.
#pragma once

#include "core/frameworks/plan_shape.h"

#include <functional>
#include <optional>
#include <vector>

namespace pgram {

struct StrategyFamily {
    std::vector<LayerStrategy> strategies;  ///< of any layer; empty: those of the task's set
    /// Which of them such a layer may run.
    std::function<bool(const LayerSpec&, const LayerStrategy&)> mayRun;
    /// Where each layer has one strategy, and recomputes or does not as a pattern says: the patterns there are. Empty:
    /// layers choose.
    std::vector<RecomputePattern> patterns;
};

/// Of the strategies of P stages, which are of the target's space.
[[nodiscard]] std::vector<StrategyFamily> familiesOf(const Target& target, const Architecture& model,
                                                     const Training& training, int pipeline,
                                                     const std::vector<LayerStrategy>& strategies);

/// Chunks that all have equally many of the model's blocks, or any that the target's cuts allow.
[[nodiscard]] bool mayCutInto(const Target& target, const Architecture& model, int parts);

}  // namespace pgram
