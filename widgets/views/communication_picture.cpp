// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication_picture.h"

#include "widgets/theme/color.h"
#include "widgets/theme/hatch.h"
#include "widgets/views/words.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace pgram {

namespace {

constexpr double mapShare = 0.42;  // of the width, at most
constexpr double hatchSpacing = 6;
constexpr double hiddenStrength = 0.35;  // of the kind's colour where it is hidden

QString commText(const char* text)
{
    return QCoreApplication::translate("CommunicationPicture", text);
}

QString timeText(const VolumeRow& row)
{
    if (row.hidden <= 0) {
        return commText(QT_TRANSLATE_NOOP("CommunicationPicture", "%1 exposed")).arg(secondsText(row.exposed));
    }
    return commText(QT_TRANSLATE_NOOP("CommunicationPicture", "%1 exposed, %2 hidden"))
        .arg(secondsText(row.exposed), secondsText(row.hidden));
}

QString detailText(const Plan& plan, const VolumeRow& row)
{
    return QStringLiteral("%1, %2").arg(groupText(row.group), linkName(plan, row.link));
}

double nameWidth(const Theme& theme, const Plan& plan, const Estimate& estimate)
{
    double widest = textWidth(theme.boldFont, commText(QT_TRANSLATE_NOOP("CommunicationPicture", "Tensor parallel")));
    for (const VolumeRow& row : estimate.volumes) {
        widest = std::max(widest, textWidth(theme.boldFont, nameOf(row.kind)));
        widest = std::max(widest, textWidth(theme.smallFont, detailText(plan, row)));
    }
    return widest + 2 * theme.gap;
}

void paintBarLabel(QPainter& painter, const Theme& theme, const QRectF& bar, double limit, const QString& text)
{
    const QRectF label(bar.right() + theme.gap, bar.top(), limit - bar.right() - theme.gap, bar.height());
    if (textWidth(theme.smallFont, text) <= label.width()) {
        painter.setFont(theme.smallFont);
        painter.setPen(theme.text);
        painter.drawText(label, Qt::AlignVCenter | Qt::TextDontClip, text);
    }
}

QRectF barIn(const QRectF& row, const QRectF& column, double share)
{
    const double height = std::min(row.height() * 0.56, 26.0);
    return {column.left(), row.center().y() - height / 2, column.width() * share, height};
}

/// Room at the right of the bars of bytes and of seconds for their figures.
double volumeLabel(const Theme& theme)
{
    return textWidth(theme.smallFont, QStringLiteral("000 GB")) + 2 * theme.gap + theme.margin;
}

double timeLabel(const Theme& theme, const Estimate& estimate)
{
    double widest = 0;
    for (const VolumeRow& row : estimate.volumes) {
        widest = std::max(widest, textWidth(theme.smallFont, timeText(row)));
    }
    return widest + 2 * theme.gap;
}

void paintName(QPainter& painter, const CommunicationPicture& p, const QRectF& row, const VolumeRow& volume)
{
    const Theme& theme = p.theme;
    const QString detail = detailText(p.plan, volume);
    const QRectF place(row.left(), row.top(), p.layout.volumes.left() - row.left() - theme.gap, row.height());
    if (row.height() >= theme.lineHeight * 2) {
        const QRectF upper(place.left(), place.center().y() - theme.lineHeight, place.width(), theme.lineHeight);
        painter.setFont(theme.boldFont);
        painter.setPen(theme.text);
        painter.drawText(upper, Qt::AlignVCenter | Qt::TextDontClip, nameOf(volume.kind));
        painter.setFont(theme.smallFont);
        painter.setPen(theme.mutedText);
        painter.drawText(upper.translated(0, theme.lineHeight), Qt::AlignVCenter | Qt::TextDontClip, detail);
    } else if (row.height() >= theme.lineHeight * 0.85) {
        painter.setFont(theme.smallFont);
        painter.setPen(theme.text);
        painter.drawText(place, Qt::AlignVCenter | Qt::TextDontClip, nameOf(volume.kind));
    }
}

void paintTitle(QPainter& painter, const Theme& theme, const QPointF& place, const QString& text)
{
    painter.setFont(theme.font);
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(place, QSizeF(1, theme.lineHeight)), Qt::AlignVCenter | Qt::TextDontClip, text);
}

