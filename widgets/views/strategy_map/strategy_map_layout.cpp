// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

// Our definition of a good arrangement: readable cells first, then an area that is used, then few bands and columns.
constexpr double bandPenalty = 0.10;
constexpr double columnPenalty = 0.03;
constexpr std::size_t fewLayers = 48;   // maps of so few show each layer
constexpr std::size_t manyChunks = 24;  // maps of more fold at any size
constexpr double emptyPenalty = 0.30;   // of an area that is left empty altogether

/// One way to break chunks into bands and layers into columns.
struct Arrangement {
    int bands = 1;
    int columns = 1;
    int chunksPerBand = 1;
    int rows = 1;
    double cellWidth = 0;
    double cellHeight = 0;
    double score = -1;
};

Arrangement arrange(int chunks, int longest, int bands, int columns, const QRectF& area, const MapMetrics& metrics)
{
    Arrangement a{.bands = bands, .columns = columns};
    a.chunksPerBand = (chunks + bands - 1) / bands;
    a.rows = (longest + columns - 1) / columns;
    const double chunkWidth = (area.width() + metrics.chunkGap) / a.chunksPerBand - metrics.chunkGap;
    const double bandHeight = (area.height() + metrics.bandGap) / bands - metrics.bandGap - metrics.headerHeight;
    a.cellWidth = std::clamp(chunkWidth / columns, 0.5, metrics.widestCell);
    a.cellHeight = std::clamp(bandHeight / a.rows, 0.5, metrics.highestCell);
    const double width = std::min(1.0, a.cellWidth / metrics.labelWidth);
    const double height = std::min(1.0, a.cellHeight / metrics.labelHeight);
    const double used = a.chunksPerBand * (a.cellWidth * columns + metrics.chunkGap) / area.width() * bands *
                        (a.cellHeight * a.rows + metrics.headerHeight + metrics.bandGap) / area.height();
    const double filling = 1 - emptyPenalty * (1 - std::min(1.0, used));
    a.score = width * height * filling / (1 + bandPenalty * (bands - 1) + columnPenalty * (columns - 1));
    return a;
}

Arrangement bestArrangement(int chunks, int longest, const QRectF& area, const MapMetrics& metrics)
{
    Arrangement best;
    for (int bands = 1; bands <= chunks; ++bands) {
        for (int columns = 1; columns <= longest; ++columns) {
            const Arrangement candidate = arrange(chunks, longest, bands, columns, area, metrics);
            if (candidate.score > best.score) {
                best = candidate;
            }
        }
    }
    return best;
}

double distance(const QRectF& rect, const QPointF& p)
{
    const double dx = std::max({rect.left() - p.x(), 0.0, p.x() - rect.right()});
    const double dy = std::max({rect.top() - p.y(), 0.0, p.y() - rect.bottom()});
    return std::hypot(dx, dy);
}

}  // namespace

MapLayout layoutStrategyMap(const std::vector<Chunk>& chunks, const QRectF& area, const MapMetrics& metrics)
{
    MapLayout layout;
    if (chunks.empty()) {
        return layout;
    }
    const int longest = std::ranges::max(chunks, {}, &Chunk::layerCount).layerCount;
    const Arrangement a = bestArrangement(static_cast<int>(chunks.size()), longest, area, metrics);
    layout.bands = a.bands;
    layout.chunksPerBand = a.chunksPerBand;
    layout.columns = a.columns;
    layout.rows = a.rows;
    layout.cellWidth = a.cellWidth;
    layout.cellHeight = a.cellHeight;
    const double chunkWidth = a.cellWidth * a.columns;
    const double bodyHeight = a.cellHeight * a.rows;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const int band = static_cast<int>(i) / a.chunksPerBand;
        const int place = static_cast<int>(i) % a.chunksPerBand;
        const double left = area.left() + place * (chunkWidth + metrics.chunkGap);
        const double top = area.top() + band * (metrics.headerHeight + bodyHeight + metrics.bandGap);
        const QRectF header(left, top, chunkWidth, metrics.headerHeight);
        const QRectF body(left, header.bottom(), chunkWidth, bodyHeight);
        layout.chunks.push_back({header, body});
        for (int index = 0; index < chunks[i].layerCount; ++index) {
            const int column = index / a.rows;
            const int row = index % a.rows;
            layout.cells.emplace_back(body.left() + column * a.cellWidth, body.top() + row * a.cellHeight, a.cellWidth,
                                      a.cellHeight);
        }
    }
    return layout;
}

MapFold foldMap(const Plan& plan)
{
    const auto alike = [&](int a, int b) {
        return plan.strategies[a] == plan.strategies[b] && plan.model.runOf(a) == plan.model.runOf(b);
    };
    const auto sameChunks = [&](int a, int b) {
        const Chunk& one = plan.chunk(a);
        const Chunk& other = plan.chunk(b);
        bool same = one.layerCount == other.layerCount && a / plan.pipeline() == b / plan.pipeline();
        for (int layer = 0; same && layer < one.layerCount; ++layer) {
            same = alike(one.firstLayer + layer, other.firstLayer + layer);
        }
        return same;
    };
    MapFold fold;
    for (int chunk = 0; chunk < static_cast<int>(plan.chunks.size()); ++chunk) {
        if (chunk > 0 && sameChunks(chunk - 1, chunk)) {
            fold.blocks.back().lastChunk = chunk;
            continue;
        }
        fold.blocks.push_back({chunk, chunk});
        const auto begin = static_cast<int>(fold.cells.size());
        const Chunk& layers = plan.chunk(chunk);
        for (int layer = layers.firstLayer; layer < layers.end(); ++layer) {
            if (layer > layers.firstLayer && alike(layer - 1, layer)) {
                ++fold.cells.back().count;
            } else {
                fold.cells.push_back({layer, 1});
            }
        }
        fold.shown.push_back({begin, static_cast<int>(fold.cells.size()) - begin});
    }
    return fold;
}

