// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/ticks.h"
#include "widgets/views/common/words.h"
#include "widgets/views/communication/communication_picture.h"
#include "widgets/views/compare/compare_layout.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <functional>

namespace pgram {

namespace {

QString bytesLabel(const CompareSet& set, std::size_t plan, const VolumeDifference& volume)
{
    const bool compared = plan > 0 && volume.before > 0 && set.plans[plan].sameModel;
    return compared
               ? QStringLiteral("%1  %2").arg(volumeText(volume.after), signedPercent(volume.after / volume.before - 1))
               : volumeText(volume.after);
}

/// Returns "4.06 s + 36.6 ms"; a part that would print as zero is left out: "4.06 s", "+ 36.6 ms".
QString timeLabel(const VolumeDifference& volume)
{
    constexpr double leastShown = 5e-9;  // seconds; less prints as 0.00 µs
    const QString hidden =
        volume.hiddenAfter < leastShown ? QString() : QStringLiteral("+ %1").arg(secondsText(volume.hiddenAfter));
    if (volume.exposedAfter < leastShown) {
        return hidden.isEmpty() ? secondsText(0) : hidden;
    }
    const QString exposed = secondsText(volume.exposedAfter);
    return hidden.isEmpty() ? exposed : QStringLiteral("%1 %2").arg(exposed, hidden);
}

Heading stageMemoryHeading(const Theme& theme)
{
    Heading heading{CompareText::tr("Memory per device by stage"), {}, {}};
    for (const MemoryKind kind : allMemoryKinds) {
        heading.legend.push_back({nameOf(kind), theme.of(kind)});
    }
    return heading;
}

double totalOf(const ComparedPlan& plan, int stage)
{
    return static_cast<double>(plan.estimate->stages[stage].memory.total());
}

/// "7.31 GiB" and, where the reference trains the same model and has the stage too, what is more or less.
QString totalText(const CompareSet& set, int index, int stage)
{
    const ComparedPlan& plan = set.plans[index];
    const ComparedPlan& first = set.plans.front();
    const double total = totalOf(plan, stage);
    if (index == 0 || !plan.sameModel || stage >= first.plan->pipeline()) {
        return bytesText(total);
    }
    return QStringLiteral("%1  %2").arg(bytesText(total), signedBytes(total - totalOf(first, stage)));
}

double widestTotal(const Theme& theme, const CompareSet& set)
{
    double widest = 0;
    for (std::size_t index = 0; index < set.plans.size(); ++index) {
        for (int stage = 0; stage < set.plans[index].plan->pipeline(); ++stage) {
            widest = std::max(widest, textWidth(theme.boldFont, totalText(set, static_cast<int>(index), stage)));
        }
    }
    return widest;
}

int barCount(const CompareSet& set)
{
    int bars = 0;
    for (const ComparedPlan& plan : set.plans) {
        bars += plan.plan->pipeline();
    }
    return bars;
}

struct BudgetLabel {
    QRectF place;
    QString text;
};

/// Above the bars, from the right; one that is off the scale is named at the end of the axis.
std::vector<BudgetLabel> budgetLabels(const Theme& theme, const StageMemoryPanel& layout)
{
    std::vector<BudgetLabel> labels;
    double free = layout.panel.right();
    for (const double budget : layout.budgets) {
        const double x = std::round(layout.x(std::min(budget, layout.scale)));
        QString text = CompareText::tr("budget %1").arg(bytesText(budget));
        if (budget > layout.scale) {
            text += QStringLiteral(" →");
        }
        const double width = textWidth(theme.boldFont, text);
        const double left = std::min(x - width / 2, free - width);
        if (left >= layout.bars.left()) {
            labels.push_back(
                {QRectF(left, layout.bars.top() - theme.lineHeight * 1.3, width + 2, theme.lineHeight), text});
            free = left - theme.margin;
        }
    }
    return labels;
}

void paintAxis(QPainter& painter, const Theme& theme, const StageMemoryPanel& layout)
{
    const std::vector<BudgetLabel> taken = budgetLabels(theme, layout);
    const int most = std::max(2, static_cast<int>(layout.bars.width() / (theme.lineHeight * 5)));
    painter.setFont(theme.smallFont);
    for (const Tick& tick : ticksOf(0, layout.scale, most, AxisUnit::Memory)) {
        const double x = std::round(layout.x(tick.value));
        painter.fillRect(QRectF(x, layout.bars.top(), 1, layout.bars.height()), theme.grid);
        const double width = textWidth(theme.smallFont, tick.label);
        const QRectF place(x - width / 2, layout.bars.top() - theme.lineHeight * 1.2, width + 2, theme.lineHeight);
        const bool free = std::ranges::none_of(taken, [&](const BudgetLabel& label) {
            return label.place.adjusted(-theme.margin, 0, theme.margin, 0).intersects(place);
        });
        if (free) {
            painter.setPen(theme.mutedText);
            painter.drawText(place, Qt::AlignVCenter | Qt::TextDontClip, tick.label);
        }
    }
}

/// A line for each budget on the scale, and the names of all.
void paintBudgets(QPainter& painter, const Theme& theme, const StageMemoryPanel& layout)
{
    for (const double budget : layout.budgets) {
        if (budget <= layout.scale) {
            const double top = layout.bars.top() - theme.lineHeight * 0.3;
            painter.fillRect(QRectF(std::round(layout.x(budget)) - 1, top, 2, layout.bars.bottom() - top), theme.text);
        }
    }
    painter.setFont(theme.boldFont);
    painter.setPen(theme.text);
    for (const BudgetLabel& label : budgetLabels(theme, layout)) {
        painter.drawText(label.place, Qt::AlignVCenter | Qt::TextDontClip, label.text);
    }
}

void paintRow(QPainter& painter, const Theme& theme, const CompareSet& set, const StageMemoryPanel& layout,
              const StageBar& row)
{
    const ComparedPlan& plan = set.plans[row.plan];
    const double budget = plan.estimate->usableBudget;
    Scene scene(theme, row.bar);
    addMemoryBar(scene, {plan.estimate->stages[row.stage].memory, row.bar, layout.scale, budget});
    scene.paint(painter);
}

/// Letter and total, on clear ground where they cross a budget line.
void paintRowLabels(QPainter& painter, const Theme& theme, const CompareSet& set, const StageMemoryPanel& layout,
                    const StageBar& row)
{
    const ComparedPlan& plan = set.plans[row.plan];
    const double budget = plan.estimate->usableBudget;
    const double total = totalOf(plan, row.stage);
    if (row.row.height() < theme.lineHeight * 0.85) {
        return;
    }
    painter.setFont(theme.boldFont);
    painter.setPen(theme.text);
    const double letter = badgeWidth(theme);
    painter.drawText(QRectF(row.bar.left() - theme.gap - letter, row.row.top(), letter, row.row.height()),
                     Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, plan.letter);
    const QString text = totalText(set, row.plan, row.stage);
    const QRectF label(layout.x(total) + theme.gap + 2, row.row.center().y() - theme.lineHeight / 2,
                       textWidth(theme.smallFont, text) + 2, theme.lineHeight);
    painter.fillRect(label.adjusted(-2, 0, 2, 0), theme.surface);
    paintText(painter, theme.smallFont, total > budget ? theme.bad : theme.text, label,
              Qt::AlignVCenter | Qt::TextDontClip, text);
}

}  // namespace

std::shared_ptr<const Scene> volumesScene(const Theme& theme, const CompareSet& set, const QRectF& panel)
{
    BarTable table;
    table.highestRow = 2.2;
    table.titles = {
        {CompareText::tr("bytes, all ranks"), CompareText::tr("bytes")},
        {CompareText::tr("seconds per rank, exposed + overlapped"), CompareText::tr("exposed + overlapped")}};
    for (const TrafficKind kind : set.trafficKinds()) {
        for (std::size_t plan = 0; plan < set.plans.size(); ++plan) {
            const VolumeDifference* volume = set.plans[plan].volume(kind);
            if (volume == nullptr || volume->after <= 0) {
                continue;
            }
            const QColor color = theme.of(kind);
            const QString& letter = set.plans[plan].letter;
            table.rows.push_back(
                {{"volume", static_cast<int>(plan), static_cast<int>(kind)},
                 nameOf(kind),
                 letter,
                 letter,
                 {{{{volume->after, color}}, {bytesLabel(set, plan, *volume)}},
                  {{{volume->exposedAfter, color}, {volume->hiddenAfter, color, true}}, {timeLabel(*volume)}}}});
        }
    }
    auto scene = std::make_shared<Scene>(theme, panel);
    const QRectF area = scene->heading({CompareText::tr("Communication of a step by kind"), {}, exposureLegend(theme)});
    if (table.rows.empty()) {
        scene->note(panel, CompareText::tr("No communication between devices in these plans."));
    } else {
        scene->bars(area, table);
    }
    return scene;
}

const StageBar* StageMemoryPanel::barAt(const QPointF& position) const
{
    const auto found = std::ranges::find_if(rows, [&](const StageBar& bar) { return bar.row.contains(position); });
    return found == rows.end() ? nullptr : &*found;
}

StageMemoryPanel layoutStageMemory(const Theme& theme, const CompareSet& set, const QRectF& panel)
{
    StageMemoryPanel layout;
    layout.panel = panel;
    for (const ComparedPlan& plan : set.plans) {
        layout.scale = std::max(layout.scale, memoryScale(*plan.estimate));
        layout.budgets.push_back(static_cast<double>(plan.estimate->usableBudget));
    }
    std::ranges::sort(layout.budgets, std::greater());
    layout.budgets.erase(std::unique(layout.budgets.begin(), layout.budgets.end()), layout.budgets.end());
    const QRectF area = belowHeading(theme, panel, stageMemoryHeading(theme)).adjusted(0, theme.lineHeight * 1.4, 0, 0);
    const int stages = set.stages();
    const double names = textWidth(theme.boldFont, stageTitle(stages - 1)) + badgeWidth(theme) + 2 * theme.gap;
    const double totals = widestTotal(theme, set) + 2 * theme.gap;
    const double each = area.height() / (barCount(set) + 0.5 * stages);
    const double pitch = std::clamp(each, 0.2, theme.lineHeight * 3);
    const double space = pitch * 0.5;
    double top = area.top();
    layout.bars = QRectF(area.left() + names, area.top(), std::max(10.0, area.width() - names - totals), 0);
    for (int stage = 0; stage < stages; ++stage) {
        const double first = top;
        for (std::size_t plan = 0; plan < set.plans.size(); ++plan) {
            if (stage < set.plans[plan].plan->pipeline()) {
                const QRectF row(area.left(), top, area.width(), pitch);
                const double inset = pitch >= 8 ? pitch * 0.08 : 0;
                layout.rows.push_back({static_cast<int>(plan),
                                       stage,
                                       row,
                                       {layout.bars.left(), top + inset, layout.bars.width(), pitch - 2 * inset}});
                top += pitch;
            }
        }
        layout.stages.emplace_back(area.left(), first, area.width(), top - first);
        top += space;
    }
    layout.bars.setBottom(top - space);
    return layout;
}

void paintStageMemory(QPainter& painter, const Theme& theme, const CompareSet& set, const StageMemoryPanel& layout)
{
    paintHeading(painter, theme, layout.panel, stageMemoryHeading(theme));
    paintAxis(painter, theme, layout);
    for (const StageBar& row : layout.rows) {
        paintRow(painter, theme, set, layout, row);
    }
    paintBudgets(painter, theme, layout);
    for (const StageBar& row : layout.rows) {
        paintRowLabels(painter, theme, set, layout, row);
    }
    double free = layout.bars.top() - theme.lineHeight;
    for (std::size_t stage = 0; stage < layout.stages.size(); ++stage) {
        const QRectF& group = layout.stages[stage];
        const double middle = group.center().y();
        if (middle - theme.lineHeight / 2 >= free) {
            paintText(painter, theme.boldFont, theme.text,
                      QRectF(group.left(), middle - theme.lineHeight / 2, layout.bars.left() - group.left(),
                             theme.lineHeight),
                      Qt::AlignVCenter | Qt::TextDontClip, stageTitle(static_cast<int>(stage)));
            free = middle + theme.lineHeight / 2;
        }
    }
}

}  // namespace pgram
