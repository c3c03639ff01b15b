// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The strategies of one pipeline degree, grouped by the layout in which they leave the boundary activation. Shared by
// all tasks of that degree.
#pragma once

#include "core/cost/relayout.h"
#include "core/strategy/layer_strategy.h"

#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <stop_token>
#include <vector>

namespace pgram {

/// Re-layouts between layouts, computed on first use: bounds rule out most sets before a re-layout is needed. Pairs of
/// layouts are many (millions on a hundred thousand devices), different re-layouts are few: each is kept once.
/// Thread-safe.
class Relayouts {
public:
    explicit Relayouts(std::vector<Layout> layouts);
    /// Returns the re-layouts from a layout to each one before it. Equal ones have the same address.
    [[nodiscard]] std::span<const Relayout* const> toEarlier(int layout) const;

private:
    /// Re-layouts from one layout to those before it.
    struct Row {
        std::once_flag once;
        std::vector<const Relayout*> all;
    };

    std::vector<Layout> m_layouts;
    std::unique_ptr<Row[]> m_rows;  ///< per layout
    mutable std::mutex m_mutex;     ///< for m_known
    mutable std::set<Relayout> m_known;
};

/// Equivalence classes of a strategy at a stage boundary: strategies of one class have the same send cost, or the same
/// receive cost.
struct BoundaryClass {
    int sending = 0;
    int receiving = 0;
};

struct StrategySet {
    std::vector<LayerStrategy> strategies;
    std::vector<int> layoutOf;  ///< layout per strategy; two strategies of one layout need no re-layout
    std::vector<BoundaryClass> boundaryClasses;  ///< per strategy
    /// The first `searched` strategies are candidates of every layer, the others of pinned layers only.
    int searched = 0;
    int layouts = 0;
    std::shared_ptr<const Relayouts> relayouts;
};

/// Returns the set. `pinned`: further strategies that some layer is pinned to. Returns null if stopped.
[[nodiscard]] std::shared_ptr<const StrategySet> makeStrategySet(std::vector<LayerStrategy> strategies,
                                                                 const Framework& framework,
                                                                 const std::vector<LayerStrategy>& pinned = {},
                                                                 const std::stop_token& stop = {});

}  // namespace pgram
