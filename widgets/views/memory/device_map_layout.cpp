// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/memory/device_map_layout.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr int largestNode = 16;
constexpr double wideCell = 1.6;  // width to height of a cell that reads well

int nodesOf(const Cluster& cluster)
{
    const int perNode = nodeDevices(cluster);
    return (cluster.devices + perNode - 1) / perNode;
}

std::vector<NodeRun> singleNodes(int nodes)
{
    std::vector<NodeRun> runs(static_cast<std::size_t>(nodes));
    for (int node = 0; node < nodes; ++node) {
        runs[node].first = node;
    }
    return runs;
}

/// Cells in a row of a block: the least divisor that makes it at least as wide as high.
int columnsOf(int devices)
{
    const int least = static_cast<int>(std::ceil(std::sqrt(devices)));
    for (int columns = least; columns <= devices; ++columns) {
        if (devices % columns == 0 && columns <= 2 * least) {
            return columns;
        }
    }
    return least;
}

/// Blocks in rows and columns of equal pitch.
struct Grid {
    int columns = 1;
    double cellWidth = 0;
    double cellHeight = 0;
    bool labelled = true;
};

Grid gridOf(int blocks, int across, const DeviceMapLayout& map, const QRectF& area, const DeviceMapMetrics& metrics)
{
    const int rows = (blocks + across - 1) / across;
    const int cellRows = (map.perNode + map.columns - 1) / map.columns;
    const double width = area.width() / across - metrics.gap;
    const bool labelled = width >= metrics.leastLabel;
    const double height = area.height() / rows - metrics.gap - (labelled ? metrics.labelHeight : 0);
    return {across, std::clamp(width / map.columns, 0.0, metrics.widestCell),
            std::clamp(height / cellRows, 0.0, metrics.highestCell), labelled};
}

/// As large as the cells can be, in both directions.
Grid bestGrid(int blocks, const DeviceMapLayout& map, const QRectF& area, const DeviceMapMetrics& metrics)
{
    Grid best;
    double most = -1;
    for (int across = 1; across <= blocks; ++across) {
        const Grid grid = gridOf(blocks, across, map, area, metrics);
        const double size = std::min(grid.cellWidth, grid.cellHeight * wideCell);
        if (size > most + 1e-9) {
            most = size;
            best = grid;
        }
    }
    return best;
}

void placeBlocks(DeviceMapLayout& map, const std::vector<NodeRun>& runs, const Grid& grid, const QRectF& area,
                 const DeviceMapMetrics& metrics)
{
    const int cellRows = (map.perNode + map.columns - 1) / map.columns;
    map.cellWidth = std::max(1e-3, grid.cellWidth);
    map.cellHeight = std::max(1e-3, grid.cellHeight);
    map.labelled = grid.labelled;
    const QSizeF frame(map.cellWidth * map.columns, map.cellHeight * cellRows);
    const double label = grid.labelled ? metrics.labelHeight : 0;
    for (std::size_t index = 0; index < runs.size(); ++index) {
        const int row = static_cast<int>(index) / grid.columns;
        const int column = static_cast<int>(index) % grid.columns;
        const QPointF corner(area.left() + column * (frame.width() + metrics.gap),
                             area.top() + row * (frame.height() + metrics.gap + label) + label);
        map.blocks.push_back({runs[index], QRectF(corner, frame)});
        map.folded = map.folded || runs[index].count > 1;
    }
}

}  // namespace

int nodeDevices(const Cluster& cluster)
{
    int devices = cluster.links.empty() ? cluster.devices : cluster.links.front().span;
    // The outermost level joins the nodes, however few devices it spans.
    for (std::size_t level = 1; level + 1 < cluster.links.size(); ++level) {
        devices = cluster.links[level].span <= largestNode ? std::max(devices, cluster.links[level].span) : devices;
    }
    return std::clamp(devices, 1, std::max(1, cluster.devices));
}

