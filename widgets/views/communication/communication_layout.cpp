// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/words.h"
#include "widgets/views/communication/communication_picture.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace pgram {

namespace {

constexpr double mapShare = 0.42;     // of the width of a wide picture, at most
constexpr double lowMapShare = 0.52;  // of the height of a narrow one, at most

struct CommunicationLayoutText {
    Q_DECLARE_TR_FUNCTIONS(CommunicationLayout)
};

using Sums = std::vector<VolumeSum>;

/// Of the names alone, with their details below, or in low rows with a short one beside.
double nameWidth(const Theme& theme, const Sums& sums, bool detailed, bool low)
{
    double widest = 0;
    for (const VolumeSum& sum : sums) {
        const double name = textWidth(theme.boldFont, sum.name);
        const double detail =
            low ? name + theme.gap + textWidth(theme.smallFont, sum.between) : textWidth(theme.smallFont, sum.detail);
        widest = std::max(widest, detailed ? std::max(name, detail) : name);
    }
    return widest + 2 * theme.gap;
}

/// Room at the right of the bars of bytes and of seconds for their figures.
double volumeLabel(const Theme& theme)
{
    return textWidth(theme.smallFont, QStringLiteral("000 GB")) + 2 * theme.gap + theme.margin;
}

double timeLabel(const Theme& theme, const Sums& sums, bool inWords)
{
    double widest = 0;
    for (const VolumeSum& sum : sums) {
        widest = std::max(widest, textWidth(theme.smallFont, timeText(sum, inWords)));
    }
    return widest + 2 * theme.gap;
}

double titleHeight(const Theme& theme)
{
    return theme.lineHeight * 1.5;
}

double deviceLabel(const Theme& theme, const Plan& plan)
{
    return textWidth(theme.smallFont, QString::number(plan.cluster.devices)) + 2 * theme.gap;
}

/// The square map with its lower right corner's scale below it.
void placeMap(CommunicationLayout& layout, const Theme& theme, const QPointF& topLeft, double side)
{
    layout.map = QRectF(topLeft, QSizeF(side, side));
    layout.scale = QRectF(topLeft.x(), layout.map.bottom() + theme.margin * 0.8, side, theme.lineHeight * 0.6);
}

/// Returns the `most` sums with the longest bars of bytes or seconds.
std::vector<bool> largest(const CommunicationLayout& layout, const Sums& sums, std::size_t most)
{
    std::vector<std::size_t> order(sums.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t index) {
        return std::max(sums[index].bytes() / layout.mostBytes, sums[index].seconds() / layout.mostSeconds);
    });
    std::vector<bool> shown(sums.size(), false);
    for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
        shown[order[i]] = true;
    }
    return shown;
}

/// The rows of volumes from the top of the area on, as wide as `right` allows; returns where they end. Where they are
/// too low for words, the largest have all the room and a note counts the others.
double placeRows(CommunicationLayout& layout, const Theme& theme, const Sums& sums, double right, double pitch)
{
    const QRectF& area = layout.area;
    const double least = volumeLabel(theme) + timeLabel(theme, sums, false) + theme.lineHeight * 8;
    const bool low = pitch < theme.lineHeight * 2;
    layout.detailed = right - area.left() - nameWidth(theme, sums, true, low) >= least;
    const double left = area.left() + nameWidth(theme, sums, layout.detailed, low);
    const double free = right - left - volumeLabel(theme);
    layout.timesInWords = free - timeLabel(theme, sums, true) >= theme.lineHeight * 18;
    const double bars = std::max(20.0, free - timeLabel(theme, sums, layout.timesInWords));
    double top = area.top() + titleHeight(theme);
    const double width = right - area.left();
    const bool fits = pitch >= theme.lineHeight * leastLabelled;
    const auto lines = static_cast<int>(pitch * static_cast<double>(sums.size()) / theme.lineHeight);
    const auto most = fits ? sums.size() : static_cast<std::size_t>(std::max(1, lines - 1));
    const std::vector<bool> shown = largest(layout, sums, most);
    for (std::size_t row = 0; row < sums.size(); ++row) {
        const double height = !shown[row] ? 0 : fits ? pitch : theme.lineHeight;
        layout.rows.emplace_back(area.left(), top, width, height);
        top += height;
    }
    layout.leftOut = static_cast<int>(std::ranges::count(shown, false));
    if (layout.leftOut > 0) {
        layout.leftOutNote = QRectF(area.left(), top, width, theme.lineHeight);
        top += theme.lineHeight;
    }
    layout.volumes = QRectF(left, area.top() + titleHeight(theme), bars * 0.5, top - area.top() - titleHeight(theme));
    layout.times =
        QRectF(layout.volumes.right() + volumeLabel(theme), layout.volumes.top(), bars * 0.5, layout.volumes.height());
    return top;
}

