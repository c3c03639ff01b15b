// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/compare/compare_layout.h"
#include "widgets/views/compare/compare_panels.h"

namespace pgram {

namespace {

Unit unitOf(const Figure& figure)
{
    switch (figure.quantity) {
    case Quantity::Time:
        return Unit::Time;
    case Quantity::Memory:
        return Unit::Memory;
    case Quantity::Share:
        return Unit::Share;
    case Quantity::Rate:
        break;
    }
    return Unit::Number;
}

FigureContent planFigures(const std::shared_ptr<const CompareSet>& set)
{
    FigureContent content{
        {{CompareText::tr("Plan"), "plan", Unit::Text, [set](int row) { return set->plans[row].letter; }},
         {CompareText::tr("Name"), "name", Unit::Text, [set](int row) { return set->plans[row].name; }}},
        static_cast<int>(set->plans.size())};
    for (const Figure* figure : comparedFigures()) {
        const QString title = figureTitle(*figure);
        content.columns.push_back({title, figure->key, unitOf(*figure),
                                   [set, figure](int row) { return figure->value(*set->plans[row].estimate); }});
        content.columns.push_back({CompareText::tr("Δ %1").arg(title), QByteArray(figure->key) + "_change",
                                   Unit::Change, [set, figure](int row) {
                                       const ComparedPlan& plan = set->plans[row];
                                       return row == 0 || !plan.sameModel
                                                  ? FigureValue()
                                                  : differenceOf(plan, *figure).relativeChange();
                                   }});
    }
    return content;
}

QString lettersOfOthers(const CompareSet& set, int layer)
{
    QStringList letters;
    for (const ComparedPlan& plan : set.plans) {
        if (plan.differs(layer)) {
            letters << plan.letter;
        }
    }
    return letters.join(u' ');
}

FigureContent layerFigures(const std::shared_ptr<const CompareSet>& set)
{
    FigureContent content{{{CompareText::tr("Layer"), "layer", Unit::Text,
                            [set](int layer) {
                                const ComparedPlan& first = set->plans.front();
                                return layer < first.layers() ? FigureValue(first.plan->model.layerName(layer))
                                                              : QString::number(layer + 1);
                            }}},
                          set->layers()};
    for (const ComparedPlan& plan : set->plans) {
        const QByteArray key = plan.letter.toLower().toLatin1();
        content.columns.push_back(
            {CompareText::tr("Stage of %1").arg(plan.letter), key + "_stage", Unit::Count,
             [set, &plan](int layer) { return layer < plan.layers() ? plan.plan->stageOf(layer) : FigureValue(); }});
        content.columns.push_back({CompareText::tr("Strategy of %1").arg(plan.letter), key + "_strategy", Unit::Text,
                                   [set, &plan](int layer) {
                                       return layer < plan.layers() ? strategyText(plan.plan->strategies[layer])
                                                                    : FigureValue();
                                   }});
    }
    content.columns.push_back(
        {CompareText::tr("Other than %1").arg(set->plans.empty() ? QString() : set->plans[0].letter), "differs",
         Unit::Text, [set](int layer) { return lettersOfOthers(*set, layer); }});
    return content;
}

/// Of memory and timelines: the stages of the first plan, then those of the second, …
struct PlanStage {
    const ComparedPlan& plan;
    int stage = 0;

