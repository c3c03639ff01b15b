// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/keeping/keeping_picture.h"

#include "widgets/document/texts.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/ticks.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double mostOverCore = 2.5;  // of a bar, over the time in core: longer ones are broken off

QColor colorOf(const Theme& theme, SwapEventKind kind)
{
    switch (kind) {
    case SwapEventKind::Backward:
        return theme.of(TimelineKind::Backward);
    case SwapEventKind::SwapOut:
    case SwapEventKind::SwapIn:
        return theme.of(TrafficKind::HostTransfer);
    case SwapEventKind::Forward:
    case SwapEventKind::Recompute:
        break;
    }
    return theme.of(TimelineKind::Forward);
}

QColor colorOf(const Theme& theme, Keeping keeping)
{
    return keeping == Keeping::Keep   ? theme.of(MemoryKind::Transient)
           : keeping == Keeping::Swap ? theme.of(TrafficKind::HostTransfer)
                                      : theme.of(TimelineKind::Forward);
}

QColor hatchInk(const Theme& theme)
{
    QColor ink = theme.text;
    ink.setAlphaF(0.45F);
    return ink;
}

/// On `ground`, in the middle, where there is room; a hatch stays to be seen on both sides.
void paintLabel(QPainter& painter, const QFont& font, const QRectF& area, const QColor& ground, const QString& text,
                double hatch = 0)
{
    const double width = textWidth(font, text);
    if (width + 3 + 2 * hatch > area.width() || QFontMetricsF(font).ascent() > area.height()) {
        return;
    }
    if (hatch > 0) {
        painter.fillRect(QRectF(area.center().x() - width / 2 - 2, area.top(), width + 4, area.height()), ground);
    }
    paintText(painter, font, labelColor(ground), area, Qt::AlignCenter, text);
}

void paintLetters(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout)
{
    for (std::size_t block = 0; block < layout.letters.size(); ++block) {
        const QRectF& cell = layout.letters[block];
        const bool recomputes = shown.mix[block] == Keeping::Recompute;
        const QColor ground = colorOf(theme, shown.mix[block]);
        painter.fillRect(cell, ground);
        if (recomputes) {
            paintHatch(painter, cell, hatchInk(theme), recomputeHatch, 2);
        }
        const QString letter = QString::fromStdString(toString({shown.mix[block]}));
        const double width = textWidth(theme.boldFont, letter) + 4;
        if (recomputes && width <= cell.width()) {
            painter.fillRect(QRectF(cell.center().x() - width / 2, cell.top(), width, cell.height()), ground);
        }
        paintLabel(painter, theme.boldFont, cell, ground, letter);
    }
}

void paintAxis(QPainter& painter, const Theme& theme, const KeepingLayout& layout)
{
    const double bottom = layout.memory.isEmpty() ? layout.lanes.back().bottom() : layout.memory.bottom();
    const int most = std::max(2, static_cast<int>(layout.axis.width() / (theme.lineHeight * 6)));
    for (const Tick& tick : ticksOf(0, layout.end, most, AxisUnit::Time)) {
        const double x = std::round(layout.x(tick.value));
        painter.fillRect(QRectF(x, layout.axis.bottom() - 4, 1, bottom - layout.axis.bottom() + 4), theme.grid);
        const double width = textWidth(theme.smallFont, tick.label);
        const double place = std::clamp(x - width / 2, layout.axis.left(), layout.axis.right() - width);
        paintText(painter, theme.smallFont, theme.mutedText,
                  QRectF(place, layout.axis.top(), width + 2, layout.axis.height() - 4),
                  Qt::AlignVCenter | Qt::TextDontClip, tick.label);
    }
}