namespace {

/// Every chunk a block, and every layer a cell.
MapFold unfolded(const std::vector<Chunk>& chunks)
{
    MapFold fold;
    for (int chunk = 0; chunk < static_cast<int>(chunks.size()); ++chunk) {
        fold.blocks.push_back({chunk, chunk});
    }
    for (const Chunk& chunk : chunks) {
        for (int layer = chunk.firstLayer; layer < chunk.end(); ++layer) {
            fold.cells.push_back({layer, 1});
        }
    }
    fold.shown = chunks;
    return fold;
}

/// Gives every chunk and layer the place of its block and cell in a layout of a fold.
MapLayout expanded(MapLayout layout, MapFold fold)
{
    const std::vector<ChunkBox> boxes = std::exchange(layout.chunks, {});
    const std::vector<QRectF> areas = std::exchange(layout.cells, {});
    for (std::size_t block = 0; block < boxes.size(); ++block) {
        for (int chunk = fold.blocks[block].firstChunk; chunk <= fold.blocks[block].lastChunk; ++chunk) {
            layout.chunks.push_back(boxes[block]);
            const Chunk& own = fold.shown[block];
            for (int cell = own.firstLayer; cell < own.end(); ++cell) {
                layout.cells.insert(layout.cells.end(), static_cast<std::size_t>(fold.cells[at(cell)].count),
                                    areas[at(cell)]);
            }
        }
    }
    layout.fold = std::move(fold);
    return layout;
}

}  // namespace

int MapLayout::nearestLayer(const QPointF& position) const
{
    const auto found =
        std::ranges::min_element(cells, {}, [&](const QRectF& cell) { return distance(cell, position); });
    return found == cells.end() ? -1 : static_cast<int>(found - cells.begin());
}

QRectF cutHandle(const MapLayout& layout, const std::vector<Chunk>& chunks, int boundary, double thickness)
{
    const Chunk& left = chunks[boundary];
    const QRectF& last = layout.cells[left.firstLayer + left.layerCount - 1];
    return {last.left(), last.bottom() - thickness / 2, last.width(), thickness};
}

bool isShown(const MapLayout& layout, int boundary)
{
    return std::ranges::any_of(layout.fold.blocks,
                               [boundary](const MapBlock& block) { return block.lastChunk == boundary; });
}

int draggedCut(const MapLayout& layout, const std::vector<Chunk>& chunks, int boundary, const QPointF& position)
{
    // Layers above the position, of a block whose cells may be of several.
    const auto layersAbove = [&](int chunk) {
        const ChunkBox& box = layout.chunks[at(chunk)];
        const auto block = std::ranges::lower_bound(layout.fold.blocks, chunk, {}, &MapBlock::lastChunk);
        const Chunk& own = layout.fold.shown[static_cast<std::size_t>(block - layout.fold.blocks.begin())];
        const double x = (position.x() - box.body.left()) / layout.cellWidth;
        const double y = (position.y() - box.body.top()) / layout.cellHeight;
        const int column = std::clamp(static_cast<int>(std::floor(x)), 0, layout.columns - 1);
        double cells = std::max(0.0, column * layout.rows + y);
        double layers = 0;
        for (int cell = own.firstLayer; cell < own.end(); ++cell, cells = std::max(0.0, cells - 1)) {
            layers += layout.fold.cells[at(cell)].count * std::min(1.0, cells);
        }
        return static_cast<int>(std::lround(layers + cells));
    };
    const auto left = static_cast<std::size_t>(boundary);
    const ChunkBox& leftBox = layout.chunks[left];
    const ChunkBox& rightBox = layout.chunks[left + 1];
    const bool overRight = distance(rightBox.header.united(rightBox.body), position) <
                           distance(leftBox.header.united(leftBox.body), position);
    const int chunk = overRight ? boundary + 1 : boundary;
    return chunks[at(chunk)].firstLayer + layersAbove(chunk);
}

MapLayout mapLayout(const Scene& scene, const Plan& plan, bool folds)
{
    const Theme& theme = scene.theme();
    const QRectF area = belowHeading(theme, scene.area(), mapHeading(theme, plan));
    const MapMetrics full = mapMetrics(theme, plan, false);
    const auto isRoomy = [&](const MapLayout& layout) {
        return layout.cellWidth >= full.labelWidth && layout.cellHeight >= full.labelHeight * 0.9 &&
               layout.cellWidth * layout.columns >= headerFiguresWidth(theme);
    };
    const auto arranged = [&](const std::vector<Chunk>& chunks) {
        const MapLayout layout = layoutStrategyMap(chunks, area, full);
        return isRoomy(layout) ? layout : layoutStrategyMap(chunks, area, mapMetrics(theme, plan, true));
    };
    MapLayout layout = layoutStrategyMap(plan.chunks, area, full);
    const bool isLarge = plan.chunks.size() > manyChunks || (!isRoomy(layout) && plan.strategies.size() > fewLayers);
    if (folds && isLarge) {
        MapFold fold = foldMap(plan);
        layout = arranged(fold.shown);
        return expanded(std::move(layout), std::move(fold));
    }
    layout = arranged(plan.chunks);
    layout.fold = unfolded(plan.chunks);
    return layout;
}

double missingMapHeight(const Scene& scene, const Plan& plan, bool folds)
{
    const MapLayout layout = mapLayout(scene, plan, folds);
    return (mapMetrics(scene.theme(), plan, false).labelHeight - layout.cellHeight) * layout.rows * layout.bands;
}

}  // namespace pgram
