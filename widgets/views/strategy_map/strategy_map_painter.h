// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Describes a strategy map's layers in a layout: a cell a layer, with as much text as is readable.
// Where the chunks and layers of a strategy map stand: pure geometry, no painting. Chunks (stages, where the schedule
// has none) run left to right in model order and, like lines of text, on into further bands; the layers of a chunk run
// top to bottom and on into further columns of it. Bands and columns are chosen so that the cells come as near as they
// can to a size in which labels are read.
#pragma once

#include "core/plan/estimate.h"
#include "core/plan/plan.h"
#include "widgets/document/strategy_choices.h"
#include "widgets/views/common/scene.h"
#include "widgets/views/common/view_input.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <Qt>

#include <optional>
#include <vector>

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

/// Neighbouring chunks whose layers run alike, in one block.
struct MapBlock {
    int firstChunk = 0;
    int lastChunk = 0;
    bool operator==(const MapBlock&) const = default;
};

/// Neighbouring layers that run alike, in one cell; of a block of several chunks, the layers of its first one.
struct MapCell {
    int first = 0;
    int count = 1;
    bool operator==(const MapCell&) const = default;
};

/// A map whose equal layers share cells, and whose equal chunks share blocks.
struct MapFold {
    std::vector<MapBlock> blocks;
    std::vector<MapCell> cells;
    std::vector<Chunk> shown;  ///< a block each, as ranges of cells
};
[[nodiscard]] MapFold foldMap(const Plan& plan);

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
    std::vector<ChunkBox> chunks;  ///< one a chunk; those of a block share theirs
    std::vector<QRectF> cells;     ///< one a layer, without gaps between them; equal layers may share one
    MapFold fold;

    /// The cell or block at a place in `fold`, in its order.
    [[nodiscard]] const QRectF& areaOf(const MapCell& cell) const
    {
        return cells[static_cast<std::size_t>(cell.first)];
    }
    [[nodiscard]] bool isFolded() const { return fold.cells.size() < cells.size(); }

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
/// The cut is between two blocks, not inside of one.
[[nodiscard]] bool isShown(const MapLayout& layout, int boundary);
/// The first layer of the right chunk when the cut `boundary` is dragged to `position`: over the right chunk it takes
/// layers from it, over the left one it gives layers away. Not clamped to the neighbours.
[[nodiscard]] int draggedCut(const MapLayout& layout, const std::vector<Chunk>& chunks, int boundary,
                             const QPointF& position);

struct StrategyMapPicture {
    const Plan& plan;
    const Estimate& estimate;
    const MapLayout& layout;
};

/// The sizes at which labels are readable in the theme's fonts. Compact headers carry no figures.
[[nodiscard]] MapMetrics mapMetrics(const Theme& theme, const Plan& plan, bool compactHeaders);
/// The layout of the plan below the heading of a map, with full headers where there is room for them. With `folds`,
/// equal layers and stages of a large plan share cells and blocks.
[[nodiscard]] MapLayout mapLayout(const Scene& scene, const Plan& plan, bool folds = true);
/// Returns the height that the map lacks for cells with labels.
[[nodiscard]] double missingMapHeight(const Scene& scene, const Plan& plan, bool folds);
[[nodiscard]] Heading mapHeading(const Theme& theme, const Plan& plan);

/// Returns the layers that the cell of `layer` is of: in a block of one cell, all layers of all its chunks.
[[nodiscard]] LayerRange layersOf(const MapLayout& layout, const Plan& plan, int layer);
/// Returns the number of chunks in the block of `chunk`.
[[nodiscard]] int alikeChunks(const MapLayout& layout, int chunk);

/// A strategy as a colour for each dimension, as wide (or high) as the logarithm of its degree; above a strip in full
/// colour the ground is quiet, so that labels can stand on it.
void addStrategyFill(Scene& scene, const LayerStrategy& strategy, const QRectF& cell, double strip,
                     Qt::Orientation direction);
/// The hatch of a recomputed layer, around its `text`, which stays on clear ground.
void addRecompute(Scene& scene, KeptPart kept, const QRectF& ground, const QRectF& text = {});

/// Adds the map: its cells as "layer" by their first layer, headers as "header" by chunk, and cuts as "cut"; "stage"
/// has an area and answers to nothing.
void addStrategyMap(Scene& scene, const Plan& plan, const Estimate& estimate, const MapLayout& layout);

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

void addStageHeaders(Scene& scene, const StrategyMapPicture& picture);

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
void addMapGhost(Scene& marks, const StrategyMapPicture& now, const MapGhost& ghost);

}  // namespace pgram
