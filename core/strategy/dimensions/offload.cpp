// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Offload to host memory: of kept tensors (vDNN, 1602.08124), and of the optimizer (ZeRO-Offload, 2101.06840).
#include "core/strategy/dimensions/dimensions.h"

namespace pgram {

constinit const DimensionRules offloadActivationsRules{
    .name = "offload-activations",
    .title = "OFF-ACT",
    .what = Core::tr("kept activations wait in host memory"),
    .on = &Space::offloadActivations,
    .isModern = false,
    .has = [](const LayerStrategy& s) { return s.kept.isOnHost(); },
    .set = [](LayerStrategy& s, bool on) { s.kept.on = on ? KeptOn::Host : KeptOn::Device; },
    .fits = [](const LayerStrategy& s) { return !s.kept.isOnHost(); },
    .word = "off-act",
    .key = "offload",
    .value = "activations",
};

constinit const DimensionRules offloadOptimizerRules{
    .name = "offload-optimizer",
    .title = "OFF-OPT",
    .what = Core::tr("optimizer states in host memory, weights updated there"),
    .on = &Space::offloadOptimizer,
    .isModern = false,
    .has = [](const LayerStrategy& s) { return s.offloadOptimizer; },
    .set = [](LayerStrategy& s, bool on) { s.offloadOptimizer = on; },
    .fits = [](const LayerStrategy& s) { return !s.offloadOptimizer; },
    .word = "off-opt",
    .key = "offload",
    .value = "optimizer",
};

}  // namespace pgram
