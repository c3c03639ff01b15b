// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of a layout that is seen, and at what scale: plain arithmetic.
#pragma once

#include "widgets/views/tree/tree_layout.h"

namespace pgram {

struct TreeWindow {
    QRectF area;  ///< of the widget or picture
    QSizeF size;  ///< of the layout
    double scale = 1;
    QPointF scroll;  ///< the place that is at the area's top left corner

    [[nodiscard]] QPointF toWidget(const QPointF& place) const { return area.topLeft() + (place - scroll) * scale; }
    [[nodiscard]] QPointF toPlace(const QPointF& position) const
    {
        return (position - area.topLeft()) / scale + scroll;
    }
    [[nodiscard]] QRectF visible() const { return {scroll, area.size() / scale}; }
    void scrollBy(const QPointF& places);
    /// Keeps the place under `position` where it is.
    void zoomAt(double factor, const QPointF& position);
    void showAll();
    /// As little as brings `rect` into sight.
    void reveal(const QRectF& rect);

private:
    void clamp();
};

struct TreeArrangement {
    TreeLayout layout;
    TreeWindow window;
    TreeFolding folding;  ///< that was laid out
};

/// Lays out into `area` with as little folded as leaves it readable; what was folded by hand stays as it is. `whole`
/// shrinks until nothing is out of sight, for a picture.
[[nodiscard]] TreeArrangement arrangeTrees(const std::vector<DecisionTree>& trees, const TreeMetrics& metrics,
                                           const TreeFolding& folding, bool byHand, const QRectF& area, bool whole);

}  // namespace pgram
