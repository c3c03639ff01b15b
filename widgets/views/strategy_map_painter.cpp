// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategy_map_painter.h"

#include "widgets/theme/color.h"
#include "widgets/theme/hatch.h"
#include "widgets/views/words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace pgram {

namespace {

constexpr double hatchSpacing = 9;
constexpr double hatchStrength = 0.20;
constexpr double padding = 6;

QString mapText(const char* text)
{
    return QCoreApplication::translate("StrategyMap", text);
}

struct CellLine {
    QString text;
    const QFont* font = nullptr;
};

/// What a cell may say, the most important first.
std::vector<CellLine> cellLines(const StrategyMapPicture& p, int layer)
{
    const auto index = static_cast<std::size_t>(layer);
    const LayerCost& cost = p.estimate.layers[index].cost;
    const LayerMemory& memory = cost.memory;
    return {{strategyText(p.plan.strategies[index]), &p.theme.boldFont},
            {QString::fromStdString(p.plan.model.layerName(layer)), &p.theme.smallFont},
            {secondsText(cost.forward) + QStringLiteral(" + ") + secondsText(cost.backward), &p.theme.smallFont},
            {bytesText(static_cast<double>(memory.states())) + QStringLiteral(" + ") +
                 bytesText(static_cast<double>(memory.kept)),
             &p.theme.smallFont}};
}

/// Lines that are too wide are left out, never cut.
void paintCellText(QPainter& painter, const StrategyMapPicture& p, int layer, const QRectF& cell)
{
    const double space = cell.width() - 2 * padding;
    std::vector<CellLine> shown;
    double height = 0;
    for (const CellLine& line : cellLines(p, layer)) {
        const double lineHeight = p.theme.lineHeight * 1.05;
        if (height + lineHeight > cell.height() - 4) {
            break;
        }
        if (textWidth(*line.font, line.text) <= space) {
            shown.push_back(line);
            height += lineHeight;
        }
    }
    double top = cell.center().y() - height / 2;
    painter.setPen(labelColor(p.theme.of(partsOf(p.plan.strategies[static_cast<std::size_t>(layer)]).front().part)));
    for (const CellLine& line : shown) {
        painter.setFont(*line.font);
        painter.drawText(QRectF(cell.left() + padding, top, space, p.theme.lineHeight * 1.05),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, line.text);
        top += p.theme.lineHeight * 1.05;
    }
}

/// A narrow, high cell carries its strategy from bottom to top.
void paintUprightText(QPainter& painter, const StrategyMapPicture& p, int layer, const QRectF& cell)
{
    const QString text = strategyText(p.plan.strategies[static_cast<std::size_t>(layer)]);
    if (cell.width() < p.theme.lineHeight || textWidth(p.theme.smallFont, text) > cell.height() - 2 * padding) {
        return;
    }
    painter.save();
    painter.translate(cell.center());
    painter.rotate(-90);
    painter.setFont(p.theme.smallFont);
    painter.setPen(labelColor(p.theme.of(StrategyPart::DP)));
    painter.drawText(QRectF(-cell.height() / 2, -cell.width() / 2, cell.height(), cell.width()), Qt::AlignCenter, text);
    painter.restore();
}

void fillCell(QPainter& painter, const Theme& theme, const LayerStrategy& strategy, const QRectF& cell)
{
    const std::vector<StrategyShare> parts = partsOf(strategy);
    double total = 0;
    for (const StrategyShare& part : parts) {
        total += std::log2(std::max(2, part.degree));
    }
    double left = cell.left();
    for (const StrategyShare& part : parts) {
        const double width = cell.width() * std::log2(std::max(2, part.degree)) / total;
        painter.fillRect(QRectF(left, cell.top(), width, cell.height()), theme.of(part.part));
        left += width;
    }
    if (strategy.recompute != Recompute::None && cell.height() >= 3) {
        QColor ink = labelColor(theme.of(parts.front().part));
        ink.setAlphaF(hatchStrength);
        const bool full = strategy.recompute == Recompute::Full;
        paintHatch(painter, cell, ink, full ? hatchSpacing : 2 * hatchSpacing, 2.2);
    }
}

/// Neighbours in one column with the same strategy, too low for labels of their own, share one.
void paintRunLabels(QPainter& painter, const StrategyMapPicture& p)
{
    const auto& cells = p.layout.cells;
    painter.setFont(p.theme.smallFont);
    for (std::size_t first = 0; first < cells.size();) {
        std::size_t last = first;
        while (last + 1 < cells.size() && cells[last + 1].left() == cells[first].left() &&
               cells[last + 1].top() > cells[last].top() && p.plan.strategies[last + 1] == p.plan.strategies[first]) {
            ++last;
        }
        const QRectF block = cells[first].united(cells[last]);
        const auto count = last - first + 1;
        QString text = strategyText(p.plan.strategies[first]);
        if (count > 1) {
            text += QStringLiteral(" ×%1").arg(count);
        }
        const QRectF label(0, 0, textWidth(p.theme.smallFont, text) + padding, p.theme.lineHeight);
        if (label.width() <= block.width() && label.height() <= block.height()) {
            const QColor ground = p.theme.of(partsOf(p.plan.strategies[first]).front().part);
            painter.fillRect(label.translated(block.center() - label.center()), ground);
            painter.setPen(labelColor(ground));
            painter.drawText(block, Qt::AlignCenter, text);
        }
        first = last + 1;
    }
}

/// A slim bar on its track; `share` above one is the overflow, marked.
void paintGauge(QPainter& painter, const Theme& theme, const QRectF& track, double share)
{
    painter.fillRect(track, theme.grid);
    const QRectF filled(track.left(), track.top(), track.width() * std::min(1.0, share), track.height());
    painter.fillRect(filled, share > 1 ? theme.bad : theme.mutedText);
}

/// The first of the texts that fits; empty when none does.
QString fitting(const QFont& font, double space, std::initializer_list<QString> texts)
{
    const auto found = std::ranges::find_if(texts, [&](const QString& text) { return textWidth(font, text) <= space; });
    return found == texts.end() ? QString() : *found;
}

struct StageFigures {
    QString memory;
    QString shortMemory;
    double memoryShare = 0;
    QString time;
    double timeShare = 0;
};

StageFigures stageFigures(const StrategyMapPicture& p, std::size_t stage)
{
    const StageEstimate& figures = p.estimate.stages[stage];
    const auto needed = static_cast<double>(figures.memory.total());
    const auto budget = static_cast<double>(std::max<Bytes>(1, p.estimate.usableBudget));
    double slowest = 0;
    for (const StageEstimate& other : p.estimate.stages) {
        slowest = std::max(slowest, other.time);
    }
    StageFigures result;
    result.memoryShare = needed / budget;
    result.shortMemory = bytesText(needed);
    result.memory =
        needed > budget
            ? mapText(QT_TRANSLATE_NOOP("StrategyMap", "%1, %2 over"))
                  .arg(result.shortMemory, bytesText(needed - budget))
            : mapText(QT_TRANSLATE_NOOP("StrategyMap", "%1 of %2")).arg(result.shortMemory, bytesText(budget));
    result.time = secondsText(figures.time);
    result.timeShare = slowest > 0 ? figures.time / slowest : 0;
    return result;
}

void paintHeaderText(QPainter& painter, const StrategyMapPicture& p, std::size_t stage, const QRectF& line)
{
    const Theme& theme = p.theme;
    const auto number = static_cast<int>(stage);
    const QString title = fitting(theme.boldFont, line.width(), {stageTitle(number), QString::number(number)});
    painter.setFont(theme.boldFont);
    painter.setPen(theme.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, title);
    const double space = line.width() - textWidth(theme.boldFont, title) - 2 * theme.gap;
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip,
                     fitting(theme.smallFont, space, {devicesText(p.plan, number)}));
}

