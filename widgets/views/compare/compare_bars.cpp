// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/views/common/memory_curve.h"
#include "widgets/views/common/words.h"
#include "widgets/views/communication/communication_picture.h"
#include "widgets/views/compare/compare_layout.h"

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

/// The bars of all plans, stage by stage, in one scene.
class StageMemory {
public:
    StageMemory(Scene& scene, const CompareSet& set, const QRectF& area)
        : m_scene(scene), m_theme(scene.theme()), m_set(set), m_area(area)
    {
        place();
    }
    void add();

private:
    struct Row {
        std::size_t plan = 0;
        int stage = 0;
        QRectF area;
    };
    void place();
    void addAxis();
    void addBudgets();
    void addRow(const Row& row);
    void addFigures(const Row& row);

    Scene& m_scene;
    const Theme& m_theme;
    const CompareSet& m_set;
    QRectF m_area;
    QRectF m_bars;
    Ruler m_bytes;
    std::vector<double> m_budgets;  ///< different ones, falling
    std::vector<Row> m_rows;
};

void StageMemory::place()
{
    double scale = 1;
    double totals = 0;
    double bars = 0;
    for (std::size_t index = 0; index < m_set.plans.size(); ++index) {
        const ComparedPlan& plan = m_set.plans[index];
        scale = std::max(scale, memoryScale(*plan.estimate));
        m_budgets.push_back(static_cast<double>(plan.estimate->usableBudget));
        bars += plan.plan->pipeline();
        for (int stage = 0; stage < plan.plan->pipeline(); ++stage) {
            totals = std::max(totals, textWidth(m_theme.boldFont, totalText(m_set, static_cast<int>(index), stage)));
        }
    }
    std::ranges::sort(m_budgets, std::greater());
    m_budgets.erase(std::unique(m_budgets.begin(), m_budgets.end()), m_budgets.end());
    const int stages = m_set.stages();
    const double names = textWidth(m_theme.boldFont, stageTitle(stages - 1)) + badgeWidth(m_theme) + 2 * m_theme.gap;
    const double width = std::max(10.0, m_area.width() - names - totals - 2 * m_theme.gap);
    const double pitch = std::clamp(m_area.height() / (bars + 0.5 * stages), 0.2, m_theme.lineHeight * 3);
    double top = m_area.top();
    for (int stage = 0; stage < stages; ++stage, top += pitch * 0.5) {
        for (std::size_t plan = 0; plan < m_set.plans.size(); ++plan) {
            if (stage < m_set.plans[plan].plan->pipeline()) {
                m_rows.push_back({plan, stage, {m_area.left(), top, m_area.width(), pitch}});
                m_scene.place(m_rows.back().area, {"stage", stage});
                top += pitch;
            }
        }
    }
    m_bars = QRectF(m_area.left() + names, m_area.top(), width, top - pitch * 0.5 - m_area.top());
    m_bytes = {m_bars.left(), width, 0, scale};
}

/// Names the budgets above the bars, from the right; one that is off the scale is named at the end of the axis.
void StageMemory::addAxis()
{
    std::vector<QRectF> taken;
    double free = m_area.right();
    for (const double budget : m_budgets) {
        const bool isOff = budget > m_bytes.end;
        const QString text =
            CompareText::tr("budget %1").arg(bytesText(budget)) + (isOff ? QStringLiteral(" →") : QString());
        const double width = textWidth(m_theme.boldFont, text);
        const double x = std::round(m_bytes.pixel(std::min(budget, m_bytes.end)));
        const double left = std::min(x - width / 2, free - width);
        if (left >= m_bars.left()) {
            taken.emplace_back(left, m_bars.top() - m_theme.lineHeight * 1.3, width + 2, m_theme.lineHeight);
            m_scene.text(taken.back(), text, m_theme.boldFont, m_theme.text);
            free = left - m_theme.margin;
        }
    }
    m_scene.ticks(m_bytes, m_bars, AxisUnit::Memory, [&](const Tick& tick) {
        const double half = textWidth(m_theme.smallFont, tick.label) / 2 + m_theme.margin;
        const double x = m_bytes.pixel(tick.value);
        return std::ranges::any_of(
            taken, [&](const QRectF& label) { return x - half < label.right() && label.left() < x + half; });
    });
}

