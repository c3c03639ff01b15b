// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Paints a strategy map's layers into a layout: a cell a layer, with as much text as is readable.
// Where the chunks and layers of a strategy map stand: pure geometry, no painting. Chunks (stages, where the schedule
// has none) run left to right in model order and, like lines of text, on into further bands; the layers of a chunk run
// top to bottom and on into further columns of it. Bands and columns are chosen so that the cells come as near as they
// can to a size in which labels are read.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/view_input.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <Qt>

#include <optional>
#include <vector>

class QPainter;

namespace pgram {

struct MapMetrics {
    double labelWidth = 100;  ///< a cell this wide and this high shows its labels
    double labelHeight = 34;
    double widestCell = 300;  ///< cells do not grow beyond
    double highestCell = 120;
    double headerHeight = 48;  ///< above the cells of a chunk
    double chunkGap = 10;
    double bandGap = 18;
};

struct ChunkBox {
    QRectF header;
    QRectF body;  ///< the area of its cells, as high as the longest chunk
};

struct MapLayout {
    int bands = 1;
    int chunksPerBand = 1;
    int columns = 1;  ///< of cells in a chunk
    int rows = 1;     ///< of cells in a column
    double cellWidth = 0;
    double cellHeight = 0;
    std::vector<ChunkBox> chunks;
    std::vector<QRectF> cells;  ///< one a layer, without gaps between them

    [[nodiscard]] int chunkAt(const QPointF& position) const;  ///< header or body; -1 = none
    [[nodiscard]] int headerAt(const QPointF& position) const
    {
        return indexAt(chunks, position, &ChunkBox::header);
    }                                                                                              ///< -1 = none
    [[nodiscard]] int layerAt(const QPointF& position) const { return indexAt(cells, position); }  ///< -1 = none
    /// The layer whose cell is nearest, for a drag that leaves the cells; -1 without layers.
    [[nodiscard]] int nearestLayer(const QPointF& position) const;
};

[[nodiscard]] MapLayout layoutStrategyMap(const std::vector<Chunk>& chunks, const QRectF& area,
                                          const MapMetrics& metrics);

/// The cut between chunk `boundary` and the next one, as the place below the last layer of the left one: where a drag
/// takes hold of it.
[[nodiscard]] QRectF cutHandle(const MapLayout& layout, const std::vector<Chunk>& chunks, int boundary,
                               double thickness);
/// The boundary whose handle is at `position`; -1 = none.
[[nodiscard]] int cutAt(const MapLayout& layout, const std::vector<Chunk>& chunks, const QPointF& position,
                        double thickness);
/// The first layer of the right chunk when the cut `boundary` is dragged to `position`: over the right chunk it takes
/// layers from it, over the left one it gives layers away. Not clamped to the neighbours.
[[nodiscard]] int draggedCut(const MapLayout& layout, const std::vector<Chunk>& chunks, int boundary,
                             const QPointF& position);

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

// The headers of the strategy map's chunks: name, devices, and two gauges, memory of the chunk's stage against the
// budget and its time against the slowest stage. Compact ones carry no figures.

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

// A change that is weighed, drawn over the strategy map: the layers that it touches, the new place of a cut, the new
// figures of the stages that change, and a box with what the whole plan would cost.

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
