// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tree/tree_layout.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr double leastScale = 0.05;
constexpr double mostScale = 4;

double fitting(const QSizeF& size, const QRectF& area)
{
    return std::min(area.width() / std::max(1.0, size.width()), area.height() / std::max(1.0, size.height()));
}

}  // namespace

void TreeWindow::clamp()
{
    const QSizeF seen = area.size() / scale;
    scroll.setX(std::clamp(scroll.x(), 0.0, std::max(0.0, size.width() - seen.width())));
    scroll.setY(std::clamp(scroll.y(), 0.0, std::max(0.0, size.height() - seen.height())));
}

void TreeWindow::scrollBy(const QPointF& places)
{
    scroll += places;
    clamp();
}

void TreeWindow::zoomAt(double factor, const QPointF& position)
{
    const QPointF place = toPlace(position);
    const double least = std::min(readableScale, std::max(leastScale, fitting(size, area)));
    scale = std::clamp(scale * factor, least, mostScale);
    scroll = place - (position - area.topLeft()) / scale;
    clamp();
}

void TreeWindow::showAll()
{
    scale = std::clamp(fitting(size, area), leastScale, 1.0);
    scroll = {};
}

void TreeWindow::reveal(const QRectF& rect)
{
    const QRectF seen = visible();
    const auto shift = [](double low, double high, double from, double to) {
        return low < from ? low - from : high > to ? std::min(high - to, low - from) : 0;
    };
    scrollBy({shift(rect.left(), rect.right(), seen.left(), seen.right()),
              shift(rect.top(), rect.bottom(), seen.top(), seen.bottom())});
}

TreeArrangement arrangeTrees(const std::vector<DecisionTree>& trees, const TreeMetrics& metrics,
                             const TreeFolding& folding, bool byHand, const QRectF& area, bool whole)
{
    TreeArrangement made;
    made.folding = folding;
    const std::pair<bool, bool> choices[] = {{true, true}, {true, false}, {false, true}, {false, false}};
    for (const auto& [others, cuts] : choices) {
        if (!byHand) {
            made.folding.othersOpen = others;
            made.folding.cutsOpen = cuts;
        }
        made.layout = layoutTrees(trees, made.folding, metrics, area.width());
        if (byHand || fitting(made.layout.size, area) >= readableScale) {
            break;
        }
    }
    made.window.area = area;
    made.window.size = made.layout.size;
    if (whole || fitting(made.layout.size, area) >= readableScale) {
        made.window.showAll();
    } else {
        made.window.scale = std::clamp(area.width() / made.layout.size.width(), readableScale, 1.0);
    }
    return made;
}

}  // namespace pgram
