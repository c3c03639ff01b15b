// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/memory/memory_picture.h"

#include "core/base/index.h"
#include "widgets/document/texts.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/ticks.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgram {

namespace {

constexpr double leastCurves = 6;   // line heights; narrower, the bars have all the room
constexpr double barsShare = 0.58;  // of the width without labels

struct MemoryText {
    Q_DECLARE_TR_FUNCTIONS(MemoryPicture)
};

double labelWidth(const Theme& theme, const Plan& plan)
{
    return textWidth(theme.boldFont, widestStageTitle(plan, theme.boldFont)) + 2 * theme.gap;
}

/// The figure behind a bar: its whole, and where there is room what is over.
QString totalText(double total, double budget, bool hasRoom = true)
{
    if (total <= budget || !hasRoom) {
        return bytesText(total);
    }
    return MemoryText::tr("%1, %2 over").arg(bytesText(total), bytesText(total - budget));
}

double widestTotal(const Theme& theme, const Estimate& estimate, bool hasRoom)
{
    double widest = 0;
    for (const StageEstimate& stage : estimate.stages) {
        const double total = stage.memory.total();
        const QString text = totalText(total, static_cast<double>(stage.usable), hasRoom);
        widest = std::max(widest, textWidth(theme.boldFont, text));
    }
    return widest;
}

/// Names and figure as far as they fit into a segment.
void paintSegmentLabel(QPainter& painter, const Theme& theme, const QRectF& segment, MemoryKind kind, double bytes)
{
    const QString name = nameOf(kind);
    const QString figure = bytesText(bytes);
    const QFont& font = theme.smallFont;
    const double space = segment.width() - theme.gap;
    const double figureWidth = textWidth(font, figure);
    painter.setFont(font);
    painter.setPen(labelColor(theme.of(kind)));
    if (segment.height() >= 2.1 * theme.lineHeight && std::max(textWidth(font, name), figureWidth) <= space) {
        const QRectF upper(segment.left(), segment.center().y() - theme.lineHeight, segment.width(), theme.lineHeight);
        painter.drawText(upper, Qt::AlignCenter, name);
        painter.drawText(upper.translated(0, theme.lineHeight), Qt::AlignCenter, figure);
        return;
    }
    const QString both = name + u' ' + figure;
    if (segment.height() >= theme.lineHeight * 0.9) {
        painter.drawText(segment, Qt::AlignCenter, firstFitting(font, space, {both, figure}));
    }
}

/// The larger of the two parts into which the budget line cuts a segment: its label stands clear of the line.
QRectF clearOfBudget(const QRectF& segment, double limit)
{
    if (limit <= segment.left() || limit >= segment.right()) {
        return segment;
    }
    const QRectF below(segment.topLeft(), QPointF(limit - 1, segment.bottom()));
    const QRectF above(QPointF(limit + 1, segment.top()), segment.bottomRight());
    return below.width() >= above.width() ? below : above;
}

struct Segment {
    MemoryKind kind = MemoryKind::Context;
    double bytes = 0;
    QRectF area;
};

std::vector<Segment> segmentsOf(const MemoryBar& bar)
{
    std::vector<Segment> segments;
    double sum = 0;
    for (const MemoryKind kind : allMemoryKinds) {
        const double bytes = bytesOf(bar.memory, kind);
        const double left = bar.x(sum);
        sum += bytes;
        segments.push_back({kind, bytes, QRectF(left, bar.area.top(), bar.x(sum) - left, bar.area.height())});
    }
    return segments;
}

void paintBar(QPainter& painter, const MemoryPicture& p, int stage)
{
    paintMemoryBar(painter, p.theme,
                   {p.estimate.stages[stage].memory, p.layout.barArea(stage), p.layout.scale,
                    static_cast<double>(p.estimate.stages[stage].usable)});
}

double totalOf(const MemoryPicture& p, std::size_t stage)
{
    return static_cast<double>(p.estimate.stages[stage].memory.total());
}

/// Where the figure behind a bar begins.
double totalLeft(const MemoryPicture& p, std::size_t stage)
{
    return p.layout.barX(totalOf(p, stage)) + p.theme.gap + 2;
}

/// Whether the figure of some stage would lie across the budget line.
bool totalsMeetBudget(const MemoryPicture& p)
{
    const double budget = p.estimate.usableBudget;
    const double line = p.layout.barX(budget);
    for (std::size_t stage = 0; stage < p.layout.rows.size() && budget <= p.layout.scale; ++stage) {
        const double left = totalLeft(p, stage);
        const double right =
            left + textWidth(p.theme.boldFont, totalText(totalOf(p, stage), budget, p.layout.hasCurves));
        if (left - p.theme.gap < line && line < right + p.theme.gap) {
            return true;
        }
    }
    return false;
}

/// Behind the bar; behind the budget line as well, in one column, where the line is in the way.
void paintTotal(QPainter& painter, const MemoryPicture& p, std::size_t stage, bool pastBudget)
{
    const double total = totalOf(p, stage);
    const double budget = p.estimate.stages[stage].usable;
    const double past = pastBudget ? p.layout.barX(p.estimate.usableBudget) + p.theme.gap + 2 : 0;
    const QString text = totalText(total, budget, p.layout.hasCurves);
    const QRectF label(std::max(totalLeft(p, stage), past), p.layout.rows[stage].center().y() - p.theme.lineHeight / 2,
                       textWidth(p.theme.boldFont, text) + 2, p.theme.lineHeight);
    painter.fillRect(label, p.theme.surface);  // Grid lines do not run through figures.
    paintText(painter, p.theme.boldFont, total > budget ? p.theme.bad : p.theme.text, label,
              Qt::AlignVCenter | Qt::TextDontClip, text);
}

/// A line through all bars; where the budget is off the scale, its figure alone, with an arrow.
void paintBudget(QPainter& painter, const MemoryPicture& p)
{
    const MemoryLayout& layout = p.layout;
    const double budget = p.estimate.usableBudget;
    const bool onScale = budget <= layout.scale;
    const double x = std::round(layout.barX(std::min(budget, layout.scale)));
    const QString words = MemoryText::tr("budget %1");
    const QString full = words.arg(budgetText(p.plan));
    const double room = layout.curves.left() - layout.bars.left() - 2 * p.theme.margin;
    QString label = firstFitting(p.theme.boldFont, room, {full, words.arg(bytesText(budget))});
    if (onScale) {
        const double top = layout.axisTop + 1.25 * p.theme.lineHeight;  // below the feet of Chinese letters, too
        painter.fillRect(QRectF(x - 1, top, 2, layout.bars.bottom() - top), p.theme.text);
    } else {
        label += QStringLiteral(" →");
    }
    // Of stages on devices that have less.
    for (std::size_t stage = 0; stage < layout.rows.size(); ++stage) {
        const auto usable = static_cast<double>(p.estimate.stages[stage].usable);
        const QRectF bar = layout.barArea(static_cast<int>(stage));
        if (usable < budget && usable <= layout.scale) {
            painter.fillRect(QRectF(std::round(layout.barX(usable)) - 1, bar.top() - 2, 2, bar.height() + 4),
                             p.theme.text);
        }
    }
    const double width = textWidth(p.theme.boldFont, label);
    const double place = std::min(x - width / 2, layout.curves.left() - width - p.theme.margin);
    paintText(painter, p.theme.boldFont, p.theme.text, QRectF(place, layout.axisTop, width + 2, p.theme.lineHeight),
              Qt::AlignVCenter | Qt::TextDontClip, label);
}

}  // namespace

