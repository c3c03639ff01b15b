// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the chunks and layers of a strategy map stand: pure geometry, no painting. Chunks (stages, where the schedule
// has none) run left to right in model order and, like lines of text, on into further bands; the layers of a chunk run
// top to bottom and on into further columns of it. Bands and columns are chosen so that the cells come as near as they
// can to a size in which labels are read.
#pragma once

#include "core/plan/plan.h"
#include "widgets/views/common/hit_test.h"

#include <QPointF>
#include <QRectF>

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

}  // namespace pgram
