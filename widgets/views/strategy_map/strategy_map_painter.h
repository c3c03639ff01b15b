// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints a strategy map's layers into a layout: a cell a layer, with as much text as is readable.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/heading.h"
#include "widgets/views/strategy_map/strategy_map_layout.h"

#include <Qt>

class QPainter;

namespace pgram {

struct StrategyMapPicture {
    const Plan& plan;
    const Estimate& estimate;
    const Theme& theme;
    const MapLayout& layout;
};

/// The sizes at which labels are readable in the theme's fonts. Compact headers carry no figures.
[[nodiscard]] MapMetrics mapMetrics(const Theme& theme, const Plan& plan, bool compactHeaders);
/// The layout of the plan in `area`, with full headers where there is room for them.
[[nodiscard]] MapLayout mapLayout(const Theme& theme, const Plan& plan, const QRectF& area);
[[nodiscard]] Heading mapHeading(const Theme& theme, const Plan& plan);

/// A strategy as a colour for each dimension, as wide (or high) as the logarithm of its degree; above a strip in full
/// colour the ground is quiet, so that labels can stand on it.
void paintStrategyFill(QPainter& painter, const Theme& theme, const LayerStrategy& strategy, const QRectF& cell,
                       double strip, Qt::Orientation direction);
/// The hatch of a recomputed layer, around its `text`, which stays on clear ground.
void paintRecompute(QPainter& painter, const Theme& theme, KeptPart kept, const QRectF& ground,
                    const QRectF& text = {});

void paintLayerCells(QPainter& painter, const StrategyMapPicture& picture);

}  // namespace pgram
