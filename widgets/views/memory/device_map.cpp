// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/memory/device_map.h"

#include "core/strategy/sharding.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>

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
    place.stage = plan.stageAtBlock(std::min(device / perStage, plan.pipeline() - 1));
    place.rank = device - plan.firstDevice(place.stage);
    const LayerStrategy& strategy = firstStrategyOf(plan, place.stage);
    const Sharding sharding = shardingOf(strategy);
    place.tensor = place.rank / sharding.tensor.stride % strategy.tensor;
    place.context = place.rank / sharding.context.stride % sharding.context.size;
    place.data =
        sharding.boundary.part(Axis::Samples, place.rank) / (sharding.boundary.parts(Axis::Samples) / strategy.data);
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
    const int row = place / columns;
    return {frame.left() + place % columns * cellWidth, frame.top() + row * cellHeight, cellWidth, cellHeight};
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

namespace {

constexpr double sheetOffset = 3;  // of the nodes behind the one that stands for them

struct Words {
    Q_DECLARE_TR_FUNCTIONS(DeviceMap)
};

/// The devices of one picture.
struct DeviceMarks {
    Scene& scene;
    const Plan& plan;
    const Estimate& estimate;
    DeviceMapLayout map;

    void addBlock(const DeviceMapLayout::Block& block, std::size_t form) const;
    void addCell(int cell) const;
    void addCellText(int device, const QRectF& cell, const QColor& ground) const;
    [[nodiscard]] QStringList titleForms(const NodeRun& nodes) const;
    [[nodiscard]] std::size_t commonForm() const;
};

/// Share, bytes, stage and rank of a device, as many as there is room for.
void DeviceMarks::addCellText(int device, const QRectF& cell, const QColor& ground) const
{
    const Theme& theme = scene.theme();
    const QString percent = QStringLiteral("%1 %").arg(qRound(fullness(plan, estimate, device) * 100));
    const double space = cell.width() - theme.gap;
    std::vector<std::pair<QString, QFont>> lines{
        {percent, textWidth(theme.boldFont, percent) > space ? theme.smallFont : theme.boldFont},
        {bytesText(estimate.stages[placeOf(plan, device).stage].memory.total()), theme.smallFont}};
    // Where every device can be named, and stands for itself.
    if (!map.folded && textWidth(theme.smallFont, Words::tr("device %1").arg(plan.cluster.devices - 1)) <= space) {
        lines.emplace_back(Words::tr("device %1").arg(device), theme.smallFont);
    }
    std::erase_if(lines, [&](const auto& line) { return textWidth(line.second, line.first) > space; });
    lines.resize(std::min(lines.size(), static_cast<std::size_t>((cell.height() - 2) / theme.lineHeight)));
    QRectF place(cell.left(), cell.center().y() - theme.lineHeight * static_cast<double>(lines.size()) / 2,
                 cell.width(), theme.lineHeight);
    for (const auto& [text, font] : lines) {
        scene.text(place, text, font, labelColor(ground), Qt::AlignCenter);
        place.translate(0, theme.lineHeight);
    }
}

void DeviceMarks::addCell(int cell) const
{
    const int device = map.deviceOf(cell);
    const double share = fullness(plan, estimate, device);
    const double inset = map.cellWidth > 4 && map.cellHeight > 4 ? 0.5 : 0;
    const QRectF area = map.cellArea(cell).adjusted(inset, inset, -inset, -inset);
    const QColor ground = share > 1 ? scene.theme().bad : scene.theme().heat(share);
    scene.fill(area, ground);
    if (share > 1) {
        QColor pale = scene.theme().surface;
        pale.setAlphaF(0.3F);
        scene.hatch(area, pale, hiddenHatch);
    }
    addCellText(device, area, ground);
}

/// A block's title in its forms, the fullest first.
QStringList DeviceMarks::titleForms(const NodeRun& nodes) const
{
    const QString full = blockTitle(plan, map, nodes);
    const QString stages = full.section(QStringLiteral(" · "), 1);
    const QString name = full.section(QStringLiteral(" · "), 0, 0);
    const QString run =
        nodes.count == 1 ? name : Words::tr("nodes %1–%2").arg(nodes.first).arg(nodes.first + nodes.count - 1);
    const QString number = QString::number(nodes.first);
    return {full, QStringLiteral("%1 · %2").arg(run, stages), name, run,
            nodes.count == 1 ? number : QStringLiteral("%1 ×%2").arg(number).arg(nodes.count)};
}

/// The fullest form that has room above every block: blocks side by side say the same of themselves.
std::size_t DeviceMarks::commonForm() const
{
    std::size_t form = 0;
    for (const DeviceMapLayout::Block& block : map.blocks) {
        const QStringList forms = titleForms(block.nodes);
        while (form + 1 < static_cast<std::size_t>(forms.size()) &&
               textWidth(scene.theme().smallFont, forms[static_cast<qsizetype>(form)]) > block.frame.width()) {
            ++form;
        }
    }
    return form;
}

/// With two sheets behind a block of several nodes.
void DeviceMarks::addBlock(const DeviceMapLayout::Block& block, std::size_t form) const
{
    const Theme& theme = scene.theme();
    for (int sheet = block.nodes.count > 1 ? 2 : 0; sheet > 0; --sheet) {
        const QRectF place = block.frame.translated(sheet * sheetOffset, sheet * sheetOffset);
        scene.fill(place, theme.panel);
        scene.frame(place, theme.line, 1);
    }
    scene.fill(block.frame, theme.panel);
    if (map.labelled) {
        const double height = deviceMapMetrics(theme).labelHeight;
        scene.text({block.frame.left(), block.frame.top() - height, block.frame.width(), height},
                   titleForms(block.nodes)[static_cast<qsizetype>(form)], theme.smallFont, theme.text);
    }
}

Heading headingOf(const Theme& theme, const Plan& plan, const Estimate& estimate)
{
    Heading heading{Words::tr("Memory of every device at its peak"),
                    Words::tr("%n device(s) in nodes of %1, fullest %2 of %3", nullptr, plan.cluster.devices)
                        .arg(nodeDevices(plan.cluster))
                        .arg(bytesText(estimate.peakMemory), bytesText(estimate.usableBudget)),
                    {}};
    for (const int percent : {0, 25, 50, 75, 100}) {
        const QString label = percent == 100 ? Words::tr("100 % of budget") : QStringLiteral("%1 %").arg(percent);
        heading.legend.push_back({label, theme.heat(percent / 100.0)});
    }
    heading.legend.push_back({Words::tr("over"), theme.bad, LegendItem::Mark::Hatch});
    return heading;
}

}  // namespace

