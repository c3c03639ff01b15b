// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/cluster/cluster_layout.h"

#include "core/base/measure.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>

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
        return island(outermost, {row.left(), top}, row.width(), -1) + inset;
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

    double island(int level, const QPointF& at, double width, int parent)
    {
        const int self = add(Kind::Island, {at, QSizeF(width, 0)}, {}, {ClusterPart::Link, level}, parent);
        const double inner = width - 2 * m_gap;
        const double left = at.x() + m_gap;
        const QRectF label(left, at.y() + m_gap / 2, inner, m_line);
        const LinkLevel& joined = link(level);
        const QString speed = speedText(joined.bandwidth);
        add(Kind::Label, label,
            fitting(inner,
                    {linkText(joined), QStringLiteral("%1, %2").arg(qs(joined.name), speed), speed, qs(joined.name)}),
            {ClusterPart::Link, level}, self);
        const QRectF bus(left, label.bottom() + 1, inner, 2);
        add(Kind::Bus, bus, {}, {ClusterPart::Link, level}, self);
        const QPointF below(left, bus.bottom() + m_gap);
        double bottom = level == 0 ? devices(below, inner, self) : islands(level, below, inner, self);
        if (level == hostLevel() && m_cluster.host.isKnown()) {
            bottom = host({left, bottom + m_gap}, inner, self);
        }
        m_layout.shapes[static_cast<std::size_t>(self)].area.setBottom(bottom + m_gap);
        return bottom + m_gap;
    }

    double islands(int level, const QPointF& at, double width, int parent)
    {
        const int count = countIn(level);
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
            bottom = std::max(bottom, island(level - 1, {at.x() + index * (each + m_gap), at.y()}, each, parent));
        }
        if (all) {
            return bottom;
        }
        const QRectF beside(at.x() + each + 2 * m_gap, at.y(), chip, bottom - at.y());
        const QRectF below(at.x(), bottom + m_gap, width, m_line + m_gap);
        add(Kind::More, isBeside ? beside : below, more, {ClusterPart::Link, level}, parent);
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

    double devices(const QPointF& at, double width, int parent)
    {
        const int count = countIn(0);
        const QString more = countText(count);
        const double chip = textWidth(m_theme.smallFont, more) + 2 * m_gap;
        const Grid grid = gridOf(count, width, chip);
        const double space = spaceFor(grid.side);
        const double height = grid.rows * (grid.side + space) - space;
        const int self = add(Kind::Devices, {at.x(), at.y(), width, height}, {}, {ClusterPart::Device}, parent);
        const int shown = grid.folded ? grid.columns : count;
        for (int index = 0; index < shown; ++index) {
            const QPointF corner(at.x() + index % grid.columns * (grid.side + space),
                                 at.y() + static_cast<int>(index / grid.columns) * (grid.side + space));
            add(Kind::Device, {corner, QSizeF(grid.side, grid.side)}, {}, {ClusterPart::Device}, self);
        }
        const double used = grid.columns * (grid.side + space);
        const QString memory = bytesText(m_cluster.mostMemory());
        const QString kinds = QString::fromStdString(kindsText(m_cluster, 0, m_cluster.devices));
        const QString name = kinds.isEmpty() ? qs(m_cluster.device.name) : kinds;
        if (grid.folded) {
            add(Kind::More, {at.x() + used, at.y(), std::min(chip, width - used), height}, more, {ClusterPart::Device},
                self);
        } else if (const QString text = fitting(
                       width - used - m_gap, {QStringLiteral("%1 %2, %3").arg(count).arg(name, memory), name, memory});
                   !text.isEmpty() && grid.rows * (grid.side + space) >= m_line) {
            add(Kind::Label, {at.x() + used + m_gap, at.y(), width - used - m_gap, height}, text, {ClusterPart::Device},
                self);
        }
        return at.y() + height;
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
        lines.append(Words::tr("Devices %1–%2 compute at %3")
                         .arg(QString::number(slow.first), QString::number(slow.first + slow.devices - 1),
                              percentText(slow.speed)));
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