/// Device numbers along both sides, as many as there is room for.
void paintDeviceTicks(QPainter& painter, const CommunicationPicture& p)
{
    const QRectF& map = p.layout.map;
    const int devices = p.traffic.devices();
    const double room = textWidth(p.theme.smallFont, QString::number(devices - 1)) + p.theme.gap * 2;
    int step = 1;
    while (step * map.width() / devices < std::max(room, p.theme.lineHeight)) {
        step *= 2;
    }
    painter.setFont(p.theme.smallFont);
    painter.setPen(p.theme.mutedText);
    for (int device = 0; device < devices; device += step) {
        const QRectF cell = p.layout.block(device, 1, devices);
        const QString text = QString::number(device);
        painter.drawText(QRectF(cell.center().x() - room / 2, map.top() - p.theme.lineHeight, room, p.theme.lineHeight),
                         Qt::AlignCenter, text);
        painter.drawText(QRectF(map.left() - room, cell.center().y() - p.theme.lineHeight / 2, room - p.theme.gap,
                                p.theme.lineHeight),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    }
}

/// Roomy cells part from each other and carry their bytes.
void paintCells(QPainter& painter, const CommunicationPicture& p)
{
    const QRectF& map = p.layout.map;
    const int devices = p.traffic.devices();
    const double side = map.width() / devices;
    if (side < 8) {
        return;
    }
    for (int device = 1; device < devices; ++device) {
        painter.fillRect(QRectF(map.left() + device * side, map.top(), 1, map.height()), p.theme.surface);
        painter.fillRect(QRectF(map.left(), map.top() + device * side, map.width(), 1), p.theme.surface);
    }
    painter.setFont(p.theme.smallFont);
    for (int from = 0; from < devices; ++from) {
        for (int to = 0; to < devices; ++to) {
            const Volume bytes = p.traffic.bytes(from, to);
            const QString text = volumeText(bytes);
            if (bytes > 0 && textWidth(p.theme.smallFont, text) + p.theme.gap <= side) {
                painter.setPen(labelColor(p.theme.heat(p.traffic.share(bytes))));
                painter.drawText(QRectF(map.left() + to * side, map.top() + from * side, side, side), Qt::AlignCenter,
                                 text);
            }
        }
    }
}

void paintColorScale(QPainter& painter, const CommunicationPicture& p)
{
    const QRectF& bar = p.layout.scale;
    for (double x = 0; x < bar.width(); ++x) {
        painter.fillRect(QRectF(bar.left() + x, bar.top(), std::min(1.0, bar.width() - x), bar.height()),
                         p.theme.heat(x / bar.width()));
    }
    painter.setFont(p.theme.smallFont);
    painter.setPen(p.theme.mutedText);
    const QRectF labels(bar.left(), bar.bottom() + 2, bar.width(), p.theme.lineHeight);
    if (p.traffic.most() > 0) {
        painter.drawText(labels, Qt::AlignLeft | Qt::AlignVCenter, volumeText(p.traffic.least()));
        painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter, volumeText(p.traffic.most()));
    }
    painter.drawText(labels, Qt::AlignCenter, commText(QT_TRANSLATE_NOOP("CommunicationPicture", "logarithmic")));
}

}  // namespace

QString groupText(const Group& group)
{
    if (group.stride == 1) {
        return commText(QT_TRANSLATE_NOOP("CommunicationPicture", "groups of %1")).arg(group.size);
    }
    return commText(QT_TRANSLATE_NOOP("CommunicationPicture", "groups of %1, %2 apart"))
        .arg(group.size)
        .arg(group.stride);
}

QString linkName(const Plan& plan, int link)
{
    const auto index = static_cast<std::size_t>(link);
    return index < plan.cluster.links.size() ? QString::fromStdString(plan.cluster.links[index].name) : QString();
}

std::vector<KindBytes> bytesOver(const Estimate& estimate, int link)
{
    std::map<TrafficKind, Volume> sums;
    for (const VolumeRow& row : estimate.volumes) {
        if (row.link == link) {
            sums[row.kind] += row.bytes;
        }
    }
    std::vector<KindBytes> result;
    for (const auto& [kind, bytes] : sums) {
        result.push_back({kind, bytes});
    }
    return result;
}

int CommunicationLayout::rowAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(rows, [&](const QRectF& row) { return row.contains(position); });
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

int CommunicationLayout::linkAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(links, [&](const QRectF& row) { return row.contains(position); });
    return found == links.end() ? -1 : static_cast<int>(found - links.begin());
}