/// The link to the host stands behind the others where a plan offloads to it.
int linkCount(const Plan& plan)
{
    const auto offloads = [](const LayerStrategy& s) { return s.usesHost(); };
    const bool usesHost = plan.cluster.host.isKnown() && std::ranges::any_of(plan.strategies, offloads);
    return plan.cluster.hostLink() + (usesHost ? 1 : 0);
}

void placeLinks(CommunicationLayout& layout, const Theme& theme, int links, const QRectF& area, double names,
                double pitch)
{
    layout.linksTop = area.top();
    double top = area.top() + titleHeight(theme);
    for (int link = 0; link < links; ++link, top += pitch) {
        layout.links.emplace_back(area.left(), top, area.width(), pitch);
    }
    const double left = area.left() + names;
    layout.linkBars = QRectF(left, area.top(), std::max(10.0, area.right() - left - volumeLabel(theme)), area.height());
}

/// The map right of everything else: for wide pictures.
void arrangeBeside(CommunicationLayout& layout, const Theme& theme, const Plan& plan, const Sums& sums, int links)
{
    const QRectF& area = layout.area;
    const double head = theme.lineHeight * 2.4;
    const double foot = theme.lineHeight * 2.4;
    const double side = std::min(area.width() * mapShare - deviceLabel(theme, plan), area.height() - head - foot);
    placeMap(layout, theme, {area.right() - side, area.top() + head}, std::max(20.0, side));
    const double right = layout.map.left() - deviceLabel(theme, plan) - theme.margin * 2;
    const auto lines = static_cast<double>(sums.size()) + links;
    const double room = area.height() - 2 * titleHeight(theme) - theme.margin * 2;
    const double pitch = std::clamp(room / std::max(1.0, lines), 1.0, theme.lineHeight * 4.2);
    // The links keep their words; what the rows have no room for is counted below them.
    const double linkPitch = pitch < theme.lineHeight * leastLabelled ? theme.lineHeight : pitch;
    const double rows = (room - links * linkPitch) / std::max<double>(1, static_cast<double>(sums.size()));
    const double bottom =
        placeRows(layout, theme, sums, right, linkPitch > pitch ? std::max(1.0, rows) : pitch) + theme.margin * 2;
    placeLinks(layout, theme, links, QRectF(QPointF(area.left(), bottom), QPointF(right, area.bottom())),
               layout.volumes.left() - area.left(), linkPitch);
}

