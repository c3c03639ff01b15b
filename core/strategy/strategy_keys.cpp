// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/strategy/strategy_keys.h"

#include "core/base/index.h"

#include <algorithm>

namespace pgram {

namespace {

/// Returns true if a strategy can have all of the dimensions.
bool goTogether(const std::vector<const DimensionRules*>& dimensions)
{
    LayerStrategy strategy;
    std::ranges::for_each(dimensions, [&](const DimensionRules* rules) { rules->set(strategy, true); });
    return std::ranges::all_of(dimensions, [&](const DimensionRules* rules) { return rules->has(strategy); });
}

std::vector<StrategyKey> makeKeys()
{
    std::vector<StrategyKey> keys;
    for (const DimensionRules* rules : treeOrder()) {
        if (rules->key == nullptr) {
            continue;
        }
        auto known = std::ranges::find(keys, std::string_view(rules->key), &StrategyKey::name);
        if (known == keys.end()) {
            known = keys.insert(known, {rules->key, {}, {"none"}});
        }
        known->dimensions.push_back(rules);
        known->values.emplace_back(rules->value);
    }
    for (StrategyKey& key : keys) {
        if (key.dimensions.size() == 2 && goTogether(key.dimensions)) {
            key.values.emplace_back("both");
        }
    }
    return keys;
}

}  // namespace

int StrategyKey::of(const LayerStrategy& strategy) const
{
    const auto isIn = [&](const DimensionRules* rules) { return rules->has(strategy); };
    const auto count = std::ranges::count_if(dimensions, isIn);
    const auto first = std::ranges::find_if(dimensions, isIn) - dimensions.begin();
    return static_cast<int>(count == 0 ? 0 : count == 1 ? first + 1 : dimensions.size() + 1);
}

void StrategyKey::set(LayerStrategy& strategy, int value) const
{
    const int both = static_cast<int>(dimensions.size()) + 1;
    for (const DimensionRules* rules : dimensions) {
        rules->set(strategy, false);
    }
    for (int i = 0; i < both - 1; ++i) {
        if (value == i + 1 || value == both) {
            dimensions[at(i)]->set(strategy, true);
        }
    }
}

const std::vector<StrategyKey>& strategyKeys()
{
    static const std::vector<StrategyKey> keys = makeKeys();
    return keys;
}

const StrategyKey& strategyKey(std::string_view name)
{
    return *std::ranges::find(strategyKeys(), name, &StrategyKey::name);
}

}  // namespace pgram
