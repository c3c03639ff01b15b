// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/painting.h"
#include "widgets/views/common/words.h"
#include "widgets/views/compare/compare_layout.h"
#include "widgets/views/strategy_map/strategy_map_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <set>

namespace pgram {

namespace {

constexpr double strip = 3;  // in full colour below the quiet ground of labelled cells
constexpr double markHeight = 4;

Heading headingOf(const Theme& theme, const CompareSet& set)
{
    std::set<StrategyPart> parts;
    bool recomputes = false;
    bool differs = false;
    for (const ComparedPlan& plan : set.plans) {
        differs = differs || plan.differingLayers() > 0;
        for (const LayerStrategy& strategy : plan.plan->strategies) {
            recomputes = recomputes || strategy.kept.recomputes();
            for (const StrategyShare& share : partsOf(strategy)) {
                parts.insert(share.part);
            }
        }
    }
    Heading heading{CompareText::tr("Strategy by layer"), {}, {}};
    for (const StrategyPart part : parts) {
        heading.legend.push_back({nameOf(part), theme.of(part)});
    }
    if (recomputes) {
        heading.legend.push_back({CompareText::tr("recomputed"), theme.text, LegendItem::Mark::Hatch});
    }
    if (differs) {
        heading.legend.push_back(
            {CompareText::tr("not as in %1").arg(set.plans.front().letter), theme.text, LegendItem::Mark::Line});
    }
    return heading;
}

/// "P = 4 · m = 8 · 1F1B"
QString shapeOf(const Plan& plan)
{
    return QStringLiteral("P=%1 · m=%2 · %3")
        .arg(plan.pipeline())
        .arg(plan.schedule.microbatches)
        .arg(scheduleName(plan.schedule));
}

/// What a row says about its distance from the reference.
QString differenceText(const CompareSet& set, const ComparedPlan& plan)
{
    if (&plan == &set.plans.front()) {
        return CompareText::tr("reference");
    }
    if (!plan.sameModel) {
        return CompareText::tr("another model");
    }
    const int layers = plan.differingLayers();
    return layers == 0 ? CompareText::tr("same layers") : CompareText::tr("%n layer(s) differ", nullptr, layers);
}

struct Run {
    int first = 0;
    int count = 0;
};

/// Neighbours in one chunk with the same strategy.
std::vector<Run> runsOf(const Plan& plan)
{
    std::vector<Run> runs;
    for (const Chunk& chunk : plan.chunks) {
        for (int layer = chunk.firstLayer; layer < chunk.end(); ++layer) {
            const bool continues = layer > chunk.firstLayer && plan.strategies[layer] == plan.strategies[layer - 1];
            if (continues) {
                ++runs.back().count;
            } else {
                runs.push_back({layer, 1});
            }
        }
    }
    return runs;
}

void paintRun(QPainter& painter, const Theme& theme, const StrategyPanel& layout, std::size_t index,
              const ComparedPlan& plan, Run run)
{
    const QRectF block = layout.cells(index, run.first, run.count);
    const LayerStrategy& strategy = plan.plan->strategies[run.first];
    const bool high = block.height() >= theme.lineHeight * 1.3;
    const QString name = strategyText(strategy);
    const QString label =
        high ? firstFitting(theme.smallFont, block.width() - theme.gap,
                            {run.count > 1 ? name + QStringLiteral(" ×%1").arg(run.count) : name, name})
             : QString();
    Scene scene(theme, block);
    addStrategyFill(scene, strategy, block, high ? strip : 0, Qt::Vertical);
    QRectF text;
    if (!label.isEmpty()) {
        const double width = textWidth(theme.smallFont, label) + theme.gap;
        text =
            QRectF(block.center().x() - width / 2, block.center().y() - theme.lineHeight / 2, width, theme.lineHeight);
    }
    // Left and right of the label: the hatch knows text that starts at the left edge.
    addRecompute(scene, strategy.kept.part,
                 text.isEmpty() ? block : QRectF(block.topLeft(), QPointF(text.left(), block.bottom())));
    if (!text.isEmpty()) {
        addRecompute(scene, strategy.kept.part, QRectF(QPointF(text.right(), block.top()), block.bottomRight()));
    }
    scene.paint(painter);
    for (int layer = 1; layer < run.count && layout.cellWidth >= 6; ++layer) {
        QColor line = theme.surface;
        line.setAlphaF(0.55F);
        painter.fillRect(QRectF(block.left() + layer * layout.cellWidth, block.top(), 1, block.height()), line);
    }
    if (!label.isEmpty()) {
        paintText(painter, theme.smallFont, theme.text, text, Qt::AlignCenter | Qt::TextDontClip, label);
    }
}

/// Cuts between chunks as gaps with a tick above them, and the stages' numbers where there is room.
void paintStages(QPainter& painter, const Theme& theme, const StrategyPanel& layout, std::size_t index,
                 const Plan& plan)
{
    const QRectF& track = layout.tracks[index];
    const double above = track.top() - layout.rows[index].top();
    for (int chunk = 0; chunk < static_cast<int>(plan.chunks.size()); ++chunk) {
        const Chunk& layers = plan.chunk(chunk);
        const QRectF block = layout.cells(index, layers.firstLayer, layers.layerCount);
        if (chunk > 0) {
            painter.fillRect(QRectF(block.left() - 1, track.top() - 4, 2, track.height() + 4), theme.text);
        }
        const QString label = firstFitting(theme.smallFont, block.width() - 4, chunkTitles(plan, chunk));
        if (above >= theme.lineHeight && !label.isEmpty()) {
            paintText(painter, theme.smallFont, theme.mutedText,
                      QRectF(block.left(), track.top() - theme.lineHeight - 1, block.width(), theme.lineHeight),
                      Qt::AlignCenter | Qt::TextDontClip, label);
        }
    }
}

void paintMarks(QPainter& painter, const Theme& theme, const StrategyPanel& layout, std::size_t index,
                const ComparedPlan& plan)
{
    for (const StrategyDifference& run : plan.difference.strategies) {
        const QRectF block = layout.cells(index, run.firstLayer, run.layerCount);
        painter.fillRect(QRectF(block.left() + 0.5, block.bottom() + 2, std::max(1.0, block.width() - 1), markHeight),
                         theme.text);
    }
}

void paintRowName(QPainter& painter, const Theme& theme, const CompareSet& set, const StrategyPanel& layout,
                  std::size_t index)
{
    const ComparedPlan& plan = set.plans[index];
    const QRectF& row = layout.rows[index];
    const QRectF& track = layout.tracks[index];
    const double width = track.left() - row.left() - theme.gap;
    const bool lines = row.height() >= theme.lineHeight * 3.4;
    const double middle = lines ? track.center().y() - theme.lineHeight * 1.1 : track.center().y();
    const QRectF line(row.left(), middle - theme.lineHeight * 0.6, width, theme.lineHeight * 1.2);
    paintBadge(painter, theme, line, plan, index == 0);
    paintText(painter, theme.smallFont, theme.text, line.adjusted(badgeWidth(theme) + theme.gap, 0, 0, 0),
              Qt::AlignVCenter | Qt::TextDontClip, differenceText(set, plan));
    if (lines) {
        painter.setPen(theme.mutedText);
        painter.drawText(line.translated(0, theme.lineHeight * 1.25), Qt::AlignVCenter | Qt::TextDontClip,
                         firstFitting(theme.smallFont, width, {shapeOf(*plan.plan)}));
    }
}

void paintAxis(QPainter& painter, const Theme& theme, const StrategyPanel& layout)
{
    const double label = textWidth(theme.smallFont, QString::number(layout.layers)) + theme.gap * 2;
    int step = 1;
    for (const int factor : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}) {
        step = factor;
        if (factor * layout.cellWidth >= label) {
            break;
        }
    }
    painter.setFont(theme.smallFont);
    painter.setPen(theme.mutedText);
    const QString title = CompareText::tr("layer");
    painter.drawText(QRectF(layout.panel.left(), layout.axis.top(),
                            layout.axis.left() - layout.panel.left() - theme.gap, theme.lineHeight),
                     Qt::AlignRight | Qt::AlignVCenter, title);
    for (int layer = step - 1; layer < layout.layers; layer += step) {
        const QRectF place = layout.column(layer);
        painter.drawText(QRectF(place.center().x() - label / 2, layout.axis.top(), label, theme.lineHeight),
                         Qt::AlignCenter | Qt::TextDontClip, QString::number(layer + 1));
    }
}

}  // namespace