void StageMemory::addBudgets()
{
    const double top = m_bars.top() - m_theme.lineHeight * 0.3;
    for (const double budget : m_budgets) {
        if (budget <= m_bytes.end) {
            m_scene.fill({std::round(m_bytes.pixel(budget)) - 1, top, 2, m_bars.bottom() - top}, m_theme.text);
        }
    }
}

void StageMemory::addRow(const Row& row)
{
    const ComparedPlan& plan = m_set.plans[row.plan];
    const double inset = row.area.height() >= 8 ? row.area.height() * 0.08 : 0;
    const QRectF bar(m_bars.left(), row.area.top() + inset, m_bars.width(), row.area.height() - 2 * inset);
    m_scene.target(row.area, {"bar", static_cast<int>(row.plan), row.stage});
    addMemoryBar(m_scene, {plan.estimate->stages[row.stage].memory, bar, m_bytes.end,
                           static_cast<double>(plan.estimate->usableBudget)});
}

/// Letter and total, on clear ground where they cross a budget line.
void StageMemory::addFigures(const Row& row)
{
    if (row.area.height() < m_theme.lineHeight * 0.85) {
        return;
    }
    const ComparedPlan& plan = m_set.plans[row.plan];
    const double total = totalOf(plan, row.stage);
    const double letter = badgeWidth(m_theme);
    m_scene.text({m_bars.left() - m_theme.gap - letter, row.area.top(), letter, row.area.height()}, plan.letter,
                 m_theme.boldFont, m_theme.text, Qt::AlignRight | Qt::AlignVCenter);
    const QString text = totalText(m_set, static_cast<int>(row.plan), row.stage);
    const QRectF label(m_bytes.pixel(total) + m_theme.gap + 2, row.area.center().y() - m_theme.lineHeight / 2,
                       textWidth(m_theme.smallFont, text) + 2, m_theme.lineHeight);
    m_scene.fill(label.adjusted(-2, 0, 2, 0), m_theme.surface);
    m_scene.text(label, text, m_theme.smallFont,
                 total > static_cast<double>(plan.estimate->usableBudget) ? m_theme.bad : m_theme.text);
}

void StageMemory::add()
{
    addAxis();
    for (const Row& row : m_rows) {
        addRow(row);
    }
    addBudgets();
    std::ranges::for_each(m_rows, [this](const Row& row) { addFigures(row); });
    double free = m_bars.top() - m_theme.lineHeight;
    for (int stage = 0; stage < m_set.stages(); ++stage) {
        const QRectF group = m_scene.areaOf({"stage", stage});
        const double top = group.center().y() - m_theme.lineHeight / 2;
        if (top >= free) {
            m_scene.text({group.left(), top, m_bars.left() - group.left(), m_theme.lineHeight}, stageTitle(stage),
                         m_theme.boldFont, m_theme.text);
            free = top + m_theme.lineHeight;
        }
    }
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

std::shared_ptr<const Scene> stageMemoryScene(const Theme& theme, const CompareSet& set, const QRectF& panel)
{
    auto scene = std::make_shared<Scene>(theme, panel);
    Heading heading{CompareText::tr("Memory per device by stage"), {}, {}};
    for (const MemoryKind kind : allMemoryKinds) {
        heading.legend.push_back({nameOf(kind), theme.of(kind)});
    }
    StageMemory(*scene, set, scene->heading(heading).adjusted(0, theme.lineHeight * 1.4, 0, 0)).add();
    return scene;
}

}  // namespace pgram
