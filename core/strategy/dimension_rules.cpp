// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/dimension_rules.h"

#include "core/strategy/dimensions/dimensions.h"

#include <algorithm>
#include <array>

namespace pgram {

std::span<const DimensionRules* const> dimensionRules()
{
    static constexpr std::array all{&dpRules,
                                    &sdpRules,
                                    &tpRules,
                                    &ppRules,
                                    &ckptRules,
                                    &spRules,
                                    &zero1Rules,
                                    &zero2Rules,
                                    &hsdpRules,
                                    &ulyssesRules,
                                    &cpRules,
                                    &gatherKeysRules,
                                    &epRules,
                                    &etpRules,
                                    &selectiveRules,
                                    &modulesRules,
                                    &offloadActivationsRules,
                                    &offloadOptimizerRules,
                                    &offloadWeightsRules,
                                    &layoutsRules};
    return all;
}

std::span<const DimensionRules* const> treeOrder()
{
    static constexpr std::array order{&dpRules,
                                      &zero1Rules,
                                      &zero2Rules,
                                      &sdpRules,
                                      &tpRules,
                                      &spRules,
                                      &cpRules,
                                      &gatherKeysRules,
                                      &ulyssesRules,
                                      &epRules,
                                      &etpRules,
                                      &selectiveRules,
                                      &modulesRules,
                                      &ckptRules,
                                      &offloadActivationsRules,
                                      &offloadOptimizerRules,
                                      &offloadWeightsRules,
                                      &layoutsRules};
    return order;
}

const DimensionRules& dataRules(int zero)
{
    return **std::ranges::find(treeOrder(), zero, &DimensionRules::zero);
}

bool isSwitch(const DimensionRules& rules)
{
    return rules.word != nullptr && rules.word[0] != '+' && rules.degree == nullptr && rules.zero < 0;
}

bool contains(TreeLevels levels, const DimensionRules& rules)
{
    return std::ranges::find(levels, &rules, &TreeLevel::dimension) != levels.end();
}

}  // namespace pgram
