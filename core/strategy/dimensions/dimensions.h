// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of all dimensions, and the rules that several share.
#pragma once

#include "core/strategy/dimension_rules.h"

namespace pgram {

extern const DimensionRules dpRules;
extern const DimensionRules zero1Rules;
extern const DimensionRules zero2Rules;
extern const DimensionRules sdpRules;
extern const DimensionRules hsdpRules;
extern const DimensionRules tpRules;
extern const DimensionRules spRules;
extern const DimensionRules ulyssesRules;
extern const DimensionRules cpRules;
extern const DimensionRules epRules;
extern const DimensionRules layoutsRules;
extern const DimensionRules ppRules;
extern const DimensionRules ckptRules;
extern const DimensionRules selectiveRules;
extern const DimensionRules modulesRules;
extern const DimensionRules offloadActivationsRules;
extern const DimensionRules offloadOptimizerRules;

[[nodiscard]] bool hasAttention(const LayerSpec& layer);
/// Of what cuts the tokens of a layer, all together: the ring, Ulysses and Megatron's sequence parallelism.
[[nodiscard]] std::optional<Verdict> tokenRefusal(const LayerSpec& layer, const LayerStrategy& strategy,
                                                  std::int64_t sequence);

/// Behind the plus of a tensor group: "1D", "2D", "2.5D2" (two grids), "3D"; "RSA" of a ring, which has its own word.
[[nodiscard]] std::string layoutWord(const LayerStrategy& strategy);
/// The layout of such a word in lower case, but a ring's; false: it is none.
[[nodiscard]] bool readLayout(std::string_view word, LayerStrategy& strategy);

}  // namespace pgram
