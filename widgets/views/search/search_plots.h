// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The four plots of the Search view: each fills a Plot, and says in rich text what a mark of it stands for.
#pragma once

#include "widgets/views/common/plot.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

// How the search went: the best plan's step time a sample as it fell, the lower bound as it rose, and the gap between
// them; beside it what other searches of the same scenario had after the same seconds.

/// A figure over the seconds of a search: it holds from each point to the next, the last one to `end`.
struct SearchCurve {
    enum class Kind { Best, Bound, Other };
    Kind kind = Kind::Best;
    QString name;
    std::vector<QPointF> points;  ///< seconds, seconds a sample
    double end = 0;
    int series = 0;  ///< of Other: its colour

    [[nodiscard]] double at(double seconds) const;  ///< of a moment not before its first point
};

[[nodiscard]] std::vector<SearchCurve> searchCurves(const SearchFigures& figures);
void fillProgress(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// Rich text.
[[nodiscard]] QString progressTip(const SearchFigures& figures, int incumbent);

// BMW's walk in the plane of its two balance degrees: every partition that it solved, joined to the one that it went
// on from, coloured by its step time, with the plan as it is now beside them. Below, a partition as a strip of its
// chunks.

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

// Throughput against the memory budget of a device: the staircase of the best plans, what no plan fits, the budget of
// the scenario and the plan as it is now.

void fillFrontier(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// Rich text.
[[nodiscard]] QString frontierTip(const SearchFigures& figures, int point);

// The methods side by side: throughput as bars, the joint optimum at the top and how far the others stay behind it;
// a method that finds no plan says what it misses, and the bar of one that leaves the searched space is hollow.

/// Indices into the rows of the study: the joint optimum first, then by throughput, what finds no plan last.
[[nodiscard]] std::vector<int> methodOrder(const SearchFigures& figures);
/// Of the method, or "For Megatron-LM".
[[nodiscard]] QString titleOf(const MethodRow& row);
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
