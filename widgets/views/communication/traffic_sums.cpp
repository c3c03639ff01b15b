// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication/traffic_sums.h"

#include "core/base/index.h"
#include "widgets/views/common/words.h"
#include "widgets/views/communication/communication_picture.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace pgram {

namespace {

constexpr double closest = 4;  // devices a side

/// The least move of a window of `span` from `begin` that shows device … device+1.
double moveToward(double begin, double span, int device)
{
    return std::clamp(begin, std::min(device + 1 - span, static_cast<double>(device)), static_cast<double>(device)) -
           begin;
}

constexpr qsizetype mostNamed = 2;  // things that a detail names one by one

struct Words {
    Q_DECLARE_TR_FUNCTIONS(CommunicationGroups)
};

template <typename Value>
double sumOf(const std::vector<VolumePart>& parts, Value VolumePart::*value)
{
    double sum = 0;
    for (const VolumePart& part : parts) {
        sum += part.*value;
    }
    return sum;
}

void add(VolumeSum& sum, const VolumeRow& row)
{
    const auto place = std::ranges::lower_bound(sum.parts, row.kind, {}, &VolumePart::kind);
    const bool known = place != sum.parts.end() && place->kind == row.kind;
    VolumePart& part = known ? *place : *sum.parts.insert(place, VolumePart{row.kind, 0, 0, 0});
    part.bytes += row.bytes;
    part.exposed += row.exposed;
    part.hidden += row.hidden;
}

/// The different texts of some rows: "a, b", or "a, b and 3 more".
QString listed(QStringList texts)
{
    texts.removeDuplicates();
    const auto more = static_cast<int>(texts.size() - mostNamed);
    if (more <= 0) {
        return texts.join(QStringLiteral(", "));
    }
    return Words::tr("%1 and %n more", nullptr, more).arg(texts.first(mostNamed).join(QStringLiteral(", ")));
}

/// Between whom and over what the rows of one sum go, as far as its name does not say it.
void describe(VolumeSum& sum, const Plan& plan, const std::vector<const VolumeRow*>& rows, VolumeGrouping grouping)
{
    const bool ofLink = grouping == VolumeGrouping::Link;
    QStringList between;
    QStringList over;
    for (const VolumeRow* row : rows) {
        between.append(ofLink ? nameOf(groupOf(row->kind)) : groupText(row->group));
        over.append(linkName(plan, row->link));
    }
    sum.between = listed(between);
    sum.detail = ofLink ? sum.between : QStringLiteral("%1, %2").arg(sum.between, listed(over));
}

/// Rows of one sum share this number; sums stand in its order.
int orderOf(const VolumeRow& row, int index, VolumeGrouping grouping)
{
    switch (grouping) {
    case VolumeGrouping::Kind:
        return static_cast<int>(row.kind);
    case VolumeGrouping::Link:
        return row.link;
    case VolumeGrouping::Group:
        return static_cast<int>(groupOf(row.kind));
    case VolumeGrouping::Each:
        break;
    }
    return index;
}

QString titleOf(const Plan& plan, const VolumeRow& row, VolumeGrouping grouping)
{
    switch (grouping) {
    case VolumeGrouping::Link:
        return linkName(plan, row.link);
    case VolumeGrouping::Group:
        return nameOf(groupOf(row.kind));
    case VolumeGrouping::Each:
    case VolumeGrouping::Kind:
        break;
    }
    return nameOf(row.kind);
}

/// Of each TrafficKind.
constexpr std::array groupsOfKinds{RankGroup::Tensor,   RankGroup::Tensor, RankGroup::Context, RankGroup::Expert,
                                   RankGroup::Data,     RankGroup::Data,   RankGroup::Stage,   RankGroup::Pipeline,
                                   RankGroup::Pipeline, RankGroup::Host};
constexpr std::array groupNames{QT_TRANSLATE_NOOP("CommunicationGroups", "Tensor groups"),
                                QT_TRANSLATE_NOOP("CommunicationGroups", "Context groups"),
                                QT_TRANSLATE_NOOP("CommunicationGroups", "Expert groups"),
                                QT_TRANSLATE_NOOP("CommunicationGroups", "Data groups"),
                                QT_TRANSLATE_NOOP("CommunicationGroups", "Within a stage"),
                                QT_TRANSLATE_NOOP("CommunicationGroups", "Between stages"),
                                QT_TRANSLATE_NOOP("CommunicationGroups", "Device and host")};
constexpr std::array groupingKeys{"each", "kind", "link", "group"};

}  // namespace

TrafficWindow TrafficWindow::zoomed(double factor, double atColumn, double atRow, int devices) const
{
    const double all = devices;
    const double next = std::clamp(span * factor, std::min(closest, all), all);
    const double scale = next / span;
    return TrafficWindow{atColumn - (atColumn - column) * scale, atRow - (atRow - row) * scale, next}.moved(0, 0,
                                                                                                            devices);
}

