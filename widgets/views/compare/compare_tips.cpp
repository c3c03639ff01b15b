// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/texts.h"
#include "widgets/views/common/words.h"
#include "widgets/views/compare/compare_layout.h"
#include "widgets/views/compare/compare_panels.h"
#include "widgets/views/timeline/timeline_picture.h"

namespace pgram {

namespace {

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

QString memoryTip(const CompareSet& set, const StageBar& bar)
{
    const ComparedPlan& plan = planOf(set, bar.plan);
    const ComparedPlan& first = set.plans.front();
    const auto stage = static_cast<std::size_t>(bar.stage);
    const MemoryBreakdown& memory = plan.estimate->stages[stage].memory;
    const bool compared = bar.plan > 0 && bar.stage < first.plan->pipeline();
    Tip tip(lettered(plan, stageTitle(bar.stage)));
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
        tip.add(CompareText::tr("Micro-batch"), QString::number(operation->microbatch + 1));
    }
    tip.add(CompareText::tr("Start"), secondsText(operation->start));
    tip.add(CompareText::tr("Takes"), secondsText(operation->end - operation->start));
    return tip.html();
}

QString volumeTip(const CompareSet& set, const VolumeBar& bar)
{
    const ComparedPlan& plan = planOf(set, bar.plan);
    Tip tip(lettered(plan, nameOf(bar.kind)));
    const VolumeDifference* volume = plan.volume(bar.kind);
    if (volume == nullptr || volume->after == 0) {
        tip.note(CompareText::tr("Nothing of this kind travels in this plan."));
        return tip.html();
    }
    tip.add(CompareText::tr("Bytes, all ranks"), volumeText(volume->after));
    tip.add(CompareText::tr("Exposed"), secondsText(volume->exposedAfter));
    tip.add(CompareText::tr("Overlapped"), secondsText(volume->hiddenAfter));
    if (bar.plan > 0) {
        tip.add(CompareText::tr("Bytes of %1").arg(set.plans.front().letter), volumeText(volume->before));
        tip.add(CompareText::tr("Exposed in %1").arg(set.plans.front().letter), secondsText(volume->exposedBefore));
    }
    return tip.html();
}

}  // namespace

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
    const StageBar* bar = layout.memory.barAt(position);
    const VolumeBar* volume = layout.volumes.barAt(position);
    switch (*section) {
    case CompareSection::Figures:
        return figure >= 0 ? figureTip(set, figure) : QString();
    case CompareSection::Strategy:
        return layer >= 0 ? layerTip(set, layer) : row >= 0 ? planTip(planOf(set, row)) : QString();
    case CompareSection::Memory:
        return bar != nullptr ? memoryTip(set, *bar) : QString();
    case CompareSection::Timelines:
        return timelineTip(set, layout.timelines, position);
    case CompareSection::Communication:
        break;
    }
    return volume != nullptr ? volumeTip(set, *volume) : QString();
}

}  // namespace pgram
