// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/strategy_set.h"

#include "core/base/index.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace pgram {

namespace {

/// Returns the properties that decide which part of the boundary activation each rank holds.
auto layoutKey(const LayerStrategy& s)
{
    return std::tuple(s.tensor, s.data, s.context, s.placement, tokenParts(s), s.shard, s.shardPlacement, s.layout,
                      s.depth);
}

/// Returns the index of the layout in `layouts`; appends the layout if it is new.
int placeOf(Layout layout, std::vector<Layout>& layouts)
{
    const auto place = std::find(layouts.begin(), layouts.end(), layout);
    const int index = static_cast<int>(place - layouts.begin());
    if (place == layouts.end()) {
        layouts.push_back(std::move(layout));
    }
    return index;
}

}  // namespace

const Relayout& Relayouts::between(int from, int to) const
{
    const std::size_t count = m_layouts.size();
    std::call_once(m_once, [&] {
        m_all.resize(count * count);
        for (std::size_t a = 0; a < count; ++a) {
            for (std::size_t b = 0; b < count; ++b) {
                const Missing missing = missingShares(m_layouts[a], m_layouts[b]);
                m_all[a * count + b].forward = missing;
                m_all[b * count + a].backward = missing;
            }
        }
    });
    return m_all[at(from) * count + at(to)];
}

std::shared_ptr<const StrategySet> makeStrategySet(std::vector<LayerStrategy> strategies,
                                                   const std::vector<LayerStrategy>& pinned,
                                                   const std::stop_token& stop)
{
    StrategySet set;
    set.strategies = std::move(strategies);
    set.searched = static_cast<int>(set.strategies.size());
    for (const LayerStrategy& strategy : pinned) {
        if (std::find(set.strategies.begin(), set.strategies.end(), strategy) == set.strategies.end()) {
            set.strategies.push_back(strategy);
        }
    }
    using Key = decltype(layoutKey(LayerStrategy()));
    std::map<Key, int> known;
    std::vector<Layout> layouts;
    for (const LayerStrategy& strategy : set.strategies) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        const auto [entry, isNew] = known.try_emplace(layoutKey(strategy), 0);
        if (isNew) {
            entry->second = placeOf(layoutOf(strategy), layouts);
        }
        set.layoutOf.push_back(entry->second);
    }
    set.layouts = static_cast<int>(layouts.size());
    set.relayouts = std::make_shared<const Relayouts>(std::move(layouts));
    return std::make_shared<const StrategySet>(std::move(set));
}

}  // namespace pgram
