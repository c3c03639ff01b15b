// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A change that is weighed, drawn over the strategy map: the layers that it touches, the new place of a cut, the new
// figures of the stages that change, and a box with what the whole plan would cost.
#pragma once

#include "widgets/views/strategy_map/strategy_map_painter.h"

#include <QPointF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace pgram {

/// What a changed plan of as many layers and stages does to the layers.
struct ChangedLayers {
    std::vector<int> moved;     ///< in another stage
    std::vector<int> restyled;  ///< with another strategy
};
[[nodiscard]] ChangedLayers changedLayers(const Plan& now, const Plan& ghost);

/// The place of a box of `size` beside `pointer`, inside of `area`; in the area's lower left corner without a pointer.
[[nodiscard]] QRectF ghostBox(const QRectF& area, const QSizeF& size, const std::optional<QPointF>& pointer);

struct MapGhost {
    const Plan& plan;
    const Estimate& estimate;
    QRectF area;                     ///< of the box
    std::optional<QPointF> pointer;  ///< of a drag
};
void paintMapGhost(QPainter& painter, const StrategyMapPicture& now, const MapGhost& ghost);

}  // namespace pgram