void paintEvents(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout)
{
    for (const QRectF& lane : layout.lanes) {
        painter.fillRect(lane, theme.panel);
    }
    for (const SwapEvent& event : shown.timeline.events) {
        QRectF area = layout.rectOf(event);
        const QColor color = colorOf(theme, event.kind);
        // A hair between neighbours, where that leaves something of them.
        area.setWidth(std::max(1.0, area.width() >= 4 ? area.width() - 1 : area.width()));
        painter.fillRect(area, color);
        const bool again = event.kind == SwapEventKind::Recompute;
        if (again && area.width() >= 3) {
            paintHatch(painter, area, hatchInk(theme), recomputeHatch, 2);
        }
        paintLabel(painter, theme.smallFont, area, color, QString::number(event.block + 1), again ? recomputeHatch : 0);
    }
}

void paintMemory(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout)
{
    if (layout.memory.isEmpty()) {
        return;
    }
    const double budget = shown.answer.device.bytes;
    StageTrack track;
    for (const SwapMemory& point : shown.timeline.memory) {
        track.memory.push_back({point.start, static_cast<Bytes>(std::min(point.bytes, budget))});
    }
    constexpr double headroom = 1.12;
    paintMemoryCurve(painter, theme, layout.memory,
                     {.track = track,
                      .fixed = 0,
                      .budget = static_cast<Bytes>(budget),
                      .scale = std::max(1.0, budget * headroom),
                      .begin = 0,
                      .end = layout.end});
}

/// What stands before the letters, the lanes and the curve.
void paintNames(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout)
{
    const auto write = [&](const QRectF& beside, const QStringList& texts, const QColor& color) {
        const QRectF area(layout.names, beside.top(), beside.left() - layout.names - theme.gap, beside.height());
        paintText(painter, theme.smallFont, color, area, Qt::AlignLeft | Qt::AlignVCenter,
                  firstFitting(theme.smallFont, area.width(), texts));
    };
    if (!layout.letters.empty()) {
        write(layout.letters.front(), {KeepingText::tr("Blocks")}, theme.text);
    }
    const std::array names{KeepingText::tr("Compute"), KeepingText::tr("To host"), KeepingText::tr("From host")};
    for (std::size_t lane = 0; lane < names.size(); ++lane) {
        write(layout.lanes[lane], {names[lane]}, theme.text);
    }
    if (!layout.memory.isEmpty()) {
        QRectF upper = layout.memory;
        upper.setHeight(std::min(upper.height(), theme.lineHeight * 1.2));
        write(upper, {KeepingText::tr("Kept tensors")}, theme.text);
        upper.translate(0, theme.lineHeight * 1.1);
        if (upper.bottom() <= layout.memory.bottom()) {
            write(upper,
                  {KeepingText::tr("at most %1").arg(bytesText(shown.answer.device.bytes)),
                   bytesText(shown.answer.device.bytes)},
                  theme.mutedText);
        }
    }
}

/// "+15.9 % · within 1.6 % of the optimum"
QString beside(const KeepingRow& row, Seconds inCore)
{
    if (!std::isfinite(row.seconds)) {
        return {};
    }
    QString text = row.seconds > inCore * (1 + equallyGood) ? signedPercent(row.seconds / inCore - 1) : QString();
    if (row.lowerBound > 0) {
        const double gap = row.seconds / row.lowerBound - 1;
        const QString bound = gap <= equallyGood ? KeepingText::tr("optimal")
                                                 : KeepingText::tr("within %1 of the optimum").arg(percentText(gap));
        text += (text.isEmpty() ? QString() : QStringLiteral(" · ")) + bound;
    }
    return text;
}