int CommunicationLayout::deviceAcross(double x, int devices) const
{
    return std::clamp(static_cast<int>((x - map.left()) / map.width() * devices), 0, devices - 1);
}

int CommunicationLayout::deviceDown(double y, int devices) const
{
    return std::clamp(static_cast<int>((y - map.top()) / map.height() * devices), 0, devices - 1);
}

QRectF CommunicationLayout::block(int first, int count, int devices) const
{
    const double side = map.width() / devices;
    return {map.left() + first * side, map.top() + first * side, count * side, count * side};
}

Heading communicationHeading(const Theme& theme, const Estimate& estimate)
{
    Heading heading;
    heading.title = commText(QT_TRANSLATE_NOOP("CommunicationPicture", "Communication of a step"));
    double bytes = 0;
    for (const VolumeRow& row : estimate.volumes) {
        bytes += row.bytes;
    }
    heading.subtitle =
        commText(QT_TRANSLATE_NOOP("CommunicationPicture", "%1 in all, %2 exposed in the stage that exposes most"))
            .arg(volumeText(bytes), secondsText(estimate.exposedCommunication));
    heading.legend = {{commText(QT_TRANSLATE_NOOP("CommunicationPicture", "exposed")), theme.mutedText},
                      {commText(QT_TRANSLATE_NOOP("CommunicationPicture", "hidden behind computing")), theme.mutedText,
                       LegendItem::Mark::Hatch}};
    return heading;
}

CommunicationLayout layoutCommunication(const Theme& theme, const Plan& plan, const Estimate& estimate,
                                        const QRectF& area)
{
    CommunicationLayout layout;
    const double titles = theme.lineHeight * 1.5;
    const double deviceLabel = textWidth(theme.smallFont, QString::number(plan.cluster.devices)) + 2 * theme.gap;
    const double mapFoot = theme.lineHeight * 2.4;
    const double mapHead = titles + theme.lineHeight;
    const double side =
        std::max(20.0, std::min(area.width() * mapShare - deviceLabel, area.height() - mapHead - mapFoot));
    layout.map = QRectF(area.right() - side, area.top() + mapHead, side, side);
    layout.scale = QRectF(layout.map.left(), layout.map.bottom() + theme.margin * 0.8, side, theme.lineHeight * 0.6);

    const double right = layout.map.left() - deviceLabel - theme.margin * 2;
    const double left = area.left() + nameWidth(theme, plan, estimate);
    const double bars = std::max(20.0, right - left - volumeLabel(theme) - timeLabel(theme, estimate));
    layout.rowsTop = area.top();
    const auto rows = static_cast<double>(estimate.volumes.size());
    const auto links = static_cast<double>(plan.cluster.links.size());
    const double room = area.height() - 2 * titles - theme.margin * 2;
    const double pitch = std::clamp(room / std::max(1.0, rows + links), 1.0, theme.lineHeight * 4.2);
    double top = area.top() + titles;
    for (std::size_t row = 0; row < estimate.volumes.size(); ++row, top += pitch) {
        layout.rows.emplace_back(area.left(), top, right - area.left(), pitch);
    }
    layout.volumes = QRectF(left, area.top() + titles, bars * 0.55, top - area.top() - titles);
    layout.times =
        QRectF(layout.volumes.right() + volumeLabel(theme), layout.volumes.top(), bars * 0.45, layout.volumes.height());
    layout.linksTop = top + theme.margin * 2;
    top = layout.linksTop + titles;
    for (std::size_t link = 0; link < plan.cluster.links.size(); ++link, top += pitch) {
        layout.links.emplace_back(area.left(), top, right - area.left(), pitch);
        double sum = 0;
        for (const KindBytes& part : bytesOver(estimate, static_cast<int>(link))) {
            sum += part.bytes;
        }
        layout.mostLinkBytes = std::max(layout.mostLinkBytes, sum);
    }
    layout.mostSeconds = 1e-12;
    for (const VolumeRow& row : estimate.volumes) {
        layout.mostBytes = std::max(layout.mostBytes, row.bytes);
        layout.mostSeconds = std::max(layout.mostSeconds, row.hidden + row.exposed);
    }
    return layout;
}

