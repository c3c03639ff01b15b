// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/views/common/heading.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/communication/communication_picture.h"
#include "widgets/views/compare/compare_panels.h"

#include <QPainter>

#include <algorithm>

namespace pgram {

namespace {

constexpr double groupSpace = 0.6;  // of a row, between kinds

Heading headingOf(const Theme& theme)
{
    return {CompareText::tr("Communication of a step by kind"), {}, exposureLegend(theme)};
}

/// A bar is of a plan that has the kind.
const VolumeDifference& volumeOf(const CompareSet& set, const VolumeBar& bar)
{
    return *set.plans[bar.plan].volume(bar.kind);
}

/// The bars, kind by kind, without their places.
std::vector<VolumeBar> barsOf(const CompareSet& set)
{
    std::vector<VolumeBar> bars;
    for (const TrafficKind kind : set.trafficKinds()) {
        for (std::size_t plan = 0; plan < set.plans.size(); ++plan) {
            const VolumeDifference* volume = set.plans[plan].volume(kind);
            if (volume != nullptr && volume->after > 0) {
                bars.push_back({static_cast<int>(plan), kind, {}});
            }
        }
    }
    return bars;
}

QString bytesLabel(const CompareSet& set, const VolumeBar& bar)
{
    const VolumeDifference& volume = volumeOf(set, bar);
    const bool compared = bar.plan > 0 && volume.before > 0 && set.plans[bar.plan].sameModel;
    return compared
               ? QStringLiteral("%1  %2").arg(volumeText(volume.after), signedPercent(volume.after / volume.before - 1))
               : volumeText(volume.after);
}

QString timeLabel(const CompareSet& set, const VolumeBar& bar)
{
    const VolumeDifference& volume = volumeOf(set, bar);
    return QStringLiteral("%1 + %2").arg(secondsText(volume.exposedAfter), secondsText(volume.hiddenAfter));
}

double widest(const Theme& theme, const CompareSet& set, const std::vector<VolumeBar>& rows,
              QString (*text)(const CompareSet&, const VolumeBar&))
{
    double width = 0;
    for (const VolumeBar& bar : rows) {
        width = std::max(width, textWidth(theme.smallFont, text(set, bar)));
    }
    return width + 2 * theme.gap;
}

void paintLabel(QPainter& painter, const Theme& theme, const QRectF& bar, const QRectF& row, const QString& text)
{
    if (row.height() >= theme.lineHeight * 0.85) {
        paintText(painter, theme.smallFont, theme.text,
                  QRectF(bar.right() + theme.gap, row.top(), textWidth(theme.smallFont, text) + 2, row.height()),
                  Qt::AlignVCenter | Qt::TextDontClip, text);
    }
}

void paintBars(QPainter& painter, const Theme& theme, const CompareSet& set, const VolumesPanel& layout,
               const VolumeBar& bar)
{
    const VolumeDifference& volume = volumeOf(set, bar);
    const double inset = bar.row.height() >= 8 ? bar.row.height() * 0.12 : 0;
    const auto barIn = [&](const QRectF& column, double share) {
        return QRectF(column.left(), bar.row.top() + inset, column.width() * share, bar.row.height() - 2 * inset);
    };
    const QRectF bytes = barIn(layout.bytes, volume.after / layout.mostBytes);
    painter.fillRect(bytes, theme.of(bar.kind));
    paintLabel(painter, theme, bytes, bar.row, bytesLabel(set, bar));
    const QRectF exposed = barIn(layout.times, volume.exposedAfter / layout.mostSeconds);
    const QRectF whole = barIn(layout.times, (volume.exposedAfter + volume.hiddenAfter) / layout.mostSeconds);
    paintExposure(painter, theme, bar.kind, exposed, whole);
    paintLabel(painter, theme, whole, bar.row, timeLabel(set, bar));
    if (bar.row.height() >= theme.lineHeight * 0.85) {
        paintText(painter, theme.boldFont, theme.text,
                  QRectF(layout.bytes.left() - theme.gap - badgeWidth(theme), bar.row.top(), badgeWidth(theme),
                         bar.row.height()),
                  Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, set.plans[bar.plan].letter);
    }
}

void paintColumnTitle(QPainter& painter, const Theme& theme, const QRectF& column, double right,
                      std::initializer_list<QString> texts)
{
    const QRectF line(column.left(), column.top() - theme.lineHeight * 1.3, right - column.left(), theme.lineHeight);
    paintText(painter, theme.smallFont, theme.mutedText, line, Qt::AlignVCenter | Qt::TextDontClip,
              firstFitting(theme.smallFont, line.width(), texts));
}

/// The name of the kind of rows first … last, over the space behind the group too.
void paintKind(QPainter& painter, const Theme& theme, const VolumesPanel& layout, std::size_t first, std::size_t last)
{
    const QRectF group = layout.rows[first].row.united(layout.rows[last].row);
    const double space = layout.rows[first].row.height() * groupSpace;
    if (group.height() + space < theme.lineHeight * 0.9) {
        return;
    }
    const QString name = nameOf(layout.rows[first].kind);
    const QRectF place(group.left(), group.top(),
                       layout.bytes.left() - badgeWidth(theme) - 2 * theme.gap - group.left(), group.height());
    paintText(painter, textWidth(theme.boldFont, name) <= place.width() + 2 ? theme.boldFont : theme.smallFont,
              theme.text, place, Qt::AlignVCenter | Qt::TextDontClip, name);
}

}  // namespace

const VolumeBar* VolumesPanel::barAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(rows, [&](const VolumeBar& bar) { return bar.row.contains(position); });
    return found == rows.end() ? nullptr : &*found;
}

