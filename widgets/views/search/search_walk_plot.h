// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// BMW's walk in the plane of its two balance degrees: every partition that it solved, joined to the one that it went
// on from, coloured by its step time, with the plan as it is now beside them. Below, a partition as a strip of its
// chunks.
#pragma once

#include "widgets/views/common/plot.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

/// Two strips of chunks below the plot: the plan's partition, and one of the walk's.
struct WalkStrips {
    QRectF plan;
    QRectF step;
};
[[nodiscard]] WalkStrips walkStrips(const Theme& theme, const QRectF& below);
/// Where the chunks of a partition stand in a strip.
[[nodiscard]] std::vector<QRectF> chunksIn(const QRectF& strip, const std::vector<int>& sizes);
/// The stage whose chunk of the plan's strip is at a position; -1 = none.
[[nodiscard]] int stageAt(const WalkStrips& strips, const Plan& plan, const QPointF& position);

void fillWalk(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// `below` the plot. `shown`: the step whose partition stands beside the plan's, -1 = the best of the walk; `stage`:
/// marked in both.
void paintWalkStrips(QPainter& painter, const Theme& theme, const SearchFigures& figures, const QRectF& below,
                     int shown, int stage);
/// Rich text.
[[nodiscard]] QString walkTip(const SearchFigures& figures, int step);
/// Why there is no walk to draw; empty when there is one.
[[nodiscard]] QString walkNote(const SearchFigures& figures);

}  // namespace pgram
