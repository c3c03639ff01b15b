// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/cluster_layout.h"

#include "core/base/measure.h"
#include "core/cluster/stage_clusters.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ClusterPicture)
};

using Kind = ClusterShape::Kind;

// In lines of small type.
constexpr double largestDevice = 1.5;
constexpr double smallestDevice = 0.55;
constexpr double narrowestIsland = 8;
constexpr int mostRows = 4;      // of devices in an island
constexpr int mostSiblings = 4;  // islands that are drawn side by side
constexpr int mostRuns = 5;      // of a mixed cluster's alike islands, or devices; others are counted

QString speedText(double bytesPerSecond)
{
    return qs(measureToType(bytesPerSecond, Measure::Rate));
}

QString countText(int count)
{
    return QStringLiteral("× %1").arg(QLocale(QLocale::English).toString(count));
}

/// Devices of one island as a grid; fewer than there are where they would be too small to see.
struct Grid {
    int columns = 1;
    int rows = 1;
    double side = 1;
    bool folded = false;
};

/// What is alike of a level's islands, or of the devices of one.
struct Run {
    int first = 0;  ///< rank of the first of them
    int count = 0;
};

/// What tells some ranks of a mixed cluster from others: their kinds and what is slow of them.
std::string likenessOf(const Cluster& cluster, int first, int end)
{
    std::string likeness;
    int begin = 0;
    for (std::size_t kind = 0; kind < cluster.kinds.size(); ++kind) {
        const int behind = begin + cluster.kinds[kind].devices;
        if (begin < end && first < behind) {
            likeness += fmt::format("{}@{};", kind, std::max(begin - first, 0));
        }
        begin = behind;
    }
    for (const SlowDevices& slow : cluster.slow) {
        const int behind = slow.first + slow.devices;
        if (slow.first < end && first < behind) {
            likeness += fmt::format("{}-{}:{};", std::max(slow.first, first) - first, std::min(behind, end) - first,
                                    slow.speed);
        }
    }
    return likeness;
}

/// Of `count` neighbours of `span` devices each, from rank `first`.
std::vector<Run> runsOf(const Cluster& cluster, int first, int span, int count)
{
    if (!cluster.isMixed()) {
        return {{first, count}};
    }
    std::vector<Run> runs;
    std::vector<std::string> known;
    for (int index = 0; index < count; ++index) {
        const int from = first + index * span;
        const std::string likeness = likenessOf(cluster, from, from + span);
        const auto place = std::ranges::find(known, likeness) - known.begin();
        if (place == std::ssize(known)) {
            known.push_back(likeness);
            runs.push_back({from, 0});
        }
        ++runs[static_cast<std::size_t>(place)].count;
    }
    return runs;
}

/// The kind that a rank is of; -1: the cluster has none.
int kindOf(const Cluster& cluster, int rank)
{
    int kind = 0;
    for (int begin = 0; kind < static_cast<int>(cluster.kinds.size()); ++kind) {
        begin += cluster.kinds[static_cast<std::size_t>(kind)].devices;
        if (rank < begin) {
            return kind;
        }
    }
    return -1;
}

const Device& deviceAt(const Cluster& cluster, int rank)
{
    const int kind = kindOf(cluster, rank);
    return kind < 0 ? cluster.device : cluster.deviceOf(cluster.kinds[static_cast<std::size_t>(kind)]);
}

class Maker {
public:
    Maker(const Theme& theme, const Cluster& cluster, ClusterLayout& layout)
        : m_theme(theme),
          m_cluster(cluster),
          m_layout(layout),
          m_line(QFontMetricsF(theme.smallFont).height()),
          m_gap(std::max(3.0, std::round(m_line * 0.3)))
    {}