void paintGauges(QPainter& painter, const StrategyMapPicture& p, std::size_t stage, const QRectF& area, bool labelled)
{
    const Theme& theme = p.theme;
    const StageFigures figures = stageFigures(p, stage);
    const double half = (area.width() - theme.gap * 2) / 2;
    const QRectF left(area.left(), area.bottom() - 4, half, 4);
    const QRectF right(area.right() - half, area.bottom() - 4, half, 4);
    paintGauge(painter, theme, left, figures.memoryShare);
    paintGauge(painter, theme, right, figures.timeShare);
    if (!labelled) {
        return;
    }
    painter.setFont(theme.smallFont);
    painter.setPen(figures.memoryShare > 1 ? theme.bad : theme.text);
    painter.drawText(QRectF(left.left(), area.top(), half, area.height() - 5), Qt::AlignLeft | Qt::AlignVCenter,
                     fitting(theme.smallFont, half, {figures.memory, figures.shortMemory}));
    painter.setPen(theme.text);
    painter.drawText(QRectF(right.left(), area.top(), half, area.height() - 5), Qt::AlignLeft | Qt::AlignVCenter,
                     fitting(theme.smallFont, half, {figures.time}));
}

double fullHeader(const Theme& theme)
{
    return std::round(theme.lineHeight * 2.35 + 14);
}

double compactHeader(const Theme& theme)
{
    return std::round(theme.lineHeight + 12);
}

}  // namespace

