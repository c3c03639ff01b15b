// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The headers of the strategy map's chunks: name, devices, and two gauges, memory of the chunk's stage against the
// budget and its time against the slowest stage. Compact ones carry no figures.
#pragma once

#include "widgets/views/strategy_map/strategy_map_painter.h"

namespace pgram {

[[nodiscard]] double fullHeaderHeight(const Theme& theme);
[[nodiscard]] double compactHeaderHeight(const Theme& theme);
/// The least width of a chunk in which the figures of a full header fit.
[[nodiscard]] double headerFiguresWidth(const Theme& theme);

[[nodiscard]] QColor memoryGauge(const Theme& theme);
[[nodiscard]] QColor timeGauge(const Theme& theme);

/// Where the gauges of a chunk's header stand; compact headers have no labels: empty.
struct HeaderGauges {
    QRectF memory;
    QRectF time;
    QRectF memoryLabel;
    QRectF timeLabel;
};
[[nodiscard]] HeaderGauges headerGauges(const Theme& theme, const MapLayout& layout, std::size_t chunk);

void paintStageHeaders(QPainter& painter, const StrategyMapPicture& picture);

}  // namespace pgram