    /// Returns its bottom.
    double make(const QRectF& area)
    {
        const double inset = m_gap;
        QRectF row(area.left() + inset, area.top() + inset, area.width() - 2 * inset,
                   QFontMetricsF(m_theme.boldFont).height());
        const QString title = presetText(m_cluster.title);
        add(Kind::Title, row, QFontMetricsF(m_theme.boldFont).elidedText(title, Qt::ElideRight, row.width()), {}, -1);
        double top = row.bottom() + m_gap;
        if (m_cluster.network) {
            const QString speed = speedText(m_cluster.network->bandwidth);
            const QString name = qs(m_cluster.network->name);
            const QRectF strip(row.left(), top, row.width(), m_line + m_gap);
            add(Kind::Network, strip,
                fitting(strip.width() - 2 * m_gap, {Words::tr("%1, %2, joins several").arg(name, speed),
                                                    QStringLiteral("%1, %2").arg(name, speed), speed}),
                {ClusterPart::Network}, -1);
            top = strip.bottom() + m_gap;
        }
        const int outermost = static_cast<int>(m_cluster.links.size()) - 1;
        return island(outermost, {row.left(), top}, row.width(), -1, 0) + inset;
    }

private:
    QString fitting(double width, const QStringList& texts) const
    {
        return firstFitting(m_theme.smallFont, width, texts);
    }

    int add(Kind kind, const QRectF& area, const QString& text, const ClusterPlace& place, int parent)
    {
        m_layout.shapes.push_back({kind, area, text, place, parent});
        return static_cast<int>(m_layout.shapes.size()) - 1;
    }

    [[nodiscard]] const LinkLevel& link(int level) const { return m_cluster.links[static_cast<std::size_t>(level)]; }
    /// Of what the level joins.
    [[nodiscard]] int countIn(int level) const
    {
        return level == 0 ? link(0).span : link(level).span / link(level - 1).span;
    }
    /// The innermost level that holds all devices of a host.
    [[nodiscard]] int hostLevel() const
    {
        int level = 0;
        while (level + 1 < static_cast<int>(m_cluster.links.size()) && link(level).span < m_cluster.nodeDevices()) {
            ++level;
        }
        return level;
    }

    /// The kind whose own link joins the island; -1: the cluster's does.
    [[nodiscard]] int ownerOf(int level, int first) const
    {
        const int kind = kindOf(m_cluster, first);
        const bool isOwn = kind >= 0 && kind == kindOf(m_cluster, first + link(level).span - 1) &&
                           level < static_cast<int>(m_cluster.kinds[static_cast<std::size_t>(kind)].links.size());
        return isOwn ? kind : -1;
    }

    double island(int level, const QPointF& at, double width, int parent, int first)
    {
        const ClusterPlace place{ClusterPart::Link, {level, ownerOf(level, first)}};
        const int self = add(Kind::Island, {at, QSizeF(width, 0)}, {}, place, parent);
        const double inner = width - 2 * m_gap;
        const double left = at.x() + m_gap;
        const QRectF label(left, at.y() + m_gap / 2, inner, m_line);
        const LinkLevel joined = linkOf(m_cluster, place.index);
        const QString speed = speedText(joined.bandwidth);
        add(Kind::Label, label,
            fitting(inner,
                    {linkText(joined), QStringLiteral("%1, %2").arg(qs(joined.name), speed), speed, qs(joined.name)}),
            place, self);
        const QRectF bus(left, label.bottom() + 1, inner, 2);
        add(Kind::Bus, bus, {}, place, self);
        double bottom = bus.bottom();
        const int span = level == 0 ? 1 : link(level - 1).span;
        const std::vector<Run> runs = runsOf(m_cluster, first, span, countIn(level));
        for (int index = 0; index < std::min(mostRuns, static_cast<int>(runs.size())); ++index) {
            const QPointF below(left, bottom + m_gap);
            const Run& run = runs[static_cast<std::size_t>(index)];
            bottom = level == 0 ? devices(below, inner, self, run) : islands(level, below, inner, self, run);
        }
        bottom = others(runs, {left, bottom + m_gap, inner, m_line + m_gap}, place, self).value_or(bottom);
        if (level == hostLevel() && m_cluster.host.isKnown()) {
            bottom = host({left, bottom + m_gap}, inner, self);
        }
        m_layout.shapes[static_cast<std::size_t>(self)].area.setBottom(bottom + m_gap);
        return bottom + m_gap;
    }

    /// Those that are not drawn for want of place, counted; returns the bottom.
    std::optional<double> others(const std::vector<Run>& runs, const QRectF& strip, const ClusterPlace& place,
                                 int parent)
    {
        int count = 0;
        for (std::size_t index = mostRuns; index < runs.size(); ++index) {
            count += runs[index].count;
        }
        if (count == 0) {
            return std::nullopt;
        }
        add(Kind::More, strip, QStringLiteral("+ %1").arg(count), place, parent);
        return strip.bottom();
    }

