// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Layout of the boundary activation between two layers: the part that each rank of a stage holds, and the parts that it
// lacks when the next layer has another layout (docs/method/communication.md, Re-layout).
#pragma once

#include "core/strategy/layer_strategy.h"

#include <vector>

namespace pgram {

/// Division of the boundary activation among the ranks of a stage, by samples, by tokens and by widths.
struct Layout {
    int samples = 1;  ///< parts of the samples
    int tokens = 1;   ///< parts of the tokens
    int widths = 1;   ///< parts of the widths
    int ranks = 1;    ///< ranks of the stage
    /// When all degrees are powers of two: what each set bit of a rank adds to the indices of its part. A layout of any
    /// number of ranks then is a handful of numbers.
    std::vector<HeldPart> bits;
    std::vector<HeldPart> parts;  ///< by rank; empty when `bits` describes the layout
    bool operator==(const Layout&) const = default;
};
/// Returns the layout that a strategy leaves behind a layer.
[[nodiscard]] Layout layoutOf(const LayerStrategy& strategy);
/// Returns the same layout with `parts` filled in for any degrees.
[[nodiscard]] Layout listedLayoutOf(const LayerStrategy& strategy);

/// Shares of the boundary activation (1 = the whole micro-batch) that ranks of a stage lack under `after` when they
/// hold what `before` left them.
struct Missing {
    double worst = 0;  ///< largest share that one rank lacks
    double total = 0;  ///< sum over all ranks
    int block = 1;     ///< ranks of an aligned block that together hold all that its members need
    bool operator==(const Missing&) const = default;
};
/// Returns what ranks lack under `after`. Both layouts must have the same number of ranks.
[[nodiscard]] Missing missingShares(const Layout& before, const Layout& after);
/// Returns what ranks lack when the strategy changes from `before` to `after`.
[[nodiscard]] Missing missingShares(const LayerStrategy& before, const LayerStrategy& after);

/// A box of the boundary activation: samples × tokens × widths, all from 0 to 1.
struct Area {
    double sampleBegin = 0;  ///< share of the samples
    double sampleEnd = 1;    ///< exclusive
    double tokenBegin = 0;   ///< share of the tokens
    double tokenEnd = 1;     ///< exclusive
    double widthBegin = 0;   ///< share of the widths
    double widthEnd = 1;     ///< exclusive
    /// Returns its share of the whole activation.
    [[nodiscard]] double size() const;
};
/// Returns the box that a part covers.
[[nodiscard]] Area areaOf(const LayerStrategy& strategy, const HeldPart& part);
/// Returns the size of the intersection.
[[nodiscard]] double overlap(const Area& a, const Area& b);

}  // namespace pgram
