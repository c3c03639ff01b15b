// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which part of the boundary activation each rank of a stage holds between two layers, and what the ranks lack when the
// next layer wants it otherwise (docs/method/communication.md, Re-layout).
#pragma once

#include "core/strategy/layer_strategy.h"

#include <vector>

namespace pgram {

/// One of `samples` parts by samples, one of `tokens` by tokens, one of `widths` by their widths.
struct Layout {
    int samples = 1;
    int tokens = 1;
    int widths = 1;
    int ranks = 1;
    /// Where all degrees are powers of two: by bit of the rank, what a set bit adds to the part. So a layout of any
    /// number of ranks is a handful of numbers.
    std::vector<HeldPart> bits;
    std::vector<HeldPart> parts;  ///< by rank; empty where `bits` says it
    bool operator==(const Layout&) const = default;
};
[[nodiscard]] Layout layoutOf(const LayerStrategy& strategy);
/// The same with its parts one by one, whatever the degrees.
[[nodiscard]] Layout listedLayoutOf(const LayerStrategy& strategy);

/// Shares of the boundary activation (1 = the whole micro-batch) that ranks of a stage lack under `after` when they
/// hold what `before` left them.
struct Missing {
    double worst = 0;  ///< of the rank that lacks most
    double total = 0;  ///< of all ranks together
    int block = 1;     ///< ranks of an aligned block that together hold all that its members need
    bool operator==(const Missing&) const = default;
};
/// Both layouts are of one number of ranks.
[[nodiscard]] Missing missingShares(const Layout& before, const Layout& after);
[[nodiscard]] Missing missingShares(const LayerStrategy& before, const LayerStrategy& after);

/// A box of the boundary activation: samples × tokens × widths, all from 0 to 1.
struct Area {
    double sampleBegin = 0;
    double sampleEnd = 1;
    double tokenBegin = 0;
    double tokenEnd = 1;
    double widthBegin = 0;
    double widthEnd = 1;
    [[nodiscard]] double size() const;
};
[[nodiscard]] Area areaOf(const LayerStrategy& strategy, const HeldPart& part);
[[nodiscard]] double overlap(const Area& a, const Area& b);

}  // namespace pgram
