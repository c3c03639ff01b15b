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
extern const DimensionRules ppRules;
extern const DimensionRules ckptRules;
extern const DimensionRules selectiveRules;
extern const DimensionRules offloadActivationsRules;
extern const DimensionRules offloadOptimizerRules;

[[nodiscard]] bool hasAttention(const LayerSpec& layer);
/// Of what cuts the tokens of a layer, all together: the ring, Ulysses and Megatron's sequence parallelism.
[[nodiscard]] std::optional<Verdict> tokenRefusal(const LayerSpec& layer, const LayerStrategy& strategy,
                                                  std::int64_t sequence);

}  // namespace pgram
