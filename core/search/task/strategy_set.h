// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategies of one pipeline degree, grouped by where they leave the boundary activation. Shared by all tasks of
// that degree.
#pragma once

#include "core/cost/relayout.h"
#include "core/strategy/layer_strategy.h"

#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace pgram {

/// Re-layouts between layouts, worked out when they are first asked for: most sets are passed over by bounds that need
/// none. For several threads at once.
class Relayouts {
public:
    explicit Relayouts(std::vector<Layout> layouts) : m_layouts(std::move(layouts)) {}
    [[nodiscard]] const Relayout& between(int from, int to) const;

private:
    std::vector<Layout> m_layouts;
    mutable std::once_flag m_once;
    mutable std::vector<Relayout> m_all;  ///< from layout a to layout b at a·layouts + b
};

struct StrategySet {
    std::vector<LayerStrategy> strategies;
    std::vector<int> layoutOf;  ///< of each strategy; no re-layout between two of one layout
    int searched = 0;           ///< the first so many are candidates of every layer, the rest of pinned layers only
    int layouts = 0;
    std::shared_ptr<const Relayouts> relayouts;
};

/// `pinned`: strategies beyond the searched ones that some layer is pinned to. Null when `stop` came first.
[[nodiscard]] std::shared_ptr<const StrategySet> makeStrategySet(std::vector<LayerStrategy> strategies,
                                                                 const std::vector<LayerStrategy>& pinned = {},
                                                                 const std::stop_token& stop = {});

}  // namespace pgram