Bytes bytesOf(const MemoryBreakdown& memory, MemoryKind kind)
{
    static constexpr std::array parts{&MemoryBreakdown::context,     &MemoryBreakdown::weights,
                                      &MemoryBreakdown::gradients,   &MemoryBreakdown::optimizer,
                                      &MemoryBreakdown::activations, &MemoryBreakdown::transient};
    return memory.*parts[at(kind)];
}

void paintMemoryBar(QPainter& painter, const Theme& theme, const MemoryBar& bar)
{
    const std::vector<Segment> segments = segmentsOf(bar);
    const double limit = bar.x(bar.budget);
    for (const auto& [kind, bytes, area] : segments) {
        painter.fillRect(area, theme.of(kind));
        if (kind == MemoryKind::Transient) {
            paintHatch(painter, area, mixed(theme.of(kind), theme.text, 0.45), hiddenHatch);
        }
        if (area.width() > 3) {
            painter.fillRect(QRectF(area.right() - 1, area.top(), 1, area.height()), theme.surface);
        }
    }
    const double end = segments.back().area.right();
    if (end > limit) {
        const QRectF over(QPointF(limit, bar.area.top()), QPointF(end, bar.area.bottom()));
        QColor pale = theme.surface;
        pale.setAlphaF(0.28F);
        paintHatch(painter, over, pale, 2 * hiddenHatch, 4);
        painter.setPen(QPen(theme.bad, over.height() >= 12 ? 3 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(over);
    }
    for (const auto& [kind, bytes, area] : segments) {
        paintSegmentLabel(painter, theme, clearOfBudget(area, limit), kind, bytes);
    }
}

QRectF MemoryLayout::barArea(int stage) const
{
    const QRectF curve = curveArea(stage);
    const double height = std::min(curve.height(), thickestBar);
    return {bars.left(), curve.center().y() - height / 2, bars.width(), height};
}

QRectF MemoryLayout::curveArea(int stage) const
{
    const QRectF& row = rows[stage];
    const double inset = row.height() >= 12 ? std::min(row.height() * 0.14, 12.0) : row.height() >= 4 ? 0.5 : 0;
    return {curves.left(), row.top() + inset, curves.width(), row.height() - 2 * inset};
}

Heading memoryHeading(const Theme& theme, const Estimate& estimate)
{
    Heading heading;
    heading.title = MemoryText::tr("Peak memory per device");
    const auto fullest =
        std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& stage) { return stage.memory.total(); });
    heading.subtitle = MemoryText::tr("fullest in stage %1: %2 of %3")
                           .arg(fullest - estimate.stages.begin())
                           .arg(bytesText(estimate.peakMemory), bytesText(estimate.usableBudget));
    for (const MemoryKind kind : allMemoryKinds) {
        heading.legend.push_back({nameOf(kind), theme.of(kind)});
    }
    return heading;
}

