// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/strategy_set.h"

#include <algorithm>
#include <tuple>

namespace pgram {

namespace {

/// What decides which part of the boundary activation each rank holds.
auto layoutKey(const LayerStrategy& s)
{
    return std::tuple(s.tensor, s.data, s.context, s.placement, tokenParts(s), s.shard, s.shardPlacement);
}

}  // namespace

std::shared_ptr<const StrategySet> makeStrategySet(std::vector<LayerStrategy> strategies,
                                                   const std::vector<LayerStrategy>& pinned)
{
    StrategySet set;
    set.strategies = std::move(strategies);
    set.searched = static_cast<int>(set.strategies.size());
    for (const LayerStrategy& strategy : pinned) {
        if (std::find(set.strategies.begin(), set.strategies.end(), strategy) == set.strategies.end()) {
            set.strategies.push_back(strategy);
        }
    }
    std::vector<LayerStrategy> examples;
    for (const LayerStrategy& strategy : set.strategies) {
        const auto known = std::find_if(examples.begin(), examples.end(), [&strategy](const LayerStrategy& other) {
            return layoutKey(other) == layoutKey(strategy);
        });
        set.layoutOf.push_back(static_cast<int>(known - examples.begin()));
        if (known == examples.end()) {
            examples.push_back(strategy);
        }
    }
    set.layouts = static_cast<int>(examples.size());
    std::vector<Layout> layouts;
    for (const LayerStrategy& example : examples) {
        layouts.push_back(layoutOf(example));
    }
    set.relayouts.resize(layouts.size() * layouts.size());
    for (std::size_t a = 0; a < layouts.size(); ++a) {
        for (std::size_t b = 0; b < layouts.size(); ++b) {
            const Missing missing = missingShares(layouts[a], layouts[b]);
            set.relayouts[a * layouts.size() + b].forward = missing;
            set.relayouts[b * layouts.size() + a].backward = missing;
        }
    }
    return std::make_shared<const StrategySet>(std::move(set));
}

}  // namespace pgram
