// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/words.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double memoryGaugeShare = 0.58;  // of a header's width; the rest is the time gauge

struct StageHeaderText {
    Q_DECLARE_TR_FUNCTIONS(StageHeader)
};

/// A slim bar on its track; `share` above one is the overflow, marked.
void addGauge(Scene& scene, const QRectF& track, double share, const QColor& color)
{
    scene.fill(track, scene.theme().grid);
    scene.fill({track.left(), track.top(), track.width() * std::min(1.0, share), track.height()},
               share > 1 ? scene.theme().bad : color);
}

/// "Stages 3–62 · 1/2" and what is shorter, the longest first.
QStringList blockTitles(const Plan& plan, const MapBlock& block)
{
    if (block.firstChunk == block.lastChunk) {
        return chunkTitles(plan, block.firstChunk);
    }
    const int one = plan.stageOfChunk(block.firstChunk);
    const int other = plan.stageOfChunk(block.lastChunk);
    const QString range = QStringLiteral("%1–%2").arg(std::min(one, other)).arg(std::max(one, other));
    const int chunks = plan.schedule.virtualStages;
    const QString share =
        chunks > 1 ? QStringLiteral(" · %1/%2").arg(block.firstChunk / plan.pipeline() + 1).arg(chunks) : QString();
    const QString title = StageHeaderText::tr("Stages %1").arg(range) + share;
    return {StageHeaderText::tr("%1: same").arg(title), title, range + share, range};
}

/// The figures of a block of chunks: of its fullest and its slowest stage, and down to the least.
struct BlockFigures {
    QStringList memory;  ///< the longest form first
    QStringList time;
    double memoryShare = 0;
    double timeShare = 0;
};

BlockFigures figuresOf(const StrategyMapPicture& p, const MapBlock& block)
{
    const auto memoryOf = [](const StageEstimate* stage) { return stage->memory.total(); };
    const auto timeOf = [](const StageEstimate* stage) { return stage->time; };
    std::vector<const StageEstimate*> stages;
    for (int chunk = block.firstChunk; chunk <= block.lastChunk; ++chunk) {
        stages.push_back(&p.estimate.stages[p.plan.stageOfChunk(chunk)]);
    }
    const double needed = memoryOf(*std::ranges::max_element(stages, {}, memoryOf));
    const QString least = bytesText(memoryOf(*std::ranges::min_element(stages, {}, memoryOf)));
    const double budget = std::max<Bytes>(1, p.estimate.usableBudget);
    const double time = timeOf(*std::ranges::max_element(stages, {}, timeOf));
    const double slowest = std::ranges::max(p.estimate.stages, {}, &StageEstimate::time).time;
    const QString whole = bytesText(needed);
    const QString over = StageHeaderText::tr("%1 over").arg(bytesText(needed - budget));
    BlockFigures figures{{whole}, {secondsText(time)}, needed / budget, slowest > 0 ? time / slowest : 0};
    if (needed > budget) {
        figures.memory = {QStringLiteral("%1, %2").arg(whole, over), over, whole};
    } else {
        figures.memory.prepend(StageHeaderText::tr("%1 of %2").arg(whole, bytesText(budget)));
    }
    if (least != whole) {
        const QString range = QStringLiteral("%1 – %2");
        figures.memory =
            QStringList{range.arg(least, figures.memory.front()), range.arg(least, whole)} + figures.memory;
    }
    return figures;
}

void addGauges(Scene& scene, const StrategyMapPicture& p, const MapBlock& block)
{
    const Theme& theme = scene.theme();
    const BlockFigures figures = figuresOf(p, block);
    const HeaderGauges gauges = headerGauges(theme, p.layout, static_cast<std::size_t>(block.firstChunk));
    addGauge(scene, gauges.memory, figures.memoryShare, memoryGauge(theme));
    addGauge(scene, gauges.time, figures.timeShare, timeGauge(theme));
    if (!gauges.memoryLabel.isEmpty()) {
        scene.fitting(gauges.memoryLabel, figures.memory, theme.smallFont,
                      figures.memoryShare > 1 ? theme.bad : theme.text);
        scene.fitting(gauges.timeLabel, figures.time, theme.smallFont, theme.text);
    }
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

void addStageHeaders(Scene& scene, const StrategyMapPicture& p)
{
    const Theme& theme = scene.theme();
    for (const MapBlock& block : p.layout.fold.blocks) {
        const QRectF& header = p.layout.chunks[block.firstChunk].header;
        const QRectF line(header.left(), header.top(), header.width(), theme.lineHeight);
        const QString title = scene.fitting(line, blockTitles(p.plan, block), theme.boldFont, theme.text);
        if (block.firstChunk == block.lastChunk) {
            scene.fitting(line.adjusted(textWidth(theme.boldFont, title) + 2 * theme.gap, 0, 0, 0),
                          {devicesText(p.plan, p.plan.stageOfChunk(block.firstChunk))}, theme.smallFont,
                          theme.mutedText, Qt::AlignRight | Qt::AlignVCenter);
        }
        addGauges(scene, p, block);
        scene.target(header, {"header", block.firstChunk, block.lastChunk});
    }
}

}  // namespace pgram
