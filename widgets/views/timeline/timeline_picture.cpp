// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timeline_picture.h"

#include "core/base/index.h"
#include "core/base/workers.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/ticks.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

// Fewer pixels for an operation on average: columns instead of operations. Low rows carry no labels anyway.
constexpr double pixelsPerOperation = 2;
constexpr double pixelsPerLowOperation = 4;
constexpr double communicationShare = 0.24;
constexpr std::size_t worthThreads = 30'000;  // operations and columns
constexpr int mostWorkers = 4;                // more wait for memory
constexpr double memoryShare = 0.38;          // of the pitch of high rows

struct TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelinePicture)
};

double pixelRatio(const QPainter& painter)
{
    return painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1;
}

/// Pixels of its own take the rows at once; elsewhere, in an SVG or a PDF, operations stay shapes.
bool hasPixels(const QPainter& painter)
{
    return painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::Raster;
}

/// A row in pixels of its own, operation by operation or column by column. Any thread.
QImage rowImage(const TimelinePicture& p, std::size_t stage, double ratio, bool asOperations, const TimelineInk& ink)
{
    const QRectF& row = p.layout.rows[stage];
    const QSize size(std::max(1, static_cast<int>(std::round(row.width() * ratio))),
                     std::max(1, static_cast<int>(std::round(row.height() * ratio))));
    QImage image(size, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    const double split = p.layout.twoLanes ? p.layout.laneOf(stage, TimelineKind::Forward).height() : 0;
    const TimelineRow place{image,          (row.topLeft() * ratio).toPoint(),
                            ratio,          static_cast<int>(std::round(split * ratio)),
                            p.layout.begin, p.layout.end};
    if (asOperations) {
        paintOperationPixels(place, p.timeline.ofStage(stage), p.timeline.makespan, ink);
    } else {
        std::vector<TimelineBin> columns(static_cast<std::size_t>(size.width()));
        p.bins.fill(stage, p.layout.begin, p.layout.end, columns);
        paintColumnPixels(place, columns, ink);
    }
    return image;
}

void paintBubbleLabel(QPainter& painter, const TimelinePicture& p, const QRectF& bubble, Seconds seconds)
{
    // Texts are measured only for bubbles that could have room for one.
    if (bubble.width() < 2 * (bubbleHatch + p.theme.gap) || bubble.height() < p.theme.lineHeight * 1.1) {
        return;
    }
    const QString text = secondsText(seconds);
    const double width = textWidth(p.theme.smallFont, text) + 2 * p.theme.gap;
    if (width + 2 * bubbleHatch > bubble.width()) {
        return;
    }
    const QRectF label(bubble.center().x() - width / 2, bubble.center().y() - p.theme.lineHeight / 2, width,
                       p.theme.lineHeight);
    painter.fillRect(label, p.theme.bubble());
    paintText(painter, p.theme.smallFont, p.theme.mutedText, label, Qt::AlignCenter, text);
}

/// A bubble between two operations, as far as it is shown.
QRectF bubbleRect(const TimelinePicture& p, const QRectF& row, const Gap& gap)
{
    const double left = std::max(row.left(), p.layout.x(gap.start));
    const double right = std::min(row.right(), p.layout.x(gap.end));
    return {left, row.top(), std::max(0.0, right - left), row.height()};
}

void paintBubbleLabels(QPainter& painter, const TimelinePicture& p, std::size_t stage, OperationRange range)
{
    if (p.layout.rows[stage].height() < p.theme.lineHeight * 1.1) {
        return;
    }
    visitGaps(p.timeline.ofStage(stage), range.first, range.last, p.timeline.makespan, [&](const Gap& gap) {
        paintBubbleLabel(painter, p, bubbleRect(p, p.layout.rows[stage], gap), gap.end - gap.start);
    });
}

/// Every bubble of half a pixel or more, the wide ones hatched.
void paintBubbles(QPainter& painter, const TimelinePicture& p, std::size_t stage, OperationRange range)
{
    const QRectF& row = p.layout.rows[stage];
    std::vector<QLineF> hatch;
    visitGaps(p.timeline.ofStage(stage), range.first, range.last, p.timeline.makespan, [&](const Gap& gap) {
        QRectF bubble = bubbleRect(p, row, gap);
        if (bubble.width() < thinnestBubble) {
            return;
        }
        bubble.setWidth(std::max(1.0, bubble.width()));
        painter.fillRect(bubble, p.theme.bubble());
        if (bubble.width() >= thinnestHatched && row.height() >= thinnestHatched) {
            appendHatch(hatch, bubble, bubbleHatch);
        }
    });
    paintLines(painter, hatch, hatchInk(p.theme));
}

void paintOperationShapes(QPainter& painter, const TimelinePicture& p, std::size_t stage)
{
    const auto all = p.timeline.ofStage(stage);
    const OperationRange range = operationsIn(all, p.layout.begin, p.layout.end);
    painter.fillRect(p.layout.rows[stage], p.theme.panel);
    paintBubbles(painter, p, stage, range);
    for (const Operation& operation : all.subspan(range.first, range.size())) {
        paintOperation(painter, p, stage, operation);
    }
    paintBubbleLabels(painter, p, stage, range);
}

/// What is written on the operations and bubbles of a row that is painted in pixels.
void paintOperationTexts(QPainter& painter, const TimelinePicture& p, std::size_t stage, NumberTexts& numbers)
{
    const auto all = p.timeline.ofStage(stage);
    const OperationRange range = operationsIn(all, p.layout.begin, p.layout.end);
    paintNumbers(painter, p, stage, all.subspan(range.first, range.size()), numbers);
    paintBubbleLabels(painter, p, stage, range);
}

/// Sync up to the end of the backward that hides it.
void paintHiddenSyncs(QPainter& painter, const TimelinePicture& p, std::size_t stage)
{
    if (!p.layout.twoLanes) {
        return;
    }
    const auto all = p.timeline.ofStage(stage);
    const OperationRange range = operationsIn(all, p.layout.begin, p.layout.end);
    for (Operation operation : all.subspan(range.first, range.size())) {
        if (const Seconds hidden = hiddenBeside(p.hidden, stage, operation); hidden > 0) {
            operation.start = operation.end - hidden;
            operation.kind = TimelineKind::Sync;
            const QRectF place = p.layout.rectOf(stage, operation);
            if (place.width() >= 1) {
                paintExposure(painter, p.theme, p.theme.of(TrafficKind::GradientSync),
                              QRectF(place.topLeft(), QSizeF(0, place.height())), place);
            }
        }
    }
}

double nameWidth(const TimelinePicture& p)
{
    return p.layout.tracks.left() - p.layout.names;
}

double shareColumn(const Theme& theme)
{
    return std::max(textWidth(theme.boldFont, QStringLiteral("00.0 %")),
                    textWidth(theme.smallFont, TimelineText::tr("bubble"))) +
           theme.margin;
}

}  // namespace