DeviceMapMetrics deviceMapMetrics(const Theme& theme)
{
    DeviceMapMetrics metrics;
    metrics.leastCell = theme.lineHeight;
    metrics.widestCell = theme.lineHeight * 9;
    metrics.highestCell = theme.lineHeight * 6;
    metrics.labelHeight = theme.lineHeight * 1.2;
    metrics.leastLabel = theme.lineHeight * 2;
    metrics.gap = theme.margin;
    return metrics;
}

double fullness(const Plan& plan, const Estimate& estimate, int device)
{
    const auto stage = static_cast<std::size_t>(placeOf(plan, device).stage);
    return static_cast<double>(estimate.stages[stage].memory.total()) /
           static_cast<double>(std::max<Bytes>(1, estimate.stages[stage].usable));
}

QString blockTitle(const Plan& plan, const DeviceMapLayout& layout, const NodeRun& nodes)
{
    const int firstDevice = nodes.first * layout.perNode;
    const int lastDevice = std::min(layout.devices, (nodes.first + nodes.count) * layout.perNode) - 1;
    const int firstStage = placeOf(plan, firstDevice).stage;
    const int lastStage = placeOf(plan, lastDevice).stage;
    const QString name =
        nodes.count == 1
            ? Words::tr("node %1").arg(nodes.first)
            : Words::tr("nodes %1–%2, %3 alike").arg(nodes.first).arg(nodes.first + nodes.count - 1).arg(nodes.count);
    const QString stages = firstStage == lastStage ? Words::tr("stage %1").arg(firstStage)
                                                   : Words::tr("stages %1–%2").arg(firstStage).arg(lastStage);
    return QStringLiteral("%1 · %2").arg(name, stages);
}

DeviceMapLayout deviceMapIn(const Scene& scene, const Plan& plan, const Estimate& estimate)
{
    const QRectF below = belowHeading(scene.theme(), scene.area(), headingOf(scene.theme(), plan, estimate));
    return layoutDeviceMap(plan, below, deviceMapMetrics(scene.theme()));
}

void addDeviceMap(Scene& scene, const Plan& plan, const Estimate& estimate)
{
    scene.heading(headingOf(scene.theme(), plan, estimate));
    const DeviceMarks marks{scene, plan, estimate, deviceMapIn(scene, plan, estimate)};
    const DeviceMapLayout& map = marks.map;
    const std::size_t form = map.labelled ? marks.commonForm() : 0;
    for (const DeviceMapLayout::Block& block : map.blocks) {
        marks.addBlock(block, form);
    }
    for (int cell = 0; cell < map.cellCount(); ++cell) {
        marks.addCell(cell);
    }
    for (const DeviceMapLayout::Block& block : map.blocks) {
        scene.frame(block.frame, scene.theme().line, 1);
    }
    scene.targets(
        scene.area(),
        [map](const QPointF& position) {
            const int device = map.deviceOf(map.cellAt(position));
            return device < 0 ? Ref{} : Ref{"device", device};
        },
        [map](const Ref& ref) {
            return ref.is("device") && ref.index < map.devices ? map.cellArea(map.cellOf(ref.index)) : QRectF();
        });
}

}  // namespace pgram
