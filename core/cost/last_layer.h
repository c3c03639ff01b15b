// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Memory of a stage while the last layer of the model runs backward, next to the moments of the other layers:
// docs/method/memory.md, Moments of a backward.
#pragma once

#include "core/cost/layer_cost.h"

namespace pgram {

/// Bytes by which the moment of a layer's backward differs from the sum of all that is kept.
struct BackwardMoment {
    Bytes freed = 0;      ///< kept tensors of the layer that are gone whenever another layer of the stage runs backward
    Bytes transient = 0;  ///< extra while the layer's own backward runs, next to what the layer keeps
};

/// Returns the moment of layer `run` of a model, whose costs under the strategy are `memory`. Only the last layer frees
/// anything (freesLastFirst()); with sharded weights its gathered weights stay instead, so that nothing counts as
/// freed.
[[nodiscard]] BackwardMoment backwardMoment(const CostContext& context, const Architecture& model, int run,
                                            const LayerStrategy& strategy, const LayerMemory& memory);

}  // namespace pgram