/// The rows over the whole width, below them the map and the links side by side; no map where it would be tiny.
void arrangeBelow(CommunicationLayout& layout, const Theme& theme, const Plan& plan, const Sums& sums, int links)
{
    const QRectF& area = layout.area;
    const double rows = sums.size();
    const double leastSide = theme.lineHeight * 7;
    const double aroundMap = theme.lineHeight * 4.8 + theme.margin;
    const double rowsRoom = area.height() * (1 - lowMapShare) - titleHeight(theme);
    const double enough = theme.lineHeight * 1.1 * rows;
    const double most = area.height() - titleHeight(theme) - aroundMap - leastSide;  // beside the smallest map
    const bool hasMap = most >= enough;
    const double room = hasMap ? std::clamp(rowsRoom, enough, most) : area.height() - titleHeight(theme);
    const double pitch = std::clamp(room / std::max(1.0, rows), 1.0, theme.lineHeight * 3);
    const double bottom = placeRows(layout, theme, sums, area.right(), pitch) + theme.margin;
    const double side = std::min(area.bottom() - bottom - theme.lineHeight * 4.8, area.width() * 0.45);
    if (!hasMap || side < 0.99 * leastSide) {
        return;
    }
    placeMap(layout, theme, {area.left() + deviceLabel(theme, plan), bottom + theme.lineHeight * 2.4}, side);
    const double left = layout.map.right() + theme.margin * 2;
    double names = 0;
    for (int link = 0; link < links; ++link) {
        names = std::max(names, textWidth(theme.boldFont, linkName(plan, link)));
    }
    placeLinks(layout, theme, links, QRectF(QPointF(left, bottom), area.bottomRight()), names + 2 * theme.gap,
               theme.lineHeight * 3);
}

}  // namespace

QString groupText(const Group& group)
{
    if (group.stride == 1) {
        return CommunicationLayoutText::tr("groups of %1").arg(group.size);
    }
    return CommunicationLayoutText::tr("groups of %1, %2 apart").arg(group.size).arg(group.stride);
}

QString linkName(const Plan& plan, int link)
{
    return link <= plan.cluster.hostLink() ? QString::fromStdString(plan.cluster.linkName(link)) : QString();
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
    result.reserve(sums.size());
    for (const auto& [kind, bytes] : sums) {
        result.push_back({kind, bytes});
    }
    return result;
}

QRectF CommunicationLayout::block(int first, int count) const
{
    const double side = deviceSide();
    return {map.left() + (first - window.column) * side, map.top() + (first - window.row) * side, count * side,
            count * side};
}

/// Exposed and hidden seconds, in words or in short: "6.14 + 34.8 ms".
QString timeText(const VolumeSum& sum, bool inWords)
{
    if (sum.seconds() <= 0) {
        return {};
    }
    const QString exposed = secondsText(sum.exposed());
    const Seconds hidden = sum.hidden();
    if (!inWords) {
        return hidden > 0 ? QStringLiteral("%1 + %2").arg(exposed, secondsText(hidden)) : exposed;
    }
    if (hidden <= 0) {
        return CommunicationLayoutText::tr("%1 exposed").arg(exposed);
    }
    return CommunicationLayoutText::tr("%1 exposed, %2 overlapped").arg(exposed, secondsText(hidden));
}

CommunicationLayout layoutCommunication(const Theme& theme, const Plan& plan, const Estimate& estimate,
                                        const std::vector<VolumeSum>& sums, VolumeGrouping grouping, const QRectF& area)
{
    CommunicationLayout layout;
    layout.area = area;
    layout.window = TrafficWindow::all(plan.cluster.devices);
    for (const VolumeSum& sum : sums) {
        layout.mostBytes = std::max(layout.mostBytes, sum.bytes());
        layout.mostSeconds = std::max(layout.mostSeconds, sum.seconds());
    }
    for (int link = 0; link < linkCount(plan); ++link) {
        double sum = 0;
        for (const KindBytes& part : bytesOver(estimate, link)) {
            sum += part.bytes;
        }
        layout.mostLinkBytes = std::max(layout.mostLinkBytes, sum);
    }
    const bool wide = area.width() >= theme.lineHeight * 62;
    const int links = grouping == VolumeGrouping::Link ? 0 : linkCount(plan);
    if (wide) {
        arrangeBeside(layout, theme, plan, sums, links);
    } else {
        arrangeBelow(layout, theme, plan, sums, links);
    }
    return layout;
}

}  // namespace pgram
