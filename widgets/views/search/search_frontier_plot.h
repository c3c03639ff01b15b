// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Throughput against the memory budget of a device: the staircase of the best plans, what no plan fits, the budget of
// the scenario and the plan as it is now.
#pragma once

#include "widgets/views/common/plot_frame.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

struct FrontierPlot {
    PlotFrame frame;               ///< x = bytes of a device, y = samples/s
    std::vector<QPointF> corners;  ///< of each point of the frontier
    std::vector<PlotMark> marks;   ///< of each point of the frontier
    double infeasibleTo = 0;       ///< x of the smallest budget that works
    double budget = 0;             ///< x
    QPointF plan;                  ///< at the least budget that it fits
};

[[nodiscard]] FrontierPlot layoutFrontier(const Theme& theme, const SearchFigures& figures, const QRectF& panel);
void paintFrontier(QPainter& painter, const Theme& theme, const SearchFigures& figures, const FrontierPlot& plot);
/// Rich text.
[[nodiscard]] QString frontierTip(const SearchFigures& figures, int point);

}  // namespace pgram
