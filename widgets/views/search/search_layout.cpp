// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/search/search_layout.h"

#include <QLineF>

#include <limits>

namespace pgram {

namespace {

constexpr double upperShare = 0.48;  // of the height: the bars below need more of it

}  // namespace

const std::vector<PlotMark>& SearchLayout::marks(SearchPlot plot) const
{
    switch (plot) {
    case SearchPlot::Progress:
        return progress.marks;
    case SearchPlot::Walk:
        return walk.marks;
    case SearchPlot::Frontier:
        return frontier.marks;
    case SearchPlot::Methods:
        break;
    }
    return methods.marks;
}

std::optional<SearchPlot> SearchLayout::plotAt(const QPointF& position) const
{
    for (int plot = 0; plot < searchPlots; ++plot) {
        if (panels[static_cast<std::size_t>(plot)].contains(position)) {
            return static_cast<SearchPlot>(plot);
        }
    }
    return std::nullopt;
}

int SearchLayout::markAt(SearchPlot plot, const QPointF& position) const
{
    int nearest = -1;
    double distance = std::numeric_limits<double>::infinity();
    const std::vector<PlotMark>& all = marks(plot);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double here = QLineF(all[i].area.center(), position).length();
        if (all[i].area.contains(position) && here < distance) {
            nearest = static_cast<int>(i);
            distance = here;
        }
    }
    return nearest;
}

int SearchLayout::stageAt(const SearchFigures& figures, const QPointF& position) const
{
    if (walk.places.empty() || !walk.planStrip.contains(position)) {
        return -1;
    }
    const std::vector<QRectF> chunks = WalkPlot::chunksIn(walk.planStrip, sizesOf(*figures.plan));
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
        if (chunks[chunk].contains(position)) {
            return figures.plan->stageOfChunk(static_cast<int>(chunk));
        }
    }
    return -1;
}

std::array<QRectF, searchPlots> searchPanels(const Theme& theme, const QRectF& area, std::optional<SearchPlot> alone)
{
    std::array<QRectF, searchPlots> panels;
    if (alone) {
        panels[static_cast<std::size_t>(*alone)] = area;
        return panels;
    }
    const double across = theme.margin * 2.2;
    const double down = theme.margin * 1.1;
    const double width = (area.width() - across) / 2;
    const double upper = (area.height() - down) * upperShare;
    const double lower = area.height() - down - upper;
    for (int plot = 0; plot < searchPlots; ++plot) {
        const double left = area.left() + (plot % 2) * (width + across);
        const double top = plot < 2 ? area.top() : area.top() + upper + down;
        panels[static_cast<std::size_t>(plot)] = QRectF(left, top, width, plot < 2 ? upper : lower);
    }
    return panels;
}

SearchLayout layoutSearch(const Theme& theme, const SearchFigures& figures, const QRectF& area,
                          std::optional<SearchPlot> alone)
{
    SearchLayout layout;
    layout.panels = searchPanels(theme, area, alone);
    if (layout.shows(SearchPlot::Progress)) {
        layout.progress = layoutProgress(theme, figures, layout.panel(SearchPlot::Progress));
    }
    if (layout.shows(SearchPlot::Walk)) {
        layout.walk = layoutWalk(theme, figures, layout.panel(SearchPlot::Walk));
    }
    if (layout.shows(SearchPlot::Frontier)) {
        layout.frontier = layoutFrontier(theme, figures, layout.panel(SearchPlot::Frontier));
    }
    if (layout.shows(SearchPlot::Methods)) {
        layout.methods = layoutMethods(theme, figures, layout.panel(SearchPlot::Methods));
    }
    return layout;
}

}  // namespace pgram