    double islands(int level, const QPointF& at, double width, int parent, const Run& run)
    {
        const int count = run.count;
        const double least = m_line * narrowestIsland;
        const bool all = count <= mostSiblings && (width - (count - 1) * m_gap) / count >= least;
        const QString more = countText(count);
        const double chip = textWidth(m_theme.smallFont, more) + 2 * m_gap;
        // In a narrow picture they are counted below the one that is drawn.
        const bool isBeside = !all && width - chip - 2 * m_gap >= least;
        const int shown = all ? count : 1;
        const double each = all ? (width - (count - 1) * m_gap) / count : isBeside ? width - chip - 2 * m_gap : width;
        double bottom = at.y();
        for (int index = 0; index < shown; ++index) {
            bottom =
                std::max(bottom, island(level - 1, {at.x() + index * (each + m_gap), at.y()}, each, parent, run.first));
        }
        if (all) {
            return bottom;
        }
        const QRectF beside(at.x() + each + 2 * m_gap, at.y(), chip, bottom - at.y());
        const QRectF below(at.x(), bottom + m_gap, width, m_line + m_gap);
        add(Kind::More, isBeside ? beside : below, more, {ClusterPart::Link, {level}}, parent);
        return isBeside ? bottom : below.bottom();
    }

    [[nodiscard]] Grid gridOf(int count, double width, double chip) const
    {
        const double least = m_line * smallestDevice;
        for (double side = m_line * largestDevice; side >= least; side -= 1) {
            const double space = spaceFor(side);
            const int columns = std::clamp(static_cast<int>((width + space) / (side + space)), 1, count);
            const int rows = (count + columns - 1) / columns;
            if (rows <= mostRows) {
                // As even as they can be: 8 in two rows are 4 and 4.
                return {(count + rows - 1) / rows, rows, side, false};
            }
        }
        const double side = m_line * largestDevice;
        const int columns = std::max(0, static_cast<int>((width - chip) / (side + spaceFor(side))));
        return {std::min(columns, count), 1, side, true};
    }
    [[nodiscard]] static double spaceFor(double side) { return std::max(2.0, std::round(side / 5)); }

    double devices(const QPointF& at, double width, int parent, const Run& run)
    {
        const int count = run.count;
        const QString more = countText(count);
        const double chip = textWidth(m_theme.smallFont, more) + 2 * m_gap;
        const Grid grid = gridOf(count, width, chip);
        const double space = spaceFor(grid.side);
        const double height = grid.rows * (grid.side + space) - space;
        const int kind = kindOf(m_cluster, run.first);
        const bool hasOwn = kind >= 0 && m_cluster.kinds[static_cast<std::size_t>(kind)].device;
        const ClusterPlace place{ClusterPart::Device, {0, hasOwn ? kind : -1}};
        const int self = add(Kind::Devices, {at.x(), at.y(), width, height}, {}, place, parent);
        const int shown = grid.folded ? grid.columns : count;
        for (int index = 0; index < shown; ++index) {
            const QPointF corner(at.x() + index % grid.columns * (grid.side + space),
                                 at.y() + static_cast<int>(index / grid.columns) * (grid.side + space));
            add(Kind::Device, {corner, QSizeF(grid.side, grid.side)}, {}, place, self);
        }
        const double used = grid.columns * (grid.side + space);
        if (grid.folded) {
            add(Kind::More, {at.x() + used, at.y(), std::min(chip, width - used), height}, more, place, self);
        } else if (const QString text = fitting(width - used - m_gap, deviceTexts(run));
                   !text.isEmpty() && grid.rows * (grid.side + space) >= m_line) {
            add(Kind::Label, {at.x() + used + m_gap, at.y(), width - used - m_gap, height}, text, place, self);
        }
        return at.y() + height;
    }

    /// From the longest to the shortest.
    [[nodiscard]] QStringList deviceTexts(const Run& run) const
    {
        const Device& device = deviceAt(m_cluster, run.first);
        const QString memory = bytesText(device.memory);
        const int kind = kindOf(m_cluster, run.first);
        const double speed = speedOf(m_cluster, run.first);
        const QString kept = qs(kind < 0 ? device.name : m_cluster.kinds[static_cast<std::size_t>(kind)].name);
        const QString name = speed < 1 ? Words::tr("%1, at %2", "devices, a share of their speed")
                                             .arg(kept, qs(measureToType(speed, Measure::Share)))
                                       : kept;
        return {QStringLiteral("%1 %2, %3").arg(run.count).arg(name, memory),
                QStringLiteral("%1, %2").arg(name, memory), name, memory};
    }