VolumesPanel layoutVolumes(const Theme& theme, const CompareSet& set, const QRectF& panel)
{
    VolumesPanel layout;
    layout.panel = panel;
    const QRectF area = belowHeading(theme, panel, headingOf(theme)).adjusted(0, theme.lineHeight * 1.4, 0, 0);
    layout.rows = barsOf(set);
    const double kinds = set.trafficKinds().size();
    const double pitch =
        std::clamp(area.height() / std::max(1.0, static_cast<double>(layout.rows.size()) + kinds * groupSpace), 0.2,
                   theme.lineHeight * 2.2);
    double names = 0;
    double top = area.top();
    for (std::size_t index = 0; index < layout.rows.size(); ++index) {
        VolumeBar& bar = layout.rows[index];
        if (index > 0 && layout.rows[index - 1].kind != bar.kind) {
            top += pitch * groupSpace;
        }
        bar.row = QRectF(area.left(), top, area.width(), pitch);
        top += pitch;
        const VolumeDifference& volume = volumeOf(set, bar);
        names = std::max(names, textWidth(theme.boldFont, nameOf(bar.kind)));
        layout.mostBytes = std::max(layout.mostBytes, volume.after);
        layout.mostSeconds = std::max(layout.mostSeconds, volume.exposedAfter + volume.hiddenAfter);
    }
    const double left = area.left() + std::min(names, area.width() * 0.3) + badgeWidth(theme) + 2 * theme.gap;
    const double bytesText = widest(theme, set, layout.rows, bytesLabel);
    const double timesText = widest(theme, set, layout.rows, timeLabel);
    const double bars = std::max(20.0, area.right() - left - bytesText - timesText - theme.margin);
    layout.bytes = QRectF(left, area.top(), bars / 2, top - area.top());
    layout.times = QRectF(layout.bytes.right() + bytesText + theme.margin, area.top(), bars / 2, top - area.top());
    return layout;
}

void paintVolumes(QPainter& painter, const Theme& theme, const CompareSet& set, const VolumesPanel& layout)
{
    paintHeading(painter, theme, layout.panel, headingOf(theme));
    if (layout.rows.empty()) {
        paintNote(painter, theme, layout.panel, CompareText::tr("No communication between devices in these plans."));
        return;
    }
    paintColumnTitle(painter, theme, layout.bytes, layout.times.left() - theme.gap,
                     {CompareText::tr("bytes, all ranks"), CompareText::tr("bytes")});
    paintColumnTitle(
        painter, theme, layout.times, layout.panel.right(),
        {CompareText::tr("seconds per rank, exposed + overlapped"), CompareText::tr("exposed + overlapped")});
    for (std::size_t first = 0; first < layout.rows.size();) {
        std::size_t last = first;
        while (last + 1 < layout.rows.size() && layout.rows[last + 1].kind == layout.rows[first].kind) {
            ++last;
        }
        paintKind(painter, theme, layout, first, last);
        first = last + 1;
    }
    for (const VolumeBar& bar : layout.rows) {
        paintBars(painter, theme, set, layout, bar);
    }
}

}  // namespace pgram