void paintRows(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout)
{
    const std::vector<KeepingRow> rows = keepingRows(shown);
    const Seconds inCore = shown.answer.inCore;
    Seconds longest = inCore;
    for (const KeepingRow& row : rows) {
        longest = std::isfinite(row.seconds) ? std::max(longest, row.seconds) : longest;
    }
    const Seconds scale = std::min(longest, inCore * mostOverCore);
    const double core = std::round(layout.bars.left() + layout.bars.width() * inCore / scale);
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        const KeepingRow& row = rows[i];
        const QRectF& line = layout.rows[i];
        const bool isShown = row.mix == shown.mix;
        const QFont& font = isShown ? theme.boldFont : theme.font;
        paintText(painter, font, theme.text,
                  QRectF(line.left(), line.top(), layout.bars.left() - line.left() - theme.gap, line.height()),
                  Qt::AlignLeft | Qt::AlignVCenter, row.name);
        const double height = std::round(line.height() * 0.62);
        QRectF bar(layout.bars.left(), std::round(line.center().y() - height / 2), layout.bars.width(), height);
        if (!std::isfinite(row.seconds)) {
            painter.fillRect(bar, theme.bubble());
            paintHatch(painter, bar, theme.mutedText, bubbleHatch);
        } else {
            const bool broken = row.seconds > scale;
            bar.setWidth(bar.width() * std::min(row.seconds, scale) / scale);
            QRectF over = bar;
            over.setLeft(std::min(core, bar.right()));
            painter.fillRect(bar, theme.of(TimelineKind::Forward));
            painter.fillRect(over, theme.bad);
            if (broken) {
                const double gap = theme.gap;
                painter.fillRect(QRectF(bar.right() - 3 * gap, bar.top(), gap, bar.height()), theme.surface);
            }
        }
        QRectF figures(layout.bars.right() + theme.gap, line.top(), line.right() - layout.bars.right() - theme.gap,
                       line.height());
        paintText(painter, font, theme.text, figures, Qt::AlignLeft | Qt::AlignVCenter, keepingSeconds(row.seconds));
        figures.setLeft(figures.left() + textWidth(font, keepingSeconds(row.seconds)) + 2 * theme.gap);
        const QString more = beside(row, inCore);
        paintText(painter, theme.smallFont, theme.mutedText, figures, Qt::AlignLeft | Qt::AlignVCenter,
                  firstFitting(theme.smallFont, figures.width(), {more, more.section(QStringLiteral(" · "), 0, 0)}));
    }
}

void placeRows(KeepingLayout& layout, const Theme& theme, const ShownKeeping& shown, const QRectF& area, double top,
               double pitch)
{
    double names = 0;
    double figures = 0;
    for (const KeepingRow& row : keepingRows(shown)) {
        layout.rows.emplace_back(area.left(), top + pitch * static_cast<double>(layout.rows.size()), area.width(),
                                 pitch);
        names = std::max(names, textWidth(theme.boldFont, row.name));
        figures = std::max(figures, textWidth(theme.boldFont, keepingSeconds(row.seconds)) + 2 * theme.gap +
                                        textWidth(theme.smallFont, beside(row, shown.answer.inCore)));
    }
    const double from = std::ceil(area.left() + names + 2 * theme.gap);
    const double to = std::max(from + theme.lineHeight, area.right() - figures - 2 * theme.gap);
    layout.bars = QRectF(QPointF(from, top), QPointF(to, layout.rows.back().bottom()));
}

}  // namespace

QRectF KeepingLayout::rectOf(const SwapEvent& event) const
{
    const std::size_t lane = event.kind == SwapEventKind::SwapOut ? 1 : event.kind == SwapEventKind::SwapIn ? 2 : 0;
    const double left = x(event.start);
    return {left, lanes[lane].top(), x(event.end) - left, lanes[lane].height()};
}

int KeepingLayout::eventAt(const SwapTimeline& timeline, const QPointF& position) const
{
    return indexAt(timeline.events, position, [this](const SwapEvent& event) { return rectOf(event); });
}

Heading keepingHeading(const Theme& theme, const ShownKeeping& shown)
{
    Heading heading;
    heading.title = shown.runs() ? KeepingText::tr("%1 out of core: %2 per micro-batch")
                                       .arg(stageTitle(shown.stage), secondsText(shown.timeline.seconds))
                                 : KeepingText::tr("%1 out of core").arg(stageTitle(shown.stage));
    heading.legend = {{nameOf(SwapEventKind::Forward), colorOf(theme, SwapEventKind::Forward)},
                      {nameOf(SwapEventKind::Backward), colorOf(theme, SwapEventKind::Backward)},
                      {nameOf(SwapEventKind::Recompute), theme.mutedText, LegendItem::Mark::Hatch},
                      {KeepingText::tr("Host copy"), colorOf(theme, SwapEventKind::SwapOut)}};
    return heading;
}