TrafficWindow TrafficWindow::moved(double columns, double rows, int devices) const
{
    const double most = devices - span;
    return {std::clamp(column + columns, 0.0, most), std::clamp(row + rows, 0.0, most), span};
}

TrafficWindow TrafficWindow::revealing(int device, int devices) const
{
    return moved(moveToward(column, span, device), moveToward(row, span, device), devices);
}

namespace {

bool earlier(const TrafficFlow& a, const TrafficFlow& b)
{
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
}

/// Entry 0 is a pair that carries nothing, 1 … 255 go from the least to the most.
QList<QRgb> colorsOf(const Theme& theme)
{
    QList<QRgb> colors{theme.panel.rgb()};
    for (int shade = 1; shade < 256; ++shade) {
        colors.append(theme.heat((shade - 1) / 254.0).rgb());
    }
    return colors;
}

}  // namespace

TrafficMap::TrafficMap(int devices, std::vector<TrafficFlow> flows) : m_devices(devices), m_flows(std::move(flows))
{
    std::ranges::sort(m_flows, earlier);
    for (const TrafficFlow& flow : m_flows) {
        if (flow.bytes > 0) {
            m_least = m_least > 0 ? std::min(m_least, flow.bytes) : flow.bytes;
            m_most = std::max(m_most, flow.bytes);
        }
    }
    m_levels.push_back(finest());
    while (m_levels.back().rows.size() > 2) {
        m_levels.push_back(coarser(m_levels.back()));
    }
}

TrafficMap TrafficMap::folded(int width) const
{
    std::vector<TrafficFlow> flows;
    for (const TrafficFlow& flow : m_flows) {
        flows.push_back({flow.from / width, flow.to / width, flow.bytes});
    }
    std::ranges::sort(flows, earlier);
    std::size_t kept = 0;
    for (std::size_t i = 1; i < flows.size(); ++i) {
        const bool same = flows[i].from == flows[kept].from && flows[i].to == flows[kept].to;
        const Volume before = same ? flows[kept].bytes : 0;
        kept += same ? 0 : 1;
        flows[kept] = {flows[i].from, flows[i].to, before + flows[i].bytes};
    }
    flows.resize(std::min(flows.size(), kept + 1));
    return {(m_devices + width - 1) / width, std::move(flows)};
}

std::vector<TrafficFold> foldTraffic(const Plan& plan, const Estimate& estimate)
{
    const int devices = plan.cluster.devices;
    std::vector<TrafficFold> folds;
    folds.push_back({TrafficUnit::Device, 1, TrafficMap(devices, trafficMatrix(plan, estimate))});
    std::array groups{std::pair{plan.cluster.nodeDevices(), TrafficUnit::Node},
                      std::pair{plan.stageDevices(), TrafficUnit::Stage}};
    std::ranges::sort(groups);
    for (const auto& [width, unit] : groups) {
        if (width > folds.back().width && width < devices) {
            folds.push_back({unit, width, folds.front().map.folded(width)});
        }
    }
    return folds;
}

Volume TrafficMap::bytes(int from, int to) const
{
    const auto found = std::ranges::lower_bound(m_flows, TrafficFlow{from, to, 0}, earlier);
    return found != m_flows.end() && found->from == from && found->to == to ? found->bytes : 0;
}

double TrafficMap::share(Volume bytes) const
{
    if (bytes <= 0 || m_most <= m_least) {
        return bytes > 0 ? 1 : 0;
    }
    return std::log(bytes / m_least) / std::log(m_most / m_least);
}

TrafficMap::Level TrafficMap::finest() const
{
    Level level;
    level.rows.reserve(static_cast<std::size_t>(m_devices) + 1);
    level.cells.reserve(m_flows.size());
    auto flow = m_flows.begin();
    for (int from = 0; from < m_devices; ++from) {
        level.rows.push_back(level.cells.size());
        for (; flow != m_flows.end() && flow->from == from; ++flow) {
            if (flow->bytes > 0) {
                level.cells.push_back({flow->to, shade(flow->bytes)});
            }
        }
    }
    level.rows.push_back(level.cells.size());
    return level;
}

