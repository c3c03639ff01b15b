// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr double pointerDistance = 18;
constexpr double cutThickness = 5;
constexpr int mostStages = 3;

QString arrow(const QString& text)
{
    return QStringLiteral("→ ") + text;
}

/// A dashed frame on a band of the surface, so that it is seen on every fill.
void addFrame(Scene& marks, const QRectF& cell)
{
    const QRectF frame = cell.adjusted(1.5, 1.5, -1.5, -1.5);
    marks.frame(frame, marks.theme().surface, 3);
    marks.frame(frame, marks.theme().accent, 2, Qt::DashLine);
}

/// What becomes of a layer, in the lower right corner of its cell, where there is room.
void addPill(Scene& marks, const QRectF& cell, const QString& text)
{
    const Theme& theme = marks.theme();
    const double width = textWidth(theme.smallFont, text) + 2 * theme.gap;
    if (width > cell.width() - 4 || theme.lineHeight > cell.height() - 2) {
        return;
    }
    const QRectF pill(cell.right() - width - 2, cell.bottom() - theme.lineHeight - 2, width, theme.lineHeight);
    marks.fill(pill, theme.accent);
    marks.text(pill, text, theme.smallFont, labelColor(theme.accent), Qt::AlignCenter);
}

void addLayers(Scene& marks, const StrategyMapPicture& p, const MapGhost& ghost)
{
    const ChangedLayers changed = changedLayers(p.plan, ghost.plan);
    for (const int layer : changed.restyled) {
        addFrame(marks, p.layout.cells[layer]);
        addPill(marks, p.layout.cells[layer], arrow(strategyText(ghost.plan.strategies[layer])));
    }
    for (const int layer : changed.moved) {
        const QRectF& cell = p.layout.cells[layer];
        addFrame(marks, cell);
        addPill(marks, cell, arrow(stageTitle(ghost.plan.stageOf(layer))));
    }
    const std::size_t chunks = ghost.plan.chunks.size() == p.plan.chunks.size() ? p.plan.chunks.size() : 0;
    for (std::size_t chunk = 1; chunk < chunks; ++chunk) {
        const int first = ghost.plan.chunks[chunk].firstLayer;
        if (first == p.plan.chunks[chunk].firstLayer) {
            continue;
        }
        // The cut runs above the layer that begins the chunk, or below the last one before it, where that one is moved.
        const bool earlier = first < p.plan.chunks[chunk].firstLayer;
        const QRectF& cell = p.layout.cells[earlier ? first : first - 1];
        const double y = earlier ? cell.top() : cell.bottom();
        marks.fill({cell.left(), y - cutThickness / 2, cell.width(), cutThickness}, marks.theme().accent);
    }
}

/// The new reading of a gauge: a mark on it, and the figure behind an arrow.
void addReading(Scene& marks, const QRectF& gauge, const QRectF& label, double share, const QString& before,
                const QString& after)
{
    const Theme& theme = marks.theme();
    const QColor color = share > 1 ? theme.bad : theme.accent;
    const double x = gauge.left() + gauge.width() * std::min(1.0, share);
    marks.fill({x - 1.5, gauge.top() - 3, 3, gauge.height() + 6}, color);
    if (label.isEmpty()) {
        return;
    }
    marks.fill(label, theme.surface);
    const QString both = before == after ? after : QStringLiteral("%1 → %2").arg(before, after);
    marks.fitting(label, {both, arrow(after), after}, theme.smallFont, color);
}

