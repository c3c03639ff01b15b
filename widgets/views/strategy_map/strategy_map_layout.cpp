// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

// Our definition of a good arrangement: readable cells first, then an area that is used, then few bands and columns.
constexpr double bandPenalty = 0.10;
constexpr double columnPenalty = 0.03;
constexpr double emptyPenalty = 0.30;  // of an area that is left empty altogether

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

int MapLayout::chunkAt(const QPointF& position) const
{
    return indexAt(chunks, position, [](const ChunkBox& box) { return box.header.united(box.body); });
}

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

int cutAt(const MapLayout& layout, const std::vector<Chunk>& chunks, const QPointF& position, double thickness)
{
    for (int boundary = 0; boundary + 1 < static_cast<int>(chunks.size()); ++boundary) {
        if (cutHandle(layout, chunks, boundary, thickness).contains(position)) {
            return boundary;
        }
    }
    return -1;
}

int draggedCut(const MapLayout& layout, const std::vector<Chunk>& chunks, int boundary, const QPointF& position)
{
    const auto slotIn = [&](const ChunkBox& box) {
        const double x = (position.x() - box.body.left()) / layout.cellWidth;
        const double y = (position.y() - box.body.top()) / layout.cellHeight;
        const int column = std::clamp(static_cast<int>(std::floor(x)), 0, layout.columns - 1);
        return column * layout.rows + static_cast<int>(std::lround(y));
    };
    const auto left = static_cast<std::size_t>(boundary);
    const ChunkBox& leftBox = layout.chunks[left];
    const ChunkBox& rightBox = layout.chunks[left + 1];
    const bool overRight = distance(rightBox.header.united(rightBox.body), position) <
                           distance(leftBox.header.united(leftBox.body), position);
    const Chunk& chunk = chunks[overRight ? left + 1 : left];
    return chunk.firstLayer + std::max(0, slotIn(overRight ? rightBox : leftBox));
}

}  // namespace pgram