KeepingLayout layoutKeeping(const Theme& theme, const ShownKeeping& shown, const QRectF& area)
{
    KeepingLayout layout;
    layout.names = area.left();
    layout.end = shown.runs() ? shown.timeline.seconds : shown.answer.inCore;
    const double line = theme.lineHeight;
    double label = 0;
    for (const QString& text : {KeepingText::tr("Kept tensors"), KeepingText::tr("From host"),
                                KeepingText::tr("at most %1").arg(bytesText(shown.answer.device.bytes))}) {
        label = std::max(label, textWidth(theme.smallFont, text));
    }
    const double left = std::ceil(area.left() + label + 2 * theme.gap);
    const double width = std::max(1.0, std::floor(area.right() - left));

    const double letters = std::round(line * 1.7);
    const auto count = static_cast<double>(shown.mix.size());
    for (std::size_t block = 0; block < shown.mix.size(); ++block) {
        const double from = left + std::round(width * static_cast<double>(block) / count);
        const double to = left + std::round(width * static_cast<double>(block + 1) / count);
        layout.letters.emplace_back(from, area.top(), std::max(1.0, to - from - (to - from >= 4 ? 1 : 0)), letters);
    }
    layout.axis = QRectF(left, area.top() + letters + theme.gap, width, std::round(line * 1.4));

    const std::size_t rows = keepingRows(shown).size();
    const double least = 10 * line;  // for lanes and memory, before the comparison has any of it
    const double free = area.bottom() - layout.axis.bottom();
    const double pitch = std::clamp((free - least) / static_cast<double>(rows), 0.0, line * 1.7);
    const bool compares = pitch >= line;
    const double body = std::max(line, free - (compares ? pitch * static_cast<double>(rows) + theme.margin : 0));
    const bool remembers = body >= 6 * line;
    const double lane = std::floor((remembers ? body * 0.58 : body) / keepingLanes);
    double top = layout.axis.bottom();
    for (QRectF& each : layout.lanes) {
        each = QRectF(left, top, width, std::max(2.0, lane - 3));
        top += lane;
    }
    if (remembers) {
        layout.memory = QRectF(left, top + theme.gap, width, layout.axis.bottom() + body - top - theme.gap);
    }
    if (compares) {
        placeRows(layout, theme, shown, area, layout.axis.bottom() + body + theme.margin, pitch);
    }
    return layout;
}

void paintKeeping(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout)
{
    paintNames(painter, theme, shown, layout);
    paintLetters(painter, theme, shown, layout);
    paintAxis(painter, theme, layout);
    paintEvents(painter, theme, shown, layout);
    if (shown.runs()) {
        paintMemory(painter, theme, shown, layout);
    } else {
        const QRectF lanes(layout.lanes.front().topLeft(), layout.lanes.back().bottomRight());
        paintNote(painter, theme, lanes,
                  shown.answer.best.plan.empty()
                      ? KeepingText::tr("No mix can run: what one block holds alone does not fit into %1")
                            .arg(bytesText(shown.answer.device.bytes))
                      : KeepingText::tr("This mix cannot run: some block never finds memory for its tensors"));
    }
    paintRows(painter, theme, shown, layout);
}

void paintBlockFrame(QPainter& painter, const Theme& theme, const ShownKeeping& shown, const KeepingLayout& layout,
                     std::size_t block)
{
    paintSelected(painter, theme, layout.letters[block]);
    for (const SwapEvent& event : shown.timeline.events) {
        if (event.block == static_cast<int>(block)) {
            paintOutline(painter, layout.rectOf(event).adjusted(0, 0, -1, 0), theme.text, 2);
        }
    }
}

}  // namespace pgram