    double host(const QPointF& at, double width, int parent)
    {
        const QRectF strip(at.x(), at.y(), width, m_line + m_gap);
        const QString speed = speedText(m_cluster.host.bandwidth);
        const QString name = qs(m_cluster.host.link);
        add(Kind::Host, strip,
            fitting(width - 2 * m_gap, {hostText(m_cluster), Words::tr("Host: %1, %2").arg(name, speed),
                                        QStringLiteral("%1, %2").arg(name, speed), speed, Words::tr("Host")}),
            {ClusterPart::Host}, parent);
        return strip.bottom();
    }

    const Theme& m_theme;
    const Cluster& m_cluster;
    ClusterLayout& m_layout;
    double m_line;
    double m_gap;
};

}  // namespace

LinkLevel linkOf(const Cluster& cluster, const PartIndex& index)
{
    const auto level = static_cast<std::size_t>(index.number);
    LinkLevel link =
        index.kind < 0 ? cluster.links[level] : cluster.kinds[static_cast<std::size_t>(index.kind)].links[level];
    link.span = cluster.links[level].span;
    return link;
}

QString linkText(const LinkLevel& link)
{
    return Words::tr("%1, %2, %n device(s)", nullptr, link.span).arg(qs(link.name), speedText(link.bandwidth));
}

QString hostText(const Cluster& cluster)
{
    const Host& host = cluster.host;
    const QString link = Words::tr("Host: %1, %2").arg(qs(host.link), speedText(host.bandwidth));
    const QString shared =
        host.devicesPerLink > 1 ? Words::tr("%1 for %n device(s)", nullptr, host.devicesPerLink).arg(link) : link;
    return host.memory > 0 ? Words::tr("%1, %2 a device").arg(shared, bytesText(host.memory)) : shared;
}

QString clusterText(const Cluster& cluster)
{
    QStringList lines{Words::tr("%1: %n device(s), %2 with %3 each", nullptr, cluster.devices)
                          .arg(presetText(cluster.title), qs(cluster.device.name), bytesText(cluster.device.memory))};
    int first = 0;
    for (const DeviceKind& kind : cluster.kinds) {
        const Device& device = cluster.deviceOf(kind);
        lines.append(Words::tr("%1, devices %2–%3: %4 with %5 each")
                         .arg(qs(kind.name), QString::number(first), QString::number(first + kind.devices - 1),
                              qs(device.name), bytesText(device.memory)));
        first += kind.devices;
    }
    for (const SlowDevices& slow : cluster.slow) {
        const QString from = QString::number(slow.first);
        lines.append(slow.devices == 1
                         ? Words::tr("Device %1 computes at %2").arg(from, percentText(slow.speed))
                         : Words::tr("Devices %1–%2 compute at %3")
                               .arg(from, QString::number(slow.first + slow.devices - 1), percentText(slow.speed)));
    }
    for (const LinkLevel& link : cluster.links) {
        lines.append(linkText(link));
    }
    if (cluster.host.isKnown()) {
        lines.append(hostText(cluster));
    }
    if (cluster.network) {
        lines.append(
            Words::tr("%1, %2, joins several").arg(qs(cluster.network->name), speedText(cluster.network->bandwidth)));
    }
    return lines.join(QStringLiteral(". "));
}

ClusterPlace ClusterLayout::placeAt(const QPointF& position) const
{
    const auto found = std::find_if(shapes.rbegin(), shapes.rend(),
                                    [&](const ClusterShape& shape) { return shape.area.contains(position); });
    return found != shapes.rend() ? found->place : ClusterPlace();
}

ClusterLayout layoutCluster(const Theme& theme, const Cluster& cluster, const QRectF& area)
{
    ClusterLayout layout{area, {}};
    if (cluster.devices > 0) {
        layout.area.setBottom(Maker(theme, cluster, layout).make(area));
    }
    return layout;
}

double clusterHeight(const Theme& theme, const Cluster& cluster, double width)
{
    return layoutCluster(theme, cluster, {0, 0, width, 1}).area.height();
}

}  // namespace pgram
