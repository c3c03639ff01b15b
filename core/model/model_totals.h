// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Work and memory of a whole model for each token of a sample, forward and backward, on one device.
#pragma once

#include "core/base/units.h"
#include "core/model/architecture.h"
#include "core/model/training.h"

namespace pgram {

struct ModelTotals {
    std::int64_t tokens = 0;  ///< per sample; the three below are a sample's over these
    Flops flops = 0;          ///< FLOP of all products; attention in full
    double movedBytes = 0;    ///< by all operators, one sample at a time
    double keptBytes = 0;     ///< for backward, without recomputation
};

/// Sums of layerWork() over the layers on one device, with one sample in a micro-batch (our definition): FLOP are
/// LayerWork::modelFlops; a product's bytes are moved again by both of its gradients.
[[nodiscard]] ModelTotals modelTotals(const Architecture& model, const Training& training);

}  // namespace pgram