std::vector<NodeRun> alikeNodes(const Plan& plan)
{
    const int perNode = nodeDevices(plan.cluster);
    const int perStage = std::max(1, plan.stageDevices());
    const int nodes = nodesOf(plan.cluster);
    // Of one stage alone, and whole: only such nodes can be alike.
    const auto stageOf = [&](int node) {
        const int first = node * perNode;
        const int last = first + perNode - 1;
        return last < plan.cluster.devices && first / perStage == last / perStage ? first / perStage : -1;
    };
    std::vector<NodeRun> runs;
    for (int node = 0; node < nodes; ++node) {
        const int stage = stageOf(node);
        if (!runs.empty() && stage >= 0 && stageOf(node - 1) == stage) {
            ++runs.back().count;
        } else {
            runs.push_back({node, 1});
        }
    }
    return runs;
}

const LayerStrategy& firstStrategyOf(const Plan& plan, int stage)
{
    const int layer = plan.chunk(plan.chunksOf(stage).front()).firstLayer;
    return plan.strategies[layer];
}

DevicePlace placeOf(const Plan& plan, int device)
{
    const int perStage = std::max(1, plan.stageDevices());
    DevicePlace place;
    place.node = device / nodeDevices(plan.cluster);
    place.stage = std::min(device / perStage, plan.pipeline() - 1);
    place.rank = device - place.stage * perStage;
    const LayerStrategy& strategy = firstStrategyOf(plan, place.stage);
    const StrategyGroups groups = groupsOf(strategy);
    place.tensor = place.rank / std::max(1, groups.tensor.stride) % std::max(1, groups.tensor.size);
    place.context = place.rank / std::max(1, groups.context.stride) % std::max(1, groups.context.size);
    place.data = heldPart(strategy, place.rank).dataIndex;
    return place;
}

int DeviceMapLayout::cellCount() const
{
    if (blocks.empty()) {
        return 0;
    }
    const int last = blocks.back().nodes.first * perNode;
    return static_cast<int>(blocks.size() - 1) * perNode + std::min(perNode, devices - last);
}

int DeviceMapLayout::deviceOf(int cell) const
{
    if (cell < 0 || cell >= cellCount()) {
        return -1;
    }
    return blocks[cell / perNode].nodes.first * perNode + cell % perNode;
}

int DeviceMapLayout::cellOf(int device) const
{
    const int node = device / perNode;
    const auto after = std::ranges::upper_bound(blocks, node, {}, [](const Block& block) { return block.nodes.first; });
    const auto block = static_cast<int>(std::max<std::ptrdiff_t>(1, after - blocks.begin()) - 1);
    return block * perNode + device % perNode;
}

QRectF DeviceMapLayout::cellArea(int cell) const
{
    const QRectF& frame = blocks[cell / perNode].frame;
    const int place = cell % perNode;
    return {frame.left() + place % columns * cellWidth, frame.top() + place / columns * cellHeight, cellWidth,
            cellHeight};
}

int DeviceMapLayout::cellAt(const QPointF& position) const
{
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        const QRectF& frame = blocks[block].frame;
        if (!frame.contains(position)) {
            continue;
        }
        const int column = std::min(columns - 1, static_cast<int>((position.x() - frame.left()) / cellWidth));
        const int row = static_cast<int>((position.y() - frame.top()) / cellHeight);
        const int place = row * columns + column;
        const int cell = static_cast<int>(block) * perNode + place;
        return place < perNode && cell < cellCount() ? cell : -1;
    }
    return -1;
}

DeviceMapLayout layoutDeviceMap(const Plan& plan, const QRectF& area, const DeviceMapMetrics& metrics)
{
    DeviceMapLayout map;
    map.devices = plan.cluster.devices;
    map.perNode = nodeDevices(plan.cluster);
    map.columns = columnsOf(map.perNode);
    std::vector<NodeRun> runs = singleNodes(nodesOf(plan.cluster));
    Grid grid = bestGrid(static_cast<int>(runs.size()), map, area, metrics);
    if (std::min(grid.cellWidth, grid.cellHeight) < metrics.leastCell) {
        runs = alikeNodes(plan);
        grid = bestGrid(static_cast<int>(runs.size()), map, area, metrics);
    }
    placeBlocks(map, runs, grid, area, metrics);
    return map;
}

}  // namespace pgram