int TimelineLayout::stageAt(const QPointF& position) const
{
    for (std::size_t stage = 0; stage < rows.size(); ++stage) {
        if (position.y() >= rows[stage].top() && position.y() < rows[stage].bottom()) {
            return static_cast<int>(stage);
        }
    }
    return -1;
}

QRectF TimelineLayout::laneOf(std::size_t stage, TimelineKind kind) const
{
    const QRectF& row = rows[stage];
    if (!twoLanes) {
        return row;
    }
    const double split = std::round(row.bottom() - row.height() * communicationShare);
    return isCommunication(kind) ? QRectF(QPointF(row.left(), split + 1), row.bottomRight())
                                 : QRectF(row.topLeft(), QPointF(row.right(), split));
}

QRectF TimelineLayout::rectOf(std::size_t stage, const Operation& operation) const
{
    const QRectF lane = laneOf(stage, operation.kind);
    const double left = std::max(lane.left(), x(operation.start));
    const double right = std::min(lane.right(), x(operation.end));
    return {left, lane.top(), std::max(0.0, right - left), lane.height()};
}

TimelinePicture timelinePicture(const Plan& plan, const Estimate& estimate, const TimelineBins& bins,
                                const Theme& theme, const TimelineLayout& layout)
{
    TimelinePicture picture{plan, estimate, *estimate.timeline,         bins, theme, layout,
                            {},   0,        hiddenSyncs(plan, estimate)};
    for (const TimelineKind kind : allTimelineKinds) {
        picture.labels[at(kind)] = labelColor(theme.of(kind));
    }
    picture.labelWidth =
        textWidth(theme.smallFont, numberOf({.microbatch = plan.schedule.microbatches - 1,
                                             .slice = static_cast<std::uint8_t>(plan.schedule.slices - 1)},
                                            plan.schedule));
    return picture;
}

Heading timelineHeading(const Theme& theme, const Plan& plan, const Timeline& timeline, TimelineKinds kinds)
{
    Heading heading;
    heading.title = TimelineText::tr("One simulated step: %1").arg(secondsText(timeline.makespan));
    heading.subtitle = TimelineText::tr("%1 of the devices' time in bubbles, %2")
                           .arg(percentText(timeline.bubbleFraction()), scheduleText(plan));
    heading.legend = timelineLegend(theme, kinds);
    return heading;
}