int StrategyPanel::layerAt(const QPointF& position) const
{
    if (tracks.empty() || position.y() < rows.front().top() || position.y() > axis.bottom() ||
        position.x() < axis.left()) {
        return -1;
    }
    const int layer = static_cast<int>((position.x() - axis.left()) / cellWidth);
    return layer < layers ? layer : -1;
}

QRectF StrategyPanel::column(int layer) const
{
    const double top = tracks.front().top();
    return {axis.left() + layer * cellWidth, top, cellWidth, tracks.back().bottom() - top};
}

QRectF StrategyPanel::cells(std::size_t plan, int firstLayer, int count) const
{
    const QRectF& track = tracks[plan];
    return {track.left() + firstLayer * cellWidth, track.top(), count * cellWidth, track.height()};
}

StrategyPanel layoutStrategies(const Theme& theme, const CompareSet& set, const QRectF& panel)
{
    StrategyPanel layout;
    layout.panel = panel;
    layout.layers = set.layers();
    const QRectF area = belowHeading(theme, panel, headingOf(theme, set));
    double names = 0;
    for (const ComparedPlan& plan : set.plans) {
        names = std::max({names, badgeWidth(theme) + theme.gap + textWidth(theme.smallFont, differenceText(set, plan)),
                          textWidth(theme.smallFont, shapeOf(*plan.plan))});
    }
    names = std::min(names + theme.margin, area.width() * 0.4);
    const double foot = theme.lineHeight * 1.3;
    const double pitch =
        std::clamp((area.height() - foot) / static_cast<double>(set.plans.size()), 1.0, theme.lineHeight * 8);
    const double width = std::max(1.0, area.width() - names);
    layout.cellWidth = width / std::max(1, layout.layers);
    for (std::size_t plan = 0; plan < set.plans.size(); ++plan) {
        const double top = std::round(area.top() + static_cast<double>(plan) * pitch);
        const double head = pitch >= theme.lineHeight * 3 ? theme.lineHeight * 1.2 : pitch >= 12 ? 4 : 0;
        const double tail = pitch >= 12 ? markHeight + 6 : 1;
        layout.rows.emplace_back(area.left(), top, area.width(), pitch);
        layout.tracks.emplace_back(area.left() + names, top + head, width, std::max(1.0, pitch - head - tail));
    }
    layout.axis = QRectF(area.left() + names, layout.rows.back().bottom(), width, foot);
    return layout;
}

void paintStrategies(QPainter& painter, const Theme& theme, const CompareSet& set, const StrategyPanel& layout)
{
    paintHeading(painter, theme, layout.panel, headingOf(theme, set));
    for (std::size_t index = 0; index < set.plans.size(); ++index) {
        const ComparedPlan& plan = set.plans[index];
        for (const Run run : runsOf(*plan.plan)) {
            paintRun(painter, theme, layout, index, plan, run);
        }
        paintStages(painter, theme, layout, index, *plan.plan);
        paintMarks(painter, theme, layout, index, plan);
        paintRowName(painter, theme, set, layout, index);
    }
    paintAxis(painter, theme, layout);
}

}  // namespace pgram
