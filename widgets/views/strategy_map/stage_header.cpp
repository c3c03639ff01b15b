// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double memoryGaugeShare = 0.58;  // of a header's width; the rest is the time gauge

struct StageHeaderText {
    Q_DECLARE_TR_FUNCTIONS(StageHeader)
};

/// A slim bar on its track; `share` above one is the overflow, marked.
void paintGauge(QPainter& painter, const Theme& theme, const QRectF& track, double share, const QColor& color)
{
    painter.fillRect(track, theme.grid);
    const QRectF filled(track.left(), track.top(), track.width() * std::min(1.0, share), track.height());
    painter.fillRect(filled, share > 1 ? theme.bad : color);
}

struct ShownStage {
    QString memory;
    QString shortMemory;
    QString shortestMemory;
    double memoryShare = 0;
    QString time;
    double timeShare = 0;
};

ShownStage stageFigures(const StrategyMapPicture& p, std::size_t stage)
{
    const StageEstimate& figures = p.estimate.stages[stage];
    const double needed = figures.memory.total();
    const double budget = std::max<Bytes>(1, p.estimate.usableBudget);
    double slowest = 0;
    for (const StageEstimate& other : p.estimate.stages) {
        slowest = std::max(slowest, other.time);
    }
    ShownStage result;
    result.memoryShare = needed / budget;
    result.shortestMemory = bytesText(needed);
    if (needed > budget) {
        result.shortMemory = StageHeaderText::tr("%1 over").arg(bytesText(needed - budget));
        result.memory = QStringLiteral("%1, %2").arg(result.shortestMemory, result.shortMemory);
    } else {
        result.shortMemory = result.shortestMemory;
        result.memory = StageHeaderText::tr("%1 of %2").arg(result.shortMemory, bytesText(budget));
    }
    result.time = secondsText(figures.time);
    result.timeShare = slowest > 0 ? figures.time / slowest : 0;
    return result;
}

void paintHeaderText(QPainter& painter, const StrategyMapPicture& p, int chunk, const QRectF& line)
{
    const Theme& theme = p.theme;
    const QString title = firstFitting(theme.boldFont, line.width(), chunkTitles(p.plan, chunk));
    paintText(painter, theme.boldFont, theme.text, line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, title);
    const double space = line.width() - textWidth(theme.boldFont, title) - 2 * theme.gap;
    paintText(painter, theme.smallFont, theme.mutedText, line, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
              firstFitting(theme.smallFont, space, {devicesText(p.plan, p.plan.stageOfChunk(chunk))}));
}

void paintGauges(QPainter& painter, const StrategyMapPicture& p, int chunk)
{
    const Theme& theme = p.theme;
    const ShownStage figures = stageFigures(p, static_cast<std::size_t>(p.plan.stageOfChunk(chunk)));
    const HeaderGauges gauges = headerGauges(theme, p.layout, static_cast<std::size_t>(chunk));
    paintGauge(painter, theme, gauges.memory, figures.memoryShare, memoryGauge(theme));
    paintGauge(painter, theme, gauges.time, figures.timeShare, timeGauge(theme));
    if (gauges.memoryLabel.isEmpty()) {
        return;
    }
    paintText(painter, theme.smallFont, figures.memoryShare > 1 ? theme.bad : theme.text, gauges.memoryLabel,
              Qt::AlignLeft | Qt::AlignVCenter,
              firstFitting(theme.smallFont, gauges.memoryLabel.width(),
                           {figures.memory, figures.shortMemory, figures.shortestMemory}));
    painter.setPen(theme.text);
    painter.drawText(gauges.timeLabel, Qt::AlignLeft | Qt::AlignVCenter,
                     firstFitting(theme.smallFont, gauges.timeLabel.width(), {figures.time}));
}

}  // namespace

QColor memoryGauge(const Theme& theme)
{
    return theme.of(MemoryKind::Weights);
}

QColor timeGauge(const Theme& theme)
{
    return theme.of(TimelineKind::Forward);
}

double fullHeaderHeight(const Theme& theme)
{
    return std::round(theme.lineHeight * 2.35 + 14);
}

double compactHeaderHeight(const Theme& theme)
{
    return std::round(theme.lineHeight + 12);
}

double headerFiguresWidth(const Theme& theme)
{
    return textWidth(theme.smallFont, QStringLiteral("00.0 GiB")) / memoryGaugeShare + theme.gap * 2;
}

HeaderGauges headerGauges(const Theme& theme, const MapLayout& layout, std::size_t chunk)
{
    const QRectF& header = layout.chunks[chunk].header;
    const bool full = header.height() > compactHeaderHeight(theme) + 1;
    const double top = header.top() + theme.lineHeight + (full ? 2 : 0);
    const QRectF area(header.left(), top, header.width(), header.bottom() - 7 - top);
    const double width = std::min(area.width(), theme.lineHeight * 26) - theme.gap * 2;
    const double wide = std::round(width * memoryGaugeShare);
    HeaderGauges gauges;
    gauges.memory = QRectF(area.left(), area.bottom() - 4, wide, 4);
    gauges.time = QRectF(gauges.memory.right() + theme.gap * 2, area.bottom() - 4, width - wide, 4);
    if (full) {
        gauges.memoryLabel = QRectF(gauges.memory.left(), area.top(), wide, area.height() - 5);
        gauges.timeLabel = QRectF(gauges.time.left(), area.top(), width - wide, area.height() - 5);
    }
    return gauges;
}

void paintStageHeaders(QPainter& painter, const StrategyMapPicture& p)
{
    for (int chunk = 0; chunk < static_cast<int>(p.layout.chunks.size()); ++chunk) {
        const QRectF& header = p.layout.chunks[chunk].header;
        paintHeaderText(painter, p, chunk, QRectF(header.left(), header.top(), header.width(), p.theme.lineHeight));
        paintGauges(painter, p, chunk);
    }
}

}  // namespace pgram
