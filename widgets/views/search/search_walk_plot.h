// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// BMW's walk in the plane of its two balance degrees: every partition that it solved, joined to the one that it went
// on from, coloured by its step time, with the plan as it is now beside them. Below, a partition as a strip of its
// chunks.
#pragma once

#include "widgets/views/common/plot_frame.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

struct WalkPlot {
    PlotFrame frame;              ///< x = α_t, y = α_m
    std::vector<QPointF> places;  ///< of each step
    std::vector<PlotMark> marks;  ///< of each step that has a plan
    double fastest = 0;           ///< step times at the ends of the colour scale
    double slowest = 0;
    double limit = 0;      ///< 1 - 1/P
    bool hasPlan = false;  ///< the plan has as many stages, and so a place
    QPointF plan;
    QRectF colors;  ///< the scale
    QRectF planStrip;
    QRectF stepStrip;

    /// Where the chunks of a partition stand in a strip.
    [[nodiscard]] static std::vector<QRectF> chunksIn(const QRectF& strip, const std::vector<int>& sizes);
};

[[nodiscard]] WalkPlot layoutWalk(const Theme& theme, const SearchFigures& figures, const QRectF& panel);
/// `shown`: the step whose partition stands beside the plan's, -1 = the best of the walk; `stage`: marked in both.
void paintWalk(QPainter& painter, const Theme& theme, const SearchFigures& figures, const WalkPlot& plot, int shown,
               int stage);
/// Rich text.
[[nodiscard]] QString walkTip(const SearchFigures& figures, int step);
/// Why there is no walk to draw; empty when there is one.
[[nodiscard]] QString walkNote(const SearchFigures& figures);

}  // namespace pgram
