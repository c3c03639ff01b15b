// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/communication/communication_picture.h"

#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double mostShapes = 256;  // devices a side whose pairs are shapes in a file

struct CommunicationPictureText {
    Q_DECLARE_TR_FUNCTIONS(CommunicationPicture)
};

void paintBarLabel(QPainter& painter, const Theme& theme, const QRectF& bar, double limit, const QString& text)
{
    const QRectF label(bar.right() + theme.gap, bar.top(), limit - bar.right() - theme.gap, bar.height());
    if (textWidth(theme.smallFont, text) <= label.width()) {
        paintText(painter, theme.smallFont, theme.text, label, Qt::AlignVCenter | Qt::TextDontClip, text);
    }
}

QRectF barIn(const QRectF& row, const QRectF& column, double share)
{
    const double height = std::min(row.height() * 0.56, 26.0);
    return {column.left(), row.center().y() - height / 2, column.width() * share, height};
}

void paintName(QPainter& painter, const CommunicationPicture& p, const QRectF& row, const VolumeSum& sum)
{
    const Theme& theme = p.theme;
    const QRectF place(row.left(), row.top(), p.layout.volumes.left() - row.left() - theme.gap, row.height());
    if (p.layout.detailed && row.height() >= theme.lineHeight * 2) {
        const QRectF upper(place.left(), place.center().y() - theme.lineHeight, place.width(), theme.lineHeight);
        paintText(painter, theme.boldFont, theme.text, upper, Qt::AlignVCenter | Qt::TextDontClip, sum.name);
        paintText(painter, theme.smallFont, theme.mutedText, upper.translated(0, theme.lineHeight),
                  Qt::AlignVCenter | Qt::TextDontClip, sum.detail);
    } else if (row.height() >= theme.lineHeight * leastLabelled) {
        const QFont& font = row.height() >= theme.lineHeight * 1.3 ? theme.boldFont : theme.smallFont;
        paintText(painter, font, theme.text, place, Qt::AlignVCenter | Qt::TextDontClip, sum.name);
        // Rows of one kind differ in their groups.
        const QRectF rest = place.adjusted(textWidth(font, sum.name) + theme.gap, 0, 0, 0);
        paintText(painter, theme.smallFont, theme.mutedText, rest, Qt::AlignVCenter | Qt::TextDontClip,
                  firstFitting(theme.smallFont, p.layout.detailed ? rest.width() : 0, {sum.between}));
    }
}

/// A piece of a bar between two shares of its column.
QRectF pieceOf(const QRectF& bar, const QRectF& column, double from, double to)
{
    return {column.left() + column.width() * from, bar.top(), column.width() * (to - from), bar.height()};
}

/// The name of a part inside of its piece of a bar, where a bar has several parts and there is room.
void paintPartName(QPainter& painter, const Theme& theme, const QRectF& piece, TrafficKind kind)
{
    const QString name = nameOf(kind);
    if (textWidth(theme.smallFont, name) + theme.gap <= piece.width() && piece.height() >= theme.lineHeight * 0.9) {
        paintText(painter, theme.smallFont, labelColor(theme.of(kind)), piece, Qt::AlignCenter, name);
    }
}

void paintVolumeParts(QPainter& painter, const CommunicationPicture& p, const QRectF& row, const VolumeSum& sum)
{
    const QRectF& column = p.layout.volumes;
    const QRectF bar = barIn(row, column, 0);
    double place = 0;
    for (const VolumePart& part : sum.parts) {
        const double end = place + part.bytes / p.layout.mostBytes;
        const QRectF piece = pieceOf(bar, column, place, end);
        painter.fillRect(piece, p.theme.of(part.kind));
        if (sum.parts.size() > 1) {
            paintPartName(painter, p.theme, piece, part.kind);
        }
        place = end;
    }
}

/// What is exposed first, kind after kind, then what is hidden.
void paintTimeParts(QPainter& painter, const CommunicationPicture& p, const QRectF& row, const VolumeSum& sum)
{
    const QRectF& column = p.layout.times;
    const QRectF bar = barIn(row, column, 0);
    double place = 0;
    for (const bool hidden : {false, true}) {
        for (const VolumePart& part : sum.parts) {
            const double end = place + (hidden ? part.hidden : part.exposed) / p.layout.mostSeconds;
            const QRectF piece = pieceOf(bar, column, place, end);
            paintExposure(painter, p.theme, part.kind,
                          hidden ? QRectF(piece.topLeft(), QSizeF(0, bar.height())) : piece, piece);
            place = end;
        }
    }
}

