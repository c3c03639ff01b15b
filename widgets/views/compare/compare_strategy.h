// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Compare view's strategies: a row a plan, the layers along one axis, coloured and hatched as in the strategy map.
// Layers whose strategy is another one than the reference's are marked below.
#pragma once

#include "widgets/views/common/heading.h"
#include "widgets/views/compare/compare_set.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace pgram {

struct StrategyPanel {
    QRectF panel;
    QRectF axis;                 ///< of the layers, below the tracks
    std::vector<QRectF> rows;    ///< one a plan, over the whole width
    std::vector<QRectF> tracks;  ///< the cells of the plan's layers
    double cellWidth = 0;
    int layers = 0;  ///< of the plan that has most

    [[nodiscard]] int planAt(const QPointF& position) const;   ///< -1 = none
    [[nodiscard]] int layerAt(const QPointF& position) const;  ///< over the tracks and the axis; -1 = none
    /// Where the layer stands in all rows.
    [[nodiscard]] QRectF column(int layer) const;
    [[nodiscard]] QRectF cells(std::size_t plan, int firstLayer, int count) const;
};

[[nodiscard]] StrategyPanel layoutStrategies(const Theme& theme, const CompareSet& set, const QRectF& panel);
void paintStrategies(QPainter& painter, const Theme& theme, const CompareSet& set, const StrategyPanel& layout);

}  // namespace pgram