TimelineKinds kindsIn(const Estimate& estimate)
{
    TimelineKinds present;
    present.set(hiddenSyncKind, hidesSync(estimate));
    for (const Operation& operation : estimate.timeline->operations) {
        present.set(static_cast<std::size_t>(operation.kind));
        if (present.all()) {
            break;
        }
    }
    return present;
}

std::vector<LegendItem> timelineLegend(const Theme& theme, TimelineKinds kinds)
{
    std::vector<LegendItem> legend;
    for (const TimelineKind kind : columnOrder) {
        if (kinds.test(static_cast<std::size_t>(kind))) {
            legend.push_back({nameOf(kind), theme.of(kind)});
        }
    }
    if (kinds.test(hiddenSyncKind)) {
        legend.push_back({TimelineText::tr("overlapped"), mixed(theme.of(TimelineKind::Sync), theme.text, 0.3),
                          LegendItem::Mark::Hatch});
    }
    legend.push_back({TimelineText::tr("Bubble"), theme.mutedText, LegendItem::Mark::Hatch});
    return legend;
}

TimelineLayout layoutTimeline(const Theme& theme, int stages, const QRectF& area, Seconds begin, Seconds end,
                              const QString& widest)
{
    constexpr double leastPitch = 0.05;
    TimelineLayout layout;
    layout.begin = begin;
    layout.end = end;
    const double label =
        std::max(textWidth(theme.boldFont, stageTitle(stages - 1)), textWidth(theme.boldFont, widest)) + 2 * theme.gap;
    layout.names = area.left();
    const double share = shareColumn(theme);
    const double axisHeight = theme.lineHeight * 1.5;
    const double width = std::max(1.0, std::floor(area.width() - label - share));
    const double pitch =
        std::clamp((area.height() - axisHeight) / std::max(1, stages), leastPitch, theme.lineHeight * 34);
    const double rowGap = pitch >= 24 ? 8 : pitch >= 8 ? 2 : pitch >= 3 ? 1 : 0;
    layout.axis = QRectF(std::ceil(area.left() + label), area.top(), width, axisHeight);
    layout.tracks = QRectF(layout.axis.left(), layout.axis.bottom(), width, pitch * stages);
    layout.shares = QRectF(layout.tracks.right(), area.top(), share, axisHeight + layout.tracks.height());
    layout.twoLanes = pitch - rowGap >= theme.lineHeight * 1.6;
    const double memory = pitch >= theme.lineHeight * 10 ? std::round(pitch * memoryShare) : 0;
    for (int stage = 0; stage < stages; ++stage) {
        const double top = std::round(layout.tracks.top() + stage * pitch);
        const double bottom = std::max(top + 1, std::round(layout.tracks.top() + (stage + 1) * pitch - rowGap));
        layout.rows.emplace_back(layout.tracks.left(), top, width, bottom - top - memory);
        if (memory > 0) {
            layout.memories.emplace_back(layout.tracks.left(), bottom - memory + rowGap, width, memory - 2 * rowGap);
        }
    }
    return layout;
}

void paintTimelineAxis(QPainter& painter, const Theme& theme, const TimelineLayout& layout)
{
    const int most = std::max(2, static_cast<int>(layout.axis.width() / (theme.lineHeight * 6)));
    painter.setFont(theme.smallFont);
    for (const Tick& tick : ticksOf(layout.begin, layout.end, most, AxisUnit::Time)) {
        const double x = std::round(layout.x(tick.value));
        painter.fillRect(QRectF(x, layout.axis.bottom() - 5, 1, layout.tracks.bottom() - layout.axis.bottom() + 5),
                         theme.grid);
        const double width = textWidth(theme.smallFont, tick.label);
        const double place = std::clamp(x - width / 2, layout.axis.left(), layout.axis.right() - width);
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(place, layout.axis.top(), width + 2, theme.lineHeight),
                         Qt::AlignVCenter | Qt::TextDontClip, tick.label);
    }
}

bool showsOperations(const TimelinePicture& p, std::size_t stage)
{
    const OperationRange range = operationsIn(p.timeline.ofStage(stage), p.layout.begin, p.layout.end);
    const bool low = p.layout.rows[stage].height() < p.theme.lineHeight * 1.6;
    return static_cast<double>(range.size()) * (low ? pixelsPerLowOperation : pixelsPerOperation) <=
           p.layout.tracks.width();
}

void paintOperation(QPainter& painter, const TimelinePicture& p, std::size_t stage, const Operation& operation)
{
    QRectF rect = p.layout.rectOf(stage, operation);
    QColor color = p.theme.of(operation.kind);
    if (rect.width() < 1) {
        color.setAlphaF(static_cast<float>(std::clamp(rect.width(), 0.15, 1.0)));
        rect.setWidth(1);
    } else if (rect.width() >= 4) {
        rect.setWidth(rect.width() - 1);
    }
    painter.fillRect(rect, color);
    paintNumber(painter, p, rect, operation);
}