/// The first of the texts that fits.
void paintTitle(QPainter& painter, const Theme& theme, const QRectF& place, std::initializer_list<QString> texts)
{
    paintText(painter, theme.font, theme.mutedText, place, Qt::AlignVCenter | Qt::TextDontClip,
              firstFitting(theme.font, place.width(), texts));
}

/// The line above a column.
QRectF titleLine(const Theme& theme, double left, double right, double top)
{
    return {left, top, right - left, theme.lineHeight};
}

/// Device numbers along both sides, as many as there is room for.
void paintDeviceTicks(QPainter& painter, const CommunicationPicture& p)
{
    const QRectF& map = p.layout.map;
    const int devices = p.traffic->devices();
    const double room = textWidth(p.theme.smallFont, QString::number(devices - 1)) + p.theme.gap * 2;
    int step = 1;
    while (step * p.layout.deviceSide() < std::max(room, p.theme.lineHeight)) {
        step *= 2;
    }
    painter.setFont(p.theme.smallFont);
    painter.setPen(p.theme.mutedText);
    const int first = p.layout.deviceAcross(map.left(), devices);
    const int top = p.layout.deviceDown(map.top(), devices);
    const int shown = static_cast<int>(std::ceil(p.layout.window.span));
    for (int device = first / step * step; device <= std::min(first + shown, devices - 1); device += step) {
        const double middle = p.layout.block(device, 1).center().x();
        if (map.left() <= middle && middle <= map.right()) {
            painter.drawText(QRectF(middle - room / 2, map.top() - p.theme.lineHeight, room, p.theme.lineHeight),
                             Qt::AlignCenter, QString::number(device));
        }
    }
    for (int device = top / step * step; device <= std::min(top + shown, devices - 1); device += step) {
        const double middle = p.layout.block(device, 1).center().y();
        if (map.top() <= middle && middle <= map.bottom()) {
            painter.drawText(
                QRectF(map.left() - room, middle - p.theme.lineHeight / 2, room - p.theme.gap, p.theme.lineHeight),
                Qt::AlignRight | Qt::AlignVCenter, QString::number(device));
        }
    }
}

/// The pairs of the window as shapes: sharp at every size, and of no more than their own colours.
void paintPairShapes(QPainter& painter, const CommunicationPicture& p)
{
    const QRectF& map = p.layout.map;
    const int devices = p.traffic->devices();
    painter.fillRect(map, p.theme.panel);
    const double side = p.layout.deviceSide();
    for (int from = p.layout.deviceDown(map.top(), devices); from <= p.layout.deviceDown(map.bottom(), devices);
         ++from) {
        for (int to = p.layout.deviceAcross(map.left(), devices); to <= p.layout.deviceAcross(map.right(), devices);
             ++to) {
            if (const Volume bytes = p.traffic->bytes(from, to); bytes > 0) {
                painter.fillRect(QRectF(p.layout.block(to, 1).left(), p.layout.block(from, 1).top(), side, side),
                                 p.theme.heat(p.traffic->share(bytes)));
            }
        }
    }
}

/// The pairs of the window: at the screen's own pixels, in an SVG or a PDF as shapes where they are not too many.
void paintPairs(QPainter& painter, const CommunicationPicture& p)
{
    const QRectF& map = p.layout.map;
    if (painter.paintEngine()->type() != QPaintEngine::Raster && p.layout.window.span <= mostShapes) {
        paintPairShapes(painter, p);
        return;
    }
    const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1;
    const TrafficImage pairs =
        p.traffic->image(p.theme, p.layout.window, static_cast<int>(std::lround(map.width() * ratio)));
    const double side = p.layout.deviceSide();
    painter.drawImage(QRectF(map.left() + (pairs.window.column - p.layout.window.column) * side,
                             map.top() + (pairs.window.row - p.layout.window.row) * side, pairs.window.span * side,
                             pairs.window.span * side),
                      pairs.image);
}