MemoryLayout layoutMemory(const Theme& theme, const Plan& plan, const Estimate& estimate, const QRectF& area,
                          double begin, double end)
{
    MemoryLayout layout;
    layout.begin = begin;
    layout.end = end;
    const double left = area.left() + labelWidth(theme, plan);
    double totals = widestTotal(theme, estimate, true) + 2 * theme.gap;
    double width = std::max(10.0, area.right() - left - totals - theme.margin);
    const double top = area.top() + theme.lineHeight * 2.3;
    layout.axisTop = area.top();
    const int stages = plan.pipeline();
    const double highest = theme.lineHeight * 32;
    layout.thickestBar = theme.lineHeight * (stages == 1 ? 7 : 5);
    const double rowHeight = std::clamp((area.bottom() - top) / stages, 1.0, highest);
    const double bottom = top + rowHeight * stages;
    layout.hasCurves = width * (1 - barsShare) >= theme.lineHeight * leastCurves;
    if (!layout.hasCurves) {
        totals = widestTotal(theme, estimate, false) + 2 * theme.gap;
        width = std::max(10.0, area.right() - left - totals - theme.margin);
    }
    layout.bars = QRectF(left, top, layout.hasCurves ? width * barsShare : width + theme.margin, bottom - top);
    const double curvesLeft = layout.hasCurves ? layout.bars.right() + totals + theme.margin : area.right();
    layout.curves = QRectF(curvesLeft, top, std::max(1.0, area.right() - curvesLeft), bottom - top);
    layout.scale = memoryScale(estimate);
    for (int stage = 0; stage < stages; ++stage) {
        layout.rows.emplace_back(area.left(), top + stage * rowHeight, area.width(), rowHeight);
    }
    return layout;
}