namespace {

/// Too low for the shares of a column to be told apart: operations are quicker to write, down to a pixel each.
bool isThin(const TimelinePicture& p, std::size_t stage)
{
    constexpr double thin = 6;
    const OperationRange range = operationsIn(p.timeline.ofStage(stage), p.layout.begin, p.layout.end);
    return p.layout.rows[stage].height() < thin && static_cast<double>(range.size()) <= p.layout.tracks.width();
}

}  // namespace

void paintTimelineRows(QPainter& painter, const TimelinePicture& p)
{
    const std::size_t rows = p.layout.rows.size();
    std::vector<char> asOperations(rows);
    std::size_t work = 0;  // operations to be looked at, and columns to be made of them
    for (std::size_t stage = 0; stage < rows; ++stage) {
        work += operationsIn(p.timeline.ofStage(stage), p.layout.begin, p.layout.end).size();
        asOperations[stage] = showsOperations(p, stage) || (hasPixels(painter) && isThin(p, stage));
        work += asOperations[stage] ? 0 : static_cast<std::size_t>(p.layout.rows[stage].width());
    }
    const auto asImage = [&](std::size_t stage) { return hasPixels(painter) || !asOperations[stage]; };
    std::vector<QImage> images(rows);
    const TimelineInk ink = inkOf(p.theme);
    const int workers = work < worthThreads ? 1 : std::min(mostWorkers, coreCount());
    forEachInOrder(workers, rows, [&, ratio = pixelRatio(painter)](std::size_t stage) {
        if (asImage(stage)) {
            images[stage] = rowImage(p, stage, ratio, asOperations[stage] != 0, ink);
        }
    });
    NumberTexts numbers(p.theme.smallFont);
    for (std::size_t stage = 0; stage < rows; ++stage) {
        if (!asImage(stage)) {
            paintOperationShapes(painter, p, stage);
            paintHiddenSyncs(painter, p, stage);
            continue;
        }
        painter.drawImage(p.layout.rows[stage].topLeft(), images[stage]);
        if (asOperations[stage]) {
            paintHiddenSyncs(painter, p, stage);
            paintOperationTexts(painter, p, stage, numbers);
        }
    }
}

void paintTimelineMemory(QPainter& painter, const TimelinePicture& p, const MeasuredCurves& measured)
{
    for (std::size_t stage = 0; stage < p.layout.memories.size(); ++stage) {
        const QRectF& area = p.layout.memories[stage];
        paintMemoryCurve(painter, p.theme, area,
                         memoryCurveOf(p.estimate, stage, p.layout.begin, p.layout.end, measured));
        const QRectF label(area.left() - nameWidth(p), area.top(), nameWidth(p), area.height());
        paintText(painter, p.theme.smallFont, p.theme.mutedText, label, Qt::AlignVCenter | Qt::TextDontClip,
                  TimelineText::tr("memory"));
        painter.drawText(QRectF(p.layout.shares.left(), area.top(), p.layout.shares.width(), area.height()),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                         bytesText(p.timeline.stages[stage].peakMemory));
    }
}

void paintTimelineNames(QPainter& painter, const TimelinePicture& p)
{
    const TimelineLayout& layout = p.layout;
    const Theme& theme = p.theme;
    const double pitch = layout.tracks.height() / static_cast<double>(layout.rows.size());
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(theme.lineHeight * 0.9 / pitch)));
    for (std::size_t stage = 0; stage < layout.rows.size(); stage += every) {
        const QRectF& row = layout.rows[stage];
        paintText(painter, theme.boldFont, theme.text,
                  QRectF(row.left() - nameWidth(p), row.top(), nameWidth(p), row.height()),
                  Qt::AlignVCenter | Qt::TextDontClip, stageTitle(p.plan, static_cast<int>(stage)));
        const double share = p.timeline.makespan > 0 ? p.timeline.stages[stage].bubble / p.timeline.makespan : 0;
        painter.setFont(theme.smallFont);
        painter.drawText(QRectF(layout.shares.left(), row.top(), layout.shares.width(), row.height()),
                         Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, percentText(share));
    }
}

void paintTimelineLabels(QPainter& painter, const TimelinePicture& p)
{
    paintTimelineNames(painter, p);
    paintText(painter, p.theme.smallFont, p.theme.mutedText,
              QRectF(p.layout.shares.left(), p.layout.axis.top(), p.layout.shares.width(), p.theme.lineHeight),
              Qt::AlignRight | Qt::AlignVCenter, TimelineText::tr("bubble"));
}

}  // namespace pgram
