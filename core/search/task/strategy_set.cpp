// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/strategy_set.h"

#include "core/base/index.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace pgram {

namespace {

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

/// Assigns boundary classes by the properties that boundaryCost() reads: how a strategy splits tokens and widths and,
/// if shares of whole activations are gathered behind the boundary, its tensor group. The receiving class also depends
/// on the split of samples.
class BoundaryClasses {
public:
    explicit BoundaryClasses(const Framework& framework) : m_framework(framework) {}

    BoundaryClass of(const Sharding& sharding)
    {
        const bool gathers = m_framework.scattersBoundaries && sharding.tensorCopiesBoundary;
        const Group gathered = gathers && sharding.tensor.size > 1 ? sharding.tensor : Group();
        const Placement& boundary = sharding.boundary;
        const int sending = indexOf(m_senders, {boundary.parts(Axis::Tokens), boundary.parts(Axis::Width), gathered});
        return {sending, indexOf(m_receivers, {boundary.parts(Axis::Samples), sending})};
    }

private:
    template <typename Key>
    static int indexOf(std::map<Key, int>& known, const Key& key)
    {
        return known.try_emplace(key, static_cast<int>(known.size())).first->second;
    }

    const Framework& m_framework;
    std::map<std::tuple<int, int, Group>, int> m_senders;
    std::map<std::pair<int, int>, int> m_receivers;
};

}  // namespace

Relayouts::Relayouts(std::vector<Layout> layouts)
    : m_layouts(std::move(layouts)), m_rows(std::make_unique<Row[]>(m_layouts.size()))
{}

std::span<const Relayout* const> Relayouts::toEarlier(int layout) const
{
    Row& row = m_rows[at(layout)];
    std::call_once(row.once, [&] {
        const Layout& own = m_layouts[at(layout)];
        std::vector<Relayout> all;
        for (int other = 0; other < layout; ++other) {
            const Layout& earlier = m_layouts[at(other)];
            all.push_back({missingShares(own, earlier), missingShares(earlier, own)});
        }
        const std::scoped_lock lock(m_mutex);
        std::ranges::transform(all, std::back_inserter(row.all),
                               [this](const Relayout& each) { return &*m_known.insert(each).first; });
    });
    return row.all;
}

std::shared_ptr<const StrategySet> makeStrategySet(std::vector<LayerStrategy> strategies, const Framework& framework,
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
    std::map<Placement, int> known;
    std::vector<Layout> layouts;
    BoundaryClasses classes(framework);
    for (const LayerStrategy& strategy : set.strategies) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        const Sharding sharding = shardingOf(strategy);
        set.boundaryClasses.push_back(classes.of(sharding));
        const auto [entry, isNew] = known.try_emplace(sharding.boundary, 0);
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