    [[nodiscard]] const StageDifference& difference() const { return plan.difference.stages[stage]; }
    [[nodiscard]] const MemoryBreakdown& memory() const { return plan.estimate->stages[stage].memory; }
    /// Nothing where the schedule cannot run.
    template <class Value>
    [[nodiscard]] FigureValue ofTrack(Value value) const
    {
        return plan.timeline() == nullptr
                   ? FigureValue()
                   : FigureValue(value(plan.timeline()->stages[stage], plan.timeline()->makespan));
    }
};

PlanStage planStageOf(const CompareSet& set, int row)
{
    std::size_t plan = 0;
    while (row >= set.plans[plan].plan->pipeline()) {
        row -= set.plans[plan++].plan->pipeline();
    }
    return {set.plans[plan], row};
}

FigureContent stageFigures(const std::shared_ptr<const CompareSet>& set,
                           const std::vector<FigureColumnOf<PlanStage>>& columns)
{
    std::vector<FigureColumnOf<PlanStage>> all{
        {CompareText::tr("Plan"), "plan", Unit::Text, [](auto& row) { return row.plan.letter; }},
        {CompareText::tr("Stage"), "stage", Unit::Count, &PlanStage::stage}};
    all.insert(all.end(), columns.begin(), columns.end());
    int rows = 0;
    for (const ComparedPlan& plan : set->plans) {
        rows += plan.plan->pipeline();
    }
    return figuresOf<PlanStage>(
        rows, [set](int row) { return planStageOf(*set, row); }, std::move(all));
}

FigureContent memoryFigures(const std::shared_ptr<const CompareSet>& set)
{
    std::vector<FigureColumnOf<PlanStage>> columns;
    for (const MemoryKind kind : allMemoryKinds) {
        columns.push_back(
            {nameOf(kind), keyOf(kind), Unit::Memory, [kind](auto& row) { return bytesOf(row.memory(), kind); }});
    }
    columns.push_back(
        {CompareText::tr("Total"), "total_bytes", Unit::Memory, [](auto& row) { return row.memory().total(); }});
    columns.push_back({CompareText::tr("Difference"), "difference_bytes", Unit::Memory, [set](auto& row) {
                           const StageDifference& change = row.difference();
                           return &row.plan == &set->plans.front() || change.memoryBefore == 0
                                      ? FigureValue()
                                      : change.memoryAfter - change.memoryBefore;
                       }});
    columns.push_back({CompareText::tr("Budget"), "budget_bytes", Unit::Memory,
                       [](auto& row) { return row.plan.estimate->usableBudget; }});
    return stageFigures(set, columns);
}

FigureContent timelineFigures(const std::shared_ptr<const CompareSet>& set)
{
    const auto track = [](auto value) { return [value](const PlanStage& row) { return row.ofTrack(value); }; };
    return stageFigures(
        set, {{CompareText::tr("Busy"), "busy_s", Unit::Time, track([](auto& of, Seconds) { return of.busy; })},
              {CompareText::tr("Bubble"), "bubble_s", Unit::Time, track([](auto& of, Seconds) { return of.bubble; })},
              {CompareText::tr("Share of the step"), "bubble_share", Unit::Share,
               track([](auto& of, Seconds step) { return step > 0 ? of.bubble / step : 0; })},
              {CompareText::tr("Step"), "step_s", Unit::Time, track([](auto&, Seconds step) { return step; })},
              {CompareText::tr("In flight"), "in_flight", Unit::Count,
               track([](auto& of, Seconds) { return of.peakInFlight; })}});
}

FigureContent volumeFigures(const std::shared_ptr<const CompareSet>& set)
{
    struct Row {
        TrafficKind kind;
        const ComparedPlan& plan;
        bool isFirst;
        VolumeDifference volume;
    };
    const std::vector<TrafficKind> kinds = set->trafficKinds();
    const int plans = static_cast<int>(set->plans.size());
    return figuresOf<Row>(
        static_cast<int>(kinds.size()) * plans,
        [set, kinds, plans](int row) {
            const TrafficKind kind = kinds[row / plans];
            const ComparedPlan& plan = set->plans[row % plans];
            const VolumeDifference* volume = plan.volume(kind);
            return Row{kind, plan, row % plans == 0, volume != nullptr ? *volume : VolumeDifference{}};
        },
        {{CompareText::tr("Kind"), "kind", Unit::Text, [](auto& row) { return nameOf(row.kind); }},
         {CompareText::tr("Plan"), "plan", Unit::Text, [](auto& row) { return row.plan.letter; }},
         {CompareText::tr("Bytes"), "bytes", Unit::Traffic, [](auto& row) { return row.volume.after; }},
         {CompareText::tr("Difference"), "difference_bytes", Unit::Traffic,
          [](auto& row) { return row.isFirst ? FigureValue() : row.volume.after - row.volume.before; }},
         {CompareText::tr("Exposed"), "exposed_s", Unit::Time, [](auto& row) { return row.volume.exposedAfter; }},
         {CompareText::tr("Overlapped"), "hidden_s", Unit::Time, [](auto& row) { return row.volume.hiddenAfter; }}});
}

}  // namespace

FigureContent compareContent(const std::shared_ptr<const CompareSet>& set, CompareSection section)
{
    switch (section) {
    case CompareSection::Figures:
        return planFigures(set);
    case CompareSection::Strategy:
        return layerFigures(set);
    case CompareSection::Memory:
        return memoryFigures(set);
    case CompareSection::Timelines:
        return timelineFigures(set);
    case CompareSection::Communication:
        return volumeFigures(set);
    }
    return {};
}

CompareRow compareRowOf(const CompareSet& set, CompareSection section, int row)
{
    if (section == CompareSection::Strategy) {
        return {.layer = row};
    }
    if (section == CompareSection::Memory || section == CompareSection::Timelines) {
        return {.stage = planStageOf(set, row).stage};
    }
    return {};
}

}  // namespace pgram