void paintMemoryAxes(QPainter& painter, const MemoryPicture& p)
{
    const MemoryLayout& layout = p.layout;
    const Theme& theme = p.theme;
    const double tickTop = layout.bars.top() - theme.lineHeight * 1.15;
    painter.setFont(theme.smallFont);
    double taken = 0;  // by the labels before
    const auto paintTick = [&](double x, const QRectF& panel, const QString& label) {
        painter.fillRect(QRectF(std::round(x), panel.top(), 1, panel.height()), theme.grid);
        const double width = textWidth(theme.smallFont, label);
        const double place = std::clamp(x - width / 2, panel.left() - theme.gap, panel.right() - width + theme.margin);
        if (place < taken) {
            return;
        }
        taken = place + width + theme.gap;
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(place, tickTop, width + 2, theme.lineHeight), Qt::AlignVCenter | Qt::TextDontClip,
                         label);
    };
    const auto most = [&](const QRectF& panel) {
        return std::max(2, static_cast<int>(panel.width() / (theme.lineHeight * 5)));
    };
    const double budget = layout.barX(static_cast<double>(p.estimate.usableBudget));
    for (const Tick& tick : ticksOf(0, layout.scale, most(layout.bars), AxisUnit::Memory)) {
        if (std::abs(layout.barX(tick.value) - budget) < textWidth(theme.smallFont, tick.label)) {
            continue;  // The budget has its own label there.
        }
        paintTick(layout.barX(tick.value), layout.bars, tick.label);
    }
    if (!layout.hasCurves) {
        return;
    }
    for (const Tick& tick : ticksOf(layout.begin, layout.end, most(layout.curves), AxisUnit::Time)) {
        paintTick(layout.timeX(tick.value), layout.curves, tick.label);
    }
    painter.setPen(theme.mutedText);
    painter.setFont(theme.font);
    const QString title = MemoryText::tr("over the step");
    const QString full = MemoryText::tr("over the step; grey: states and context");
    painter.drawText(QRectF(layout.curves.left(), layout.axisTop, layout.curves.width(), theme.lineHeight),
                     Qt::AlignVCenter | Qt::TextDontClip,
                     firstFitting(theme.font, layout.curves.width(), {full, title}));
}

void paintMemoryBars(QPainter& painter, const MemoryPicture& p)
{
    const MemoryLayout& layout = p.layout;
    const int stages = static_cast<int>(layout.rows.size());
    const double rowHeight = layout.rows.front().height();
    const int every = std::max(1, static_cast<int>(std::ceil(p.theme.lineHeight * 0.9 / rowHeight)));
    for (int stage = 0; stage < stages; ++stage) {
        paintBar(painter, p, stage);
        if (stage % every == 0) {
            const QRectF& row = layout.rows[stage];
            paintText(painter, p.theme.boldFont, p.theme.text,
                      QRectF(row.left(), row.top(), layout.bars.left() - row.left(), row.height()),
                      Qt::AlignVCenter | Qt::TextDontClip, stageTitle(p.plan, stage));
        }
    }
    paintBudget(painter, p);
    const bool pastBudget = totalsMeetBudget(p);
    for (std::size_t stage = 0; stage < layout.rows.size() && every == 1; ++stage) {
        paintTotal(painter, p, stage, pastBudget);
    }
}

void paintMemoryGhost(QPainter& painter, const Theme& theme, const MemoryLayout& layout, const Estimate& now,
                      const Estimate& ghost)
{
    for (const int stage : changedStages(now, ghost)) {
        const double total = ghost.stages[stage].memory.total();
        const auto usable = static_cast<double>(ghost.stages[stage].usable);
        const bool over = total > usable;
        const QRectF bar = layout.barArea(stage);
        const double end = std::min(layout.barX(total), bar.right());
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(over ? theme.bad : theme.accent, 2, Qt::DashLine));
        painter.drawRect(QRectF(bar.topLeft(), QPointF(end, bar.bottom())).adjusted(0, -2, 0, 2));
        if (bar.height() < theme.lineHeight) {
            continue;
        }
        const QString text = QStringLiteral("→ %1").arg(totalText(total, usable));
        const double width = textWidth(theme.boldFont, text) + 2 * theme.gap;
        const QRectF label(std::min(end + theme.gap, layout.curves.left() - width), bar.top() - 2, width,
                           theme.lineHeight);
        painter.fillRect(label, over ? theme.bad : theme.accent);
        paintText(painter, theme.boldFont, labelColor(over ? theme.bad : theme.accent), label, Qt::AlignCenter, text);
    }
}

void paintMemoryCurves(QPainter& painter, const MemoryPicture& p)
{
    if (!isSimulated(p.estimate) || !p.layout.hasCurves) {
        return;
    }
    for (std::size_t stage = 0; stage < p.layout.rows.size(); ++stage) {
        paintMemoryCurve(painter, p.theme, p.layout.curveArea(static_cast<int>(stage)),
                         memoryCurveOf(p.estimate, stage, p.layout.begin, p.layout.end));
    }
}

}  // namespace pgram