/// Two rows become one: merged by column, the heavier cell of each pair of columns stays.
TrafficMap::Level TrafficMap::coarser(const Level& fine)
{
    Level level;
    level.width = 2 * fine.width;
    const std::size_t count = fine.rows.size() - 1;
    for (std::size_t row = 0; row < count; row += 2) {
        const std::size_t start = level.cells.size();
        level.rows.push_back(start);
        std::size_t upper = fine.rows[row];
        const std::size_t middle = fine.rows[row + 1];
        std::size_t lower = middle;
        const std::size_t end = fine.rows[std::min(row + 2, count)];
        while (upper < middle || lower < end) {
            const bool takesUpper =
                lower == end || (upper < middle && fine.cells[upper].column <= fine.cells[lower].column);
            const Cell& cell = fine.cells[takesUpper ? upper++ : lower++];
            if (level.cells.size() > start && level.cells.back().column == cell.column / 2) {
                level.cells.back().shade = std::max(level.cells.back().shade, cell.shade);
            } else {
                level.cells.push_back({cell.column / 2, cell.shade});
            }
        }
    }
    level.rows.push_back(level.cells.size());
    return level;
}

/// Every cell that touches the window goes to the pixel in which it begins.
void TrafficMap::paint(const Level& level, const TrafficWindow& window, QImage& image)
{
    const double scale = image.width() / window.span;
    const auto place = [&](int cell, double begin) {
        return static_cast<int>(std::max(0.0, (static_cast<double>(cell) * level.width - begin) * scale));
    };
    const auto cellAt = [&](double device) { return static_cast<int>(device / level.width); };
    const int lastRow = std::min(static_cast<int>(level.rows.size()) - 2, cellAt(window.row + window.span));
    for (int row = cellAt(window.row); row <= lastRow; ++row) {
        const int y = place(row, window.row);
        if (y >= image.height()) {
            break;
        }
        auto* line = image.scanLine(y);
        const auto end = level.cells.begin() + static_cast<std::ptrdiff_t>(level.rows[at(row) + 1]);
        auto cell =
            std::lower_bound(level.cells.begin() + static_cast<std::ptrdiff_t>(level.rows[row]), end,
                             cellAt(window.column), [](const Cell& each, int column) { return each.column < column; });
        for (; cell != end; ++cell) {
            const int x = place(cell->column, window.column);
            if (x >= image.width()) {
                break;
            }
            line[x] = std::max(line[x], cell->shade);
        }
    }
}

TrafficImage TrafficMap::image(const Theme& theme, const TrafficWindow& window, int pixels) const
{
    TrafficImage made{{}, window};
    int side = std::max(1, pixels);
    if (window.span <= side) {  // a device is a pixel at least: whole devices, to be scaled up
        made.window.column = std::floor(window.column);
        made.window.row = std::floor(window.row);
        made.window.span = std::min<double>(m_devices, std::ceil(window.span) + 1);
        side = std::max(1, static_cast<int>(made.window.span));
    }
    std::size_t level = 0;
    while (level + 1 < m_levels.size() && m_levels[level + 1].width * side <= made.window.span) {
        ++level;
    }
    made.image = QImage(side, side, QImage::Format_Indexed8);
    made.image.setColorTable(colorsOf(theme));
    made.image.fill(0);
    paint(m_levels[level], made.window, made.image);
    return made;
}

Volume VolumeSum::bytes() const
{
    return sumOf(parts, &VolumePart::bytes);
}

Seconds VolumeSum::exposed() const
{
    return sumOf(parts, &VolumePart::exposed);
}

Seconds VolumeSum::hidden() const
{
    return sumOf(parts, &VolumePart::hidden);
}

RankGroup groupOf(TrafficKind kind)
{
    return groupsOfKinds[at(kind)];
}

QString nameOf(RankGroup group)
{
    return Words::tr(groupNames[at(group)]);
}

std::vector<VolumeSum> sumVolumes(const Plan& plan, const Estimate& estimate, VolumeGrouping grouping)
{
    std::map<int, std::vector<const VolumeRow*>> groups;
    for (int index = 0; index < static_cast<int>(estimate.volumes.size()); ++index) {
        const VolumeRow& row = estimate.volumes[index];
        groups[orderOf(row, index, grouping)].push_back(&row);
    }
    std::vector<VolumeSum> sums;
    sums.reserve(groups.size());
    for (const auto& [order, rows] : groups) {
        VolumeSum sum;
        sum.first = static_cast<int>(rows.front() - estimate.volumes.data());
        sum.name = titleOf(plan, *rows.front(), grouping);
        describe(sum, plan, rows, grouping);
        sum.link = rows.front()->link;
        for (const VolumeRow* row : rows) {
            add(sum, *row);
            sum.link = row->link == sum.link ? sum.link : -1;
        }
        sums.push_back(std::move(sum));
    }
    std::ranges::stable_sort(sums, std::greater(),
                             [](const VolumeSum& sum) { return std::pair(sum.exposed(), sum.bytes()); });
    return sums;
}

const char* keyOf(VolumeGrouping grouping)
{
    return groupingKeys[at(grouping)];
}

}  // namespace pgram
