// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of all dimensions, and the rules that several share.
#pragma once

#include "core/strategy/dimension_rules.h"

namespace pgram {

extern constinit const DimensionRules dpRules;
extern constinit const DimensionRules zero1Rules;
extern constinit const DimensionRules zero2Rules;
extern constinit const DimensionRules sdpRules;
extern constinit const DimensionRules hsdpRules;
extern constinit const DimensionRules tpRules;
extern constinit const DimensionRules spRules;
extern constinit const DimensionRules ulyssesRules;
extern constinit const DimensionRules cpRules;
extern constinit const DimensionRules gatherKeysRules;
extern constinit const DimensionRules epRules;
extern constinit const DimensionRules etpRules;
extern constinit const DimensionRules layoutsRules;
extern constinit const DimensionRules ppRules;
extern constinit const DimensionRules ckptRules;
extern constinit const DimensionRules selectiveRules;
extern constinit const DimensionRules modulesRules;
extern constinit const DimensionRules offloadActivationsRules;
extern constinit const DimensionRules offloadOptimizerRules;
extern constinit const DimensionRules offloadWeightsRules;

/// Returns the word behind the plus of a tensor group: "1D", "2D", "2.5D2" (two grids), "3D"; "RSA" for a ring, which
/// has its own word.
[[nodiscard]] std::string layoutWord(const LayerStrategy& strategy);
/// Reads the layout of such a word in lower case, except for a ring's. Returns false if the word is unknown.
[[nodiscard]] bool readLayout(std::string_view word, LayerStrategy& strategy);

}  // namespace pgram
