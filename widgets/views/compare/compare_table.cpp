// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/compare/compare_layout.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <array>

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

const ComparedPlan& planOf(const CompareSet& set, int index)
{
    return set.plans[index];
}

QString lettered(const ComparedPlan& plan, const QString& text)
{
    return QStringLiteral("%1: %2").arg(plan.letter, text);
}

QString planTip(const ComparedPlan& plan)
{
    Tip tip(lettered(plan, plan.name));
    tip.note(modelTitle(*plan.plan));
    tip.note(shapeText(*plan.plan));
    tip.note(headline(*plan.estimate));
    return tip.html();
}

QString figureTip(const CompareSet& set, int index)
{
    const Figure& figure = *comparedFigures()[index];
    Tip tip(figureTitle(figure));
    for (const ComparedPlan& plan : set.plans) {
        QString text = figureText(figure, figure.value(*plan.estimate));
        if (&plan != &set.plans.front() && plan.sameModel) {
            text += QStringLiteral("  ") + changeText(differenceOf(plan, figure));
        }
        tip.add(lettered(plan, plan.name), text);
    }
    return tip.html();
}

QString layerTip(const CompareSet& set, int layer)
{
    const ComparedPlan* named = nullptr;
    for (const ComparedPlan& plan : set.plans) {
        named = named == nullptr && layer < plan.layers() ? &plan : named;
    }
    Tip tip(QString::fromStdString(named->plan->model.layerName(layer)));
    for (const ComparedPlan& plan : set.plans) {
        if (layer < plan.layers()) {
            QString text = strategyText(plan.plan->strategies[layer]);
            text += plan.differs(layer) ? QStringLiteral(" ≠") : QString();
            tip.add(lettered(plan, stageTitle(plan.plan->stageOf(layer))), text);
        }
    }
    return tip.html();
}

QString memoryTip(const CompareSet& set, int index, int stageIndex)
{
    const ComparedPlan& plan = planOf(set, index);
    const ComparedPlan& first = set.plans.front();
    const auto stage = static_cast<std::size_t>(stageIndex);
    const MemoryBreakdown& memory = plan.estimate->stages[stage].memory;
    const bool compared = index > 0 && stageIndex < first.plan->pipeline();
    Tip tip(lettered(plan, stageTitle(stageIndex)));
    for (const MemoryKind kind : allMemoryKinds) {
        const double bytes = bytesOf(memory, kind);
        QString text = bytesText(bytes);
        if (compared) {
            text += QStringLiteral("  ") +
                    signedBytes(bytes - static_cast<double>(bytesOf(first.estimate->stages[stage].memory, kind)));
        }
        tip.add(nameOf(kind), text);
    }
    tip.add(CompareText::tr("Total"), bytesText(memory.total()));
    tip.add(CompareText::tr("Budget"), bytesText(plan.estimate->usableBudget));
    return tip.html();
}

QString timelineTip(const CompareSet& set, const TimelinesPanel& layout, const QPointF& position)
{
    const int index = layout.planAt(position);
    if (index < 0) {
        return {};
    }
    const ComparedPlan& plan = planOf(set, index);
    const TimelineLayout& tracks = layout.tracks[index];
    const int stage = tracks.stageAt(position);
    if (stage < 0 || plan.timeline() == nullptr || !tracks.tracks.contains(position)) {
        return planTip(plan);
    }
    const Timeline& timeline = *plan.timeline();
    const Operation* operation = operationAt(timeline, tracks, static_cast<std::size_t>(stage), position.x());
    if (operation == nullptr) {
        const StageTrack& track = timeline.stages[stage];
        Tip tip(lettered(plan, CompareText::tr("%1 is idle").arg(stageTitle(stage))));
        tip.add(CompareText::tr("Bubbles of the stage, per step"), secondsText(track.bubble));
        tip.add(CompareText::tr("Share of the step"), percentText(track.bubble / timeline.makespan));
        return tip.html();
    }
    Tip tip(lettered(plan, QStringLiteral("%1, %2").arg(stageTitle(stage), nameOf(operation->kind))));
    if (operation->microbatch >= 0) {
        tip.add(CompareText::tr("Micro-batch"), passText(*plan.plan, *operation));
    }
    tip.add(CompareText::tr("Start"), secondsText(operation->start));
    tip.add(CompareText::tr("Takes"), secondsText(operation->end - operation->start));
    return tip.html();
}

QString volumeTip(const CompareSet& set, int index, TrafficKind kind)
{
    const ComparedPlan& plan = planOf(set, index);
    Tip tip(lettered(plan, nameOf(kind)));
    const VolumeDifference* volume = plan.volume(kind);
    if (volume == nullptr || volume->after == 0) {
        tip.note(CompareText::tr("Nothing of this kind travels in this plan."));
        return tip.html();
    }
    tip.add(CompareText::tr("Bytes, all ranks"), volumeText(volume->after));
    tip.add(CompareText::tr("Exposed"), secondsText(volume->exposedAfter));
    tip.add(CompareText::tr("Overlapped"), secondsText(volume->hiddenAfter));
    if (index > 0) {
        tip.add(CompareText::tr("Bytes of %1").arg(set.plans.front().letter), volumeText(volume->before));
        tip.add(CompareText::tr("Exposed in %1").arg(set.plans.front().letter), secondsText(volume->exposedBefore));
    }
    return tip.html();
}

}  // namespace

FigureContent compareContent(const std::shared_ptr<const CompareSet>& set, CompareSection section)
{
    static constexpr std::array contents{planFigures, layerFigures, memoryFigures, timelineFigures, volumeFigures};
    return contents[at(section)](set);
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

QString compareTip(const CompareSet& set, const CompareLayout& layout, const QPointF& position)
{
    const auto section = layout.sectionAt(position);
    if (!section) {
        const int plan = layout.planAt(position);
        return plan >= 0 ? planTip(planOf(set, plan)) : QString();
    }
    const int figure = layout.figures.figureAt(position);
    const int layer = layout.strategies.layerAt(position);
    const int row = layout.strategies.planAt(position);
    const Ref bar = layout.memory ? layout.memory->at(position) : Ref{};
    const Ref volume = layout.volumes ? layout.volumes->at(position) : Ref{};
    switch (*section) {
    case CompareSection::Figures:
        return figure >= 0 ? figureTip(set, figure) : QString();
    case CompareSection::Strategy:
        return layer >= 0 ? layerTip(set, layer) : row >= 0 ? planTip(planOf(set, row)) : QString();
    case CompareSection::Memory:
        return bar.isKnown() ? memoryTip(set, bar.index, bar.other) : QString();
    case CompareSection::Timelines:
        return timelineTip(set, layout.timelines, position);
    case CompareSection::Communication:
        break;
    }
    return volume.isKnown() ? volumeTip(set, volume.index, static_cast<TrafficKind>(volume.other)) : QString();
}

}  // namespace pgram