MapMetrics mapMetrics(const Theme& theme, const Plan& plan, bool compactHeaders)
{
    double widest = textWidth(theme.smallFont, QStringLiteral("00.0 ms + 00.0 ms"));
    for (const LayerStrategy& strategy : plan.strategies) {
        widest = std::max(widest, textWidth(theme.boldFont, strategyText(strategy)));
    }
    MapMetrics metrics;
    metrics.labelWidth = std::ceil(widest + 2 * padding);
    metrics.labelHeight = std::ceil(theme.lineHeight * 2.1 + 6);
    metrics.widestCell = std::max(metrics.labelWidth, theme.lineHeight * 22);
    metrics.highestCell = theme.lineHeight * 8;
    metrics.headerHeight = compactHeaders ? compactHeader(theme) : fullHeader(theme);
    metrics.stageGap = theme.margin;
    metrics.bandGap = theme.margin * 1.5;
    return metrics;
}

MapLayout mapLayout(const Theme& theme, const Plan& plan, const QRectF& area)
{
    const MapMetrics full = mapMetrics(theme, plan, false);
    MapLayout layout = layoutStrategyMap(plan.stages, area, full);
    const bool roomy = layout.cellHeight >= full.labelHeight * 0.9 && layout.cellWidth >= full.labelWidth * 0.7;
    return roomy ? layout : layoutStrategyMap(plan.stages, area, mapMetrics(theme, plan, true));
}

Heading mapHeading(const Theme& theme, const Plan& plan)
{
    std::set<StrategyPart> parts;
    bool recomputes = false;
    for (const LayerStrategy& strategy : plan.strategies) {
        recomputes = recomputes || strategy.recompute != Recompute::None;
        for (const StrategyShare& share : partsOf(strategy)) {
            parts.insert(share.part);
        }
    }
    Heading heading;
    heading.title = QString::fromStdString(plan.model.title.empty() ? plan.model.name : plan.model.title);
    heading.subtitle = mapText(QT_TRANSLATE_NOOP("StrategyMap", "%1 layers in %2 stages on %3 devices, %4"))
                           .arg(plan.strategies.size())
                           .arg(plan.pipeline())
                           .arg(plan.cluster.devices)
                           .arg(scheduleText(plan));
    for (const StrategyPart part : parts) {
        heading.legend.push_back({nameOf(part), theme.of(part)});
    }
    if (recomputes) {
        heading.legend.push_back(
            {mapText(QT_TRANSLATE_NOOP("StrategyMap", "recomputed (ckpt)")), theme.text, LegendItem::Mark::Hatch});
    }
    return heading;
}

void paintStageHeaders(QPainter& painter, const StrategyMapPicture& p)
{
    const bool full = !p.layout.stages.empty() && p.layout.stages.front().header.height() > compactHeader(p.theme) + 1;
    for (std::size_t stage = 0; stage < p.layout.stages.size(); ++stage) {
        const QRectF& header = p.layout.stages[stage].header;
        paintHeaderText(painter, p, stage, QRectF(header.left(), header.top(), header.width(), p.theme.lineHeight));
        const double top = header.top() + p.theme.lineHeight + (full ? 2 : 0);
        paintGauges(painter, p, stage, QRectF(header.left(), top, header.width(), header.bottom() - 7 - top), full);
    }
}

void paintLayerCells(QPainter& painter, const StrategyMapPicture& p)
{
    const bool labelled = p.layout.cellHeight >= p.theme.lineHeight + 4;
    const double inset = p.layout.cellHeight >= 12 ? 1.0 : p.layout.cellHeight >= 5 ? 0.5 : 0.0;
    for (std::size_t layer = 0; layer < p.layout.cells.size(); ++layer) {
        const bool severalColumns = p.layout.columns > 1;
        const QRectF cell = p.layout.cells[layer].adjusted(0, inset, severalColumns ? -2 * inset : 0, -inset);
        const LayerStrategy& strategy = p.plan.strategies[layer];
        fillCell(painter, p.theme, strategy, cell);
        if (!labelled) {
            continue;
        }
        if (textWidth(p.theme.boldFont, strategyText(strategy)) <= cell.width() - 2 * padding) {
            paintCellText(painter, p, static_cast<int>(layer), cell);
        } else {
            paintUprightText(painter, p, static_cast<int>(layer), cell);
        }
    }
    if (!labelled) {
        paintRunLabels(painter, p);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.theme.bad, 2));
    for (const Issue& issue : p.estimate.issues) {
        if (issue.severity == Severity::Error && issue.layer >= 0 && issue.code != "over-budget") {
            painter.drawRect(p.layout.cells[static_cast<std::size_t>(issue.layer)].adjusted(1, 1, -2, -2));
        }
    }
}

}  // namespace pgram
