// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Layout of the boundary activation between two layers: the part that each rank of a stage holds, and the parts that it
// lacks when the next layer has another layout (docs/method/communication.md, Re-layout).
#pragma once

#include "core/strategy/sharding.h"

#include <array>
#include <functional>
#include <vector>

namespace pgram {

/// A number for each of boundaryAxes: numbers of parts, or the index of one part.
using Parts = std::array<int, boundaryAxes.size()>;

/// Division of the boundary activation among the ranks of a stage.
struct Layout {
    Parts parts{1, 1, 1};  ///< number of parts along each axis
    int ranks = 1;         ///< ranks of the stage
    /// When all degrees are powers of two: what each set bit of a rank adds to the indices of its part. A layout of any
    /// number of ranks then is a handful of numbers.
    std::vector<Parts> bits;
    std::vector<Parts> held;  ///< by rank; empty when `bits` describes the layout
    bool operator==(const Layout&) const = default;
};
/// Returns the layout that a strategy leaves behind a layer.
[[nodiscard]] Layout layoutOf(const LayerStrategy& strategy);
/// Returns the same layout with `held` filled in for any degrees.
[[nodiscard]] Layout listedLayoutOf(const LayerStrategy& strategy);

/// Shares of the boundary activation (1 = the whole micro-batch) that ranks of a stage lack under `after` when they
/// hold what `before` left them.
struct Missing {
    double worst = 0;  ///< largest share that one rank lacks
    double total = 0;  ///< sum over all ranks
    int block = 1;     ///< ranks of an aligned block that together hold all that its members need
    auto operator<=>(const Missing&) const = default;
};
/// Returns what ranks lack under `after`. Both layouts must have the same number of ranks.
[[nodiscard]] Missing missingShares(const Layout& before, const Layout& after);
/// Returns what ranks lack when the strategy changes from `before` to `after`.
[[nodiscard]] Missing missingShares(const LayerStrategy& before, const LayerStrategy& after);

/// A rank receives a part from another one that holds it. Each missing part comes from the nearest rank that holds it
/// inside the block of missingShares(). Shares sum to missingShares().total.
struct ShareFlow {
    int from = 0;      ///< rank that sends
    int to = 0;        ///< rank that receives
    double share = 0;  ///< share of the boundary activation
};
/// Calls `sink` with each flow of a re-layout. On a million ranks, a list of them would take hundreds of megabytes.
void eachRelayoutFlow(const LayerStrategy& before, const LayerStrategy& after,
                      const std::function<void(const ShareFlow&)>& sink);

}  // namespace pgram