void paintVolumeRows(QPainter& painter, const CommunicationPicture& p)
{
    const CommunicationLayout& layout = p.layout;
    const Theme& theme = p.theme;
    if (layout.rows.empty()) {
        paintTitle(painter, theme, {layout.volumes.left(), layout.rowsTop},
                   commText(QT_TRANSLATE_NOOP("CommunicationPicture", "Nothing travels between devices.")));
        return;
    }
    paintTitle(painter, theme, {layout.volumes.left(), layout.rowsTop},
               commText(QT_TRANSLATE_NOOP("CommunicationPicture", "bytes, all ranks")));
    paintTitle(painter, theme, {layout.times.left(), layout.rowsTop},
               commText(QT_TRANSLATE_NOOP("CommunicationPicture", "seconds of a rank")));
    for (std::size_t index = 0; index < layout.rows.size(); ++index) {
        const VolumeRow& volume = p.estimate.volumes[index];
        const QRectF& row = layout.rows[index];
        const QColor color = theme.of(volume.kind);
        paintName(painter, p, row, volume);
        const QRectF bytes = barIn(row, layout.volumes, volume.bytes / layout.mostBytes);
        painter.fillRect(bytes, color);
        paintBarLabel(painter, theme, bytes, layout.times.left(), volumeText(volume.bytes));
        const QRectF exposed = barIn(row, layout.times, volume.exposed / layout.mostSeconds);
        const QRectF whole = barIn(row, layout.times, (volume.exposed + volume.hidden) / layout.mostSeconds);
        painter.fillRect(whole, mixed(theme.surface, color, hiddenStrength));
        paintHatch(painter, QRectF(exposed.topRight(), whole.bottomRight()), mixed(color, theme.text, 0.3),
                   hatchSpacing);
        painter.fillRect(exposed, color);
        paintBarLabel(painter, theme, whole, row.right(), timeText(volume));
    }
}

void paintLinks(QPainter& painter, const CommunicationPicture& p)
{
    const CommunicationLayout& layout = p.layout;
    const Theme& theme = p.theme;
    if (layout.rows.empty()) {
        return;
    }
    paintTitle(painter, theme, {layout.volumes.left(), layout.linksTop},
               commText(QT_TRANSLATE_NOOP("CommunicationPicture", "bytes over each link class")));
    const QRectF column(layout.volumes.left(), 0, layout.times.right() - layout.volumes.left(), 0);
    for (std::size_t link = 0; link < layout.links.size(); ++link) {
        const QRectF& row = layout.links[link];
        painter.setFont(theme.boldFont);
        painter.setPen(theme.text);
        painter.drawText(QRectF(row.left(), row.top(), column.left() - row.left(), row.height()),
                         Qt::AlignVCenter | Qt::TextDontClip, linkName(p.plan, static_cast<int>(link)));
        double sum = 0;
        QRectF bar = barIn(row, column, 0);
        for (const KindBytes& part : bytesOver(p.estimate, static_cast<int>(link))) {
            const double left = column.left() + column.width() * sum / layout.mostLinkBytes;
            sum += part.bytes;
            bar.setRight(column.left() + column.width() * sum / layout.mostLinkBytes);
            const QRectF segment(QPointF(left, bar.top()), bar.bottomRight());
            painter.fillRect(segment, theme.of(part.kind));
            const QString name = nameOf(part.kind);
            if (textWidth(theme.smallFont, name) + theme.gap <= segment.width() &&
                segment.height() >= theme.lineHeight * 0.9) {
                painter.setFont(theme.smallFont);
                painter.setPen(labelColor(theme.of(part.kind)));
                painter.drawText(segment, Qt::AlignCenter, name);
            }
        }
        paintBarLabel(painter, theme, bar, row.right(), volumeText(sum));
    }
}

void paintTrafficMap(QPainter& painter, const CommunicationPicture& p)
{
    const CommunicationLayout& layout = p.layout;
    if (p.traffic.devices() < 2) {
        return;
    }
    paintTitle(painter, p.theme, {layout.map.left(), layout.rowsTop},
               commText(QT_TRANSLATE_NOOP("CommunicationPicture", "traffic from device (down) to device (across)")));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, p.traffic.cells() > layout.map.width());
    painter.drawImage(layout.map, p.heat);
    paintCells(painter, p);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.theme.line, 1));
    const int perStage = p.plan.stageDevices();
    const bool stagesVisible = layout.map.width() / p.plan.pipeline() >= 4;
    for (int stage = 0; stage < p.plan.pipeline() && stagesVisible; ++stage) {
        painter.drawRect(layout.block(stage * perStage, perStage, p.traffic.devices()));
    }
    painter.drawRect(layout.map);
    paintDeviceTicks(painter, p);
    paintColorScale(painter, p);
}

}  // namespace pgram