/// Roomy cells part from each other and carry their bytes.
void paintCells(QPainter& painter, const CommunicationPicture& p)
{
    const QRectF& map = p.layout.map;
    const int devices = p.traffic->devices();
    const double side = p.layout.deviceSide();
    if (side < 8) {
        return;
    }
    const int first = p.layout.deviceAcross(map.left(), devices);
    const int top = p.layout.deviceDown(map.top(), devices);
    const int lastAcross = p.layout.deviceAcross(map.right(), devices);
    const int lastDown = p.layout.deviceDown(map.bottom(), devices);
    const auto cell = [&](int from, int to) {
        return QRectF(p.layout.block(to, 1).left(), p.layout.block(from, 1).top(), side, side);
    };
    for (int to = first + 1; to <= lastAcross; ++to) {
        painter.fillRect(QRectF(cell(top, to).left(), map.top(), 1, map.height()), p.theme.surface);
    }
    for (int from = top + 1; from <= lastDown; ++from) {
        painter.fillRect(QRectF(map.left(), cell(from, first).top(), map.width(), 1), p.theme.surface);
    }
    if (side < textWidth(p.theme.smallFont, QStringLiteral("0 MB"))) {
        return;
    }
    painter.setFont(p.theme.smallFont);
    for (int from = top; from <= lastDown; ++from) {
        for (int to = first; to <= lastAcross; ++to) {
            const Volume bytes = p.traffic->bytes(from, to);
            const QString text = bytes > 0 ? volumeText(bytes) : QString();
            if (!text.isEmpty() && textWidth(p.theme.smallFont, text) + p.theme.gap <= side) {
                painter.setPen(labelColor(p.theme.heat(p.traffic->share(bytes))));
                painter.drawText(cell(from, to), Qt::AlignCenter, text);
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
    if (p.traffic->most() > 0) {
        painter.drawText(labels, Qt::AlignLeft | Qt::AlignVCenter, volumeText(p.traffic->least()));
        painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter, volumeText(p.traffic->most()));
    }
    const QString middle = CommunicationPictureText::tr("logarithmic");
    if (textWidth(p.theme.smallFont, middle) + 2 * textWidth(p.theme.smallFont, QStringLiteral("000 MB ")) <
        labels.width()) {
        painter.drawText(labels, Qt::AlignCenter, middle);
    }
}

}  // namespace

Heading communicationHeading(const Theme& theme, const Estimate& estimate)
{
    Heading heading;
    heading.title = CommunicationPictureText::tr("Communication of a step");
    double bytes = 0;
    for (const VolumeRow& row : estimate.volumes) {
        bytes += row.bytes;
    }
    heading.subtitle = CommunicationPictureText::tr("%1 total, %2 exposed (worst stage)")
                           .arg(volumeText(bytes), secondsText(estimate.exposedCommunication));
    heading.legend = exposureLegend(theme);
    return heading;
}

std::vector<LegendItem> exposureLegend(const Theme& theme)
{
    return {{CommunicationPictureText::tr("exposed"), theme.mutedText},
            {CommunicationPictureText::tr("overlapped with compute"), theme.mutedText, LegendItem::Mark::Hatch}};
}

void paintVolumeRows(QPainter& painter, const CommunicationPicture& p)
{
    const CommunicationLayout& layout = p.layout;
    const Theme& theme = p.theme;
    if (layout.rows.empty()) {
        paintTitle(painter, theme, titleLine(theme, layout.area.left(), layout.area.right(), layout.area.top()),
                   {CommunicationPictureText::tr("No communication between devices.")});
        return;
    }
    const double top = layout.area.top();
    paintTitle(painter, theme, titleLine(theme, layout.volumes.left(), layout.times.left() - theme.gap, top),
               {CommunicationPictureText::tr("bytes, all ranks"), CommunicationPictureText::tr("bytes")});
    paintTitle(painter, theme, titleLine(theme, layout.times.left(), layout.rows.front().right(), top),
               {CommunicationPictureText::tr("seconds per rank"), CommunicationPictureText::tr("seconds")});
    for (std::size_t index = 0; index < layout.rows.size(); ++index) {
        const VolumeSum& sum = p.sums[index];
        const QRectF& row = layout.rows[index];
        if (row.isEmpty()) {
            continue;
        }
        paintName(painter, p, row, sum);
        paintVolumeParts(painter, p, row, sum);
        paintTimeParts(painter, p, row, sum);
        if (row.height() < theme.lineHeight * leastLabelled) {
            continue;  // Labels would run into those of the next row.
        }
        const QRectF bytes = barIn(row, layout.volumes, sum.bytes() / layout.mostBytes);
        paintBarLabel(painter, theme, bytes, layout.times.left(), volumeText(sum.bytes()));
        const QRectF whole = barIn(row, layout.times, sum.seconds() / layout.mostSeconds);
        paintBarLabel(painter, theme, whole, row.right(), timeText(sum, layout.timesInWords));
    }
    if (layout.leftOut > 0) {
        paintText(painter, theme.smallFont, theme.mutedText, layout.leftOutNote, Qt::AlignVCenter | Qt::TextDontClip,
                  CommunicationPictureText::tr("%n smaller row(s) not shown", nullptr, layout.leftOut));
    }
}

void paintLinks(QPainter& painter, const CommunicationPicture& p)
{
    const CommunicationLayout& layout = p.layout;
    const Theme& theme = p.theme;
    if (layout.rows.empty()) {
        return;
    }
    if (layout.links.empty()) {
        return;
    }
    paintTitle(
        painter, theme, titleLine(theme, layout.linkBars.left(), layout.links.front().right(), layout.linksTop),
        {CommunicationPictureText::tr("bytes over each link class"), CommunicationPictureText::tr("bytes by link")});
    const QRectF& column = layout.linkBars;
    for (std::size_t link = 0; link < layout.links.size(); ++link) {
        const QRectF& row = layout.links[link];
        paintText(painter, theme.boldFont, theme.text,
                  QRectF(row.left(), row.top(), column.left() - row.left(), row.height()),
                  Qt::AlignVCenter | Qt::TextDontClip, linkName(p.plan, static_cast<int>(link)));
        double sum = 0;
        QRectF bar = barIn(row, column, 0);
        for (const KindBytes& part : bytesOver(p.estimate, static_cast<int>(link))) {
            const double left = column.left() + column.width() * sum / layout.mostLinkBytes;
            sum += part.bytes;
            bar.setRight(column.left() + column.width() * sum / layout.mostLinkBytes);
            const QRectF segment(QPointF(left, bar.top()), bar.bottomRight());
            painter.fillRect(segment, theme.of(part.kind));
            paintPartName(painter, theme, segment, part.kind);
        }
        paintBarLabel(painter, theme, bar, row.right(), volumeText(sum));
    }
}

void paintTrafficMap(QPainter& painter, const CommunicationPicture& p)
{
    const CommunicationLayout& layout = p.layout;
    if (p.plan.cluster.devices < 2 || layout.map.isEmpty()) {
        return;
    }
    const bool besideLinks = !layout.links.empty() && layout.links.front().left() > layout.map.right();
    const double end = besideLinks ? layout.links.front().left() - p.theme.gap : layout.area.right();
    paintTitle(painter, p.theme,
               titleLine(p.theme, layout.map.left(), end, layout.map.top() - p.theme.lineHeight * 2.4),
               {CommunicationPictureText::tr("from device (down) to device (across)"),
                CommunicationPictureText::tr("device to device")});
    if (p.traffic == nullptr) {
        painter.fillRect(layout.map, p.theme.panel);
        painter.drawText(layout.map, Qt::AlignCenter | Qt::TextWordWrap, p.instead);
        return;
    }
    painter.save();
    painter.setClipRect(layout.map, Qt::IntersectClip);
    paintPairs(painter, p);
    paintCells(painter, p);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.theme.line, 1));
    const int perStage = p.plan.stageDevices();
    const bool stagesVisible = perStage * layout.deviceSide() >= 4;
    for (int stage = 0; stage < p.plan.pipeline() && stagesVisible; ++stage) {
        const QRectF block = layout.block(p.plan.firstDevice(stage), perStage);
        if (block.intersects(layout.map)) {
            painter.drawRect(block);
        }
    }
    painter.restore();
    paintOutline(painter, layout.map, p.theme.line, 1);
    paintDeviceTicks(painter, p);
    paintColorScale(painter, p);
}

}  // namespace pgram
