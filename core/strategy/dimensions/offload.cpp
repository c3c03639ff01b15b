// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Offload to host memory: of kept tensors (vDNN, 1602.08124), of the optimizer (ZeRO-Offload, 2101.06840), and of
// weights (ZeRO-Infinity, 2104.07857).
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
    .set =
        [](LayerStrategy& s, bool on) {
            s.offloadOptimizer = on;
            s.offloadWeights = on && s.offloadWeights;
        },
    .fits = [](const LayerStrategy& s) { return !s.offloadOptimizer; },
    .word = "off-opt",
    .key = "offload",
    .value = "optimizer",
};

constinit const DimensionRules offloadWeightsRules{
    .name = "offload-weights",
    .title = "OFF-W",
    .what = Core::tr("weights in host memory, beside the optimizer states of ZeRO-3"),
    .on = &Space::offloadWeights,
    .isModern = false,
    .has = [](const LayerStrategy& s) { return s.offloadWeights; },
    .set = [](LayerStrategy& s, bool on) { s.offloadWeights = on; },
    .fits = [](const LayerStrategy& s) { return s.zero == 3 && s.offloadOptimizer && !s.offloadWeights; },
    .word = "off-w",
    .key = "weights",
    .value = "host",
    .unsound = [](const LayerStrategy& s) -> std::optional<Verdict> {
        return s.zero == 3 && s.offloadOptimizer ? std::nullopt
                                                 : std::optional(Verdict{Rule::WeightsOnHost, s.zero, 0});
    },
};

}  // namespace pgram