void addHeaders(Scene& marks, const StrategyMapPicture& p, const MapGhost& ghost)
{
    const double budget = std::max<Bytes>(1, ghost.estimate.usableBudget);
    double slowest = 0;
    for (const StageEstimate& stage : ghost.estimate.stages) {
        slowest = std::max(slowest, stage.time);
    }
    for (const int stage : changedStages(p.estimate, ghost.estimate)) {
        const StageEstimate& now = p.estimate.stages[stage];
        const StageEstimate& then = ghost.estimate.stages[stage];
        const double memory = then.memory.total();
        for (const int chunk : p.plan.chunksOf(stage)) {
            if (alikeChunks(p.layout, chunk) > 1) {
                continue;  // its header is of other stages, too
            }
            const HeaderGauges gauges = headerGauges(marks.theme(), p.layout, static_cast<std::size_t>(chunk));
            addReading(marks, gauges.memory, gauges.memoryLabel, memory / budget, bytesText(now.memory.total()),
                       bytesText(memory));
            addReading(marks, gauges.time, gauges.timeLabel, slowest > 0 ? then.time / slowest : 0,
                       secondsText(now.time), secondsText(then.time));
        }
    }
}

void addBox(Scene& marks, const StrategyMapPicture& p, const MapGhost& ghost)
{
    const Theme& theme = marks.theme();
    QStringList lines{ghostStep(p.estimate, ghost.estimate), ghostMemory(p.estimate, ghost.estimate)};
    lines += ghostStages(p.estimate, ghost.estimate, mostStages);
    lines += ghostVerdict(ghost.plan, ghost.estimate);
    double widest = 0;
    for (const QString& line : lines) {
        widest = std::max(widest, textWidth(theme.boldFont, line));
    }
    const double height = theme.lineHeight * 1.15;
    const QSizeF size(widest + 4 * theme.gap, height * static_cast<double>(lines.size()) + 2 * theme.gap);
    const QRectF box = ghostBox(ghost.area, size, ghost.pointer);
    const QColor mark = isSound(ghost.estimate) ? theme.accent : theme.bad;
    marks.fill(box, theme.panel);
    marks.frame(box, mark, 1.5);
    QRectF line(box.left() + 2 * theme.gap, box.top() + theme.gap, box.width() - 4 * theme.gap, height);
    for (qsizetype index = 0; index < lines.size(); ++index, line.translate(0, height)) {
        const bool strong = index == 0 || index + 1 == lines.size();
        marks.text(line, lines[index], strong ? theme.boldFont : theme.font,
                   index + 1 == lines.size() && !isSound(ghost.estimate) ? theme.bad : theme.text);
    }
}

}  // namespace

ChangedLayers changedLayers(const Plan& now, const Plan& ghost)
{
    ChangedLayers changed;
    const int layers = static_cast<int>(std::min(now.strategies.size(), ghost.strategies.size()));
    for (int layer = 0; layer < layers; ++layer) {
        if (now.stageOf(layer) != ghost.stageOf(layer)) {
            changed.moved.push_back(layer);
        }
        if (now.strategies[layer] != ghost.strategies[layer]) {
            changed.restyled.push_back(layer);
        }
    }
    return changed;
}

QRectF ghostBox(const QRectF& area, const QSizeF& size, const std::optional<QPointF>& pointer)
{
    const QPointF corner(std::max(area.left(), area.right() - size.width()),
                         std::max(area.top(), area.bottom() - size.height()));
    if (!pointer) {
        // Away from the Inspector, whose choices show tips on the map's other side.
        return {QPointF(area.left(), corner.y()), size};
    }
    // Right of the pointer, or left of it where there is no room: never under it.
    const double right = pointer->x() + pointerDistance;
    const double left = pointer->x() - pointerDistance - size.width();
    const double x = right <= corner.x() || left < area.left() ? std::min(right, corner.x()) : left;
    const double y = std::clamp(pointer->y() - size.height() / 2, area.top(), corner.y());
    return {QPointF(x, y), size};
}

void addMapGhost(Scene& marks, const StrategyMapPicture& now, const MapGhost& ghost)
{
    if (ghost.plan.strategies.size() != now.plan.strategies.size() || ghost.plan.pipeline() != now.plan.pipeline()) {
        return;
    }
    addLayers(marks, now, ghost);
    addHeaders(marks, now, ghost);
    addBox(marks, now, ghost);
}

}  // namespace pgram
