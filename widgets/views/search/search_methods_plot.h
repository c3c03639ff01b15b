// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The methods side by side: throughput as bars, the joint optimum at the top and how far the others stay behind it;
// a method that finds no plan says what it misses, and the bar of one that leaves the searched space is hollow.
#pragma once

#include "widgets/views/common/plot.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

/// Indices into the rows of the study: the joint optimum first, then by throughput, what finds no plan last.
[[nodiscard]] std::vector<int> methodOrder(const SearchFigures& figures);
/// What the plan of a method has that the searched space has not, as "ZeRO-1"; empty = it is a plan of the space.
[[nodiscard]] QStringList outsideOf(const SearchFigures& figures, const MethodRow& row);
/// "outside the space: ZeRO-1"; empty when it is not.
[[nodiscard]] QString outsideText(const SearchFigures& figures, const MethodRow& row);
/// How much faster than the best of the space, a share: 0 for that one, negative below it; a method that leaves the
/// space may be above it.
[[nodiscard]] double behindBest(const SearchFigures& figures, const MethodRow& row);
/// "misses 1.2 GiB" or "no legal plan".
[[nodiscard]] QString missText(const MethodRow& row);

/// As many rows as there is room for, the plan's own method among them; marks are of the rows shown, their index is
/// one of methodOrder().
void fillMethods(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// Rich text; `place` in methodOrder().
[[nodiscard]] QString methodTip(const SearchFigures& figures, int place);

}  // namespace pgram
