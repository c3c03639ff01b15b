// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The methods side by side: throughput as bars, the joint optimum at the top and how far the others stay behind it;
// a method that finds no plan says what it misses.
#pragma once

#include "widgets/views/common/plot_frame.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

struct MethodsPlot {
    QRectF panel;
    QRectF bars;                  ///< from zero to the best throughput
    std::vector<QRectF> rows;     ///< of the rows shown, over the whole width
    std::vector<PlotMark> marks;  ///< of the rows shown: index into methodOrder()
    double best = 0;              ///< samples/s at the right edge of `bars`
    double secondsLeft = 0;       ///< where the search's seconds stand; 0 = no room for them
    int hidden = 0;               ///< rows that there is no room for
};

/// Indices into the rows of the study: the joint optimum first, then by throughput, what finds no plan last.
[[nodiscard]] std::vector<int> methodOrder(const SearchFigures& figures);
/// How much faster than the best, a share: 0 for the best, negative below it.
[[nodiscard]] double behindBest(const SearchFigures& figures, const MethodRow& row);
/// "misses 1.2 GiB" or "no legal plan".
[[nodiscard]] QString missText(const MethodRow& row);

[[nodiscard]] MethodsPlot layoutMethods(const Theme& theme, const SearchFigures& figures, const QRectF& panel);
void paintMethods(QPainter& painter, const Theme& theme, const SearchFigures& figures, const MethodsPlot& plot);
/// Rich text; `place` in methodOrder().
[[nodiscard]] QString methodTip(const SearchFigures& figures, int place);

}  // namespace pgram
