// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The pictures of the What-if view: curves over one number, a map over two, and bars of what the result hangs on. Each
// fills a plot whose marks are plans, and has its table. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "widgets/views/common/plot.h"
#include "widgets/views/what_if/what_if_figures.h"

namespace pgram {

/// A colour for each kind of plan, in the order in which they come up.
[[nodiscard]] std::vector<std::string> kindsOf(const std::vector<SweepPoint>& points);

// --- one number: what_if_plot.cpp -----------------------------------------------------------------------------------

/// A mark's index of a point of a curve.
inline constexpr int marksOfCurve = 100'000;
[[nodiscard]] inline const SweepPoint& pointOf(const ShownWhatIf& shown, int index)
{
    return shown.curves[at(index / marksOfCurve)].sweep.points[at(index % marksOfCurve)];
}
/// Regions and crossings of the one curve, and all curves.
void fillWhatIf(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const FigureReading& reading);
/// Draws a limit of the run across the plot; none at 0.
void addLimit(Plot& plot, const Theme& theme, QCPAxis* axis, double value, const QString& text);
/// Draws what the runs cost over the days that they take: what_if_trade.cpp.
void fillTrade(Plot& plot, const Theme& theme, const ShownWhatIf& shown, const FigureReading& reading);

// --- two numbers: what_if_map.cpp -----------------------------------------------------------------------------------

struct ShownMap {
    SearchRequest request;
    WhatIfNumber first;  ///< from left to right
    WhatIfNumber second;
    SweepAxis across;
    SweepAxis up;
    std::vector<SweepPoint> cells;  ///< as sweepMap() has them
    bool isComplete = false;
    [[nodiscard]] int all() const { return across.points * up.points; }
    /// Of a cell, from the left and from below.
    [[nodiscard]] QPoint placeOf(std::size_t cell) const
    {
        return {static_cast<int>(cell) / up.points, static_cast<int>(cell) % up.points};
    }
};

/// Where a kind of plan is named: cells that hang together, and the one of them nearest to their middle.
struct MapRegion {
    std::string kind;
    bool isPlanned = true;  ///< false: nothing fits
    int cells = 0;
    QPoint middle;
};
[[nodiscard]] std::vector<MapRegion> regionsOf(const ShownMap& map);
/// Edges between cells of different kinds, in units of cells, whose centres are at whole numbers.
[[nodiscard]] std::vector<QLineF> bordersOf(const ShownMap& map);

/// A mark a cell, its index that of the cell.
void fillMap(Plot& plot, const Theme& theme, const ShownMap& map, const FigureReading& reading);
[[nodiscard]] FigureContent mapTable(const ShownMap& map, const FigureReading& reading);

// --- what it hangs on: what_if_tornado.cpp --------------------------------------------------------------------------

struct ShownTornado {
    SearchRequest request;
    double share = 0;  ///< 0: each constant by its own uncertainty
    Tornado tornado;
    std::vector<WhatIfNumber> numbers;  ///< of its bars
    int done = 0;                       ///< constants, as far as it is known
    int all = 0;
};

/// Row of the bar and its end: 2 · row + 1 is the end above the value.
[[nodiscard]] inline const SweepPoint& endOf(const ShownTornado& shown, int index)
{
    const TornadoBar& bar = shown.tornado.bars[at(index / 2)];
    return index % 2 == 0 ? bar.less : bar.more;
}
void fillTornado(Plot& plot, const Theme& theme, const ShownTornado& shown);
[[nodiscard]] FigureContent tornadoTable(const ShownTornado& shown);

}  // namespace pgram
