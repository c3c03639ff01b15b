// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the four plots of the Search view stand: two by two, or one of them alone. Pure.
#pragma once

#include "widgets/views/search/search_frontier_plot.h"
#include "widgets/views/search/search_methods_plot.h"
#include "widgets/views/search/search_progress_plot.h"
#include "widgets/views/search/search_walk_plot.h"

#include <array>
#include <optional>

namespace pgram {

struct SearchLayout {
    std::array<QRectF, searchPlots> panels;  ///< empty = not shown
    ProgressPlot progress;
    WalkPlot walk;
    FrontierPlot frontier;
    MethodsPlot methods;

    [[nodiscard]] const QRectF& panel(SearchPlot plot) const { return panels[static_cast<std::size_t>(plot)]; }
    [[nodiscard]] bool shows(SearchPlot plot) const { return !panel(plot).isEmpty(); }
    [[nodiscard]] const std::vector<PlotMark>& marks(SearchPlot plot) const;
    [[nodiscard]] std::optional<SearchPlot> plotAt(const QPointF& position) const;
    /// The mark under a position, the one whose middle is nearest: an index into marks(), -1 = none.
    [[nodiscard]] int markAt(SearchPlot plot, const QPointF& position) const;
    /// The stage of the plan's strip below the walk.
    [[nodiscard]] int stageAt(const SearchFigures& figures, const QPointF& position) const;  ///< -1 = none
};

[[nodiscard]] std::array<QRectF, searchPlots> searchPanels(const Theme& theme, const QRectF& area,
                                                           std::optional<SearchPlot> alone);
[[nodiscard]] SearchLayout layoutSearch(const Theme& theme, const SearchFigures& figures, const QRectF& area,
                                        std::optional<SearchPlot> alone);

}  // namespace pgram
