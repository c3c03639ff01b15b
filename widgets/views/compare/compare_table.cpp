// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/compare_table.h"

#include "widgets/document/texts.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/words.h"
#include "widgets/views/compare/compare_words.h"

namespace pgram {

namespace {

using Unit = FigureColumn::Unit;
using Columns = std::vector<FigureColumn>;

FigureColumn planColumn()
{
    return {CompareText::tr("Plan"), QStringLiteral("plan"), Unit::Text};
}

FigureColumn nameColumn()
{
    return {CompareText::tr("Name"), QStringLiteral("name"), Unit::Text};
}

FigureColumn stageColumn()
{
    return {CompareText::tr("Stage"), QStringLiteral("stage"), Unit::Count};
}

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

void fillFigures(FigureTable& table, std::shared_ptr<const CompareSet> set)
{
    Columns columns{planColumn(), nameColumn()};
    for (const Figure* figure : comparedFigures()) {
        const QString key = QString::fromLatin1(figure->key);
        const QString title = figureTitle(*figure);
        columns.push_back({title, key, unitOf(*figure)});
        columns.push_back({CompareText::tr("Δ %1").arg(title), key + QStringLiteral("_change"), Unit::Change});
    }
    const int rows = static_cast<int>(set->plans.size());
    table.reset(std::move(columns), rows, [set = std::move(set)](int row, int column) -> QVariant {
        const ComparedPlan& plan = set->plans[static_cast<std::size_t>(row)];
        if (column < 2) {
            return column == 0 ? plan.letter : plan.name;
        }
        const Figure& figure = *comparedFigures()[static_cast<std::size_t>(column / 2 - 1)];
        if (column % 2 == 0) {
            return figure.value(*plan.estimate);
        }
        return row == 0 || !plan.sameModel ? QVariant() : QVariant(differenceOf(plan, figure).relativeChange());
    });
}

void fillStrategies(FigureTable& table, std::shared_ptr<const CompareSet> set)
{
    Columns columns{{CompareText::tr("Layer"), QStringLiteral("layer"), Unit::Text}};
    for (const ComparedPlan& plan : set->plans) {
        const QString key = plan.letter.toLower();
        columns.push_back(
            {CompareText::tr("Stage of %1").arg(plan.letter), key + QStringLiteral("_stage"), Unit::Count});
        columns.push_back(
            {CompareText::tr("Strategy of %1").arg(plan.letter), key + QStringLiteral("_strategy"), Unit::Text});
    }
    columns.push_back({CompareText::tr("Other than %1").arg(set->plans.empty() ? QString() : set->plans[0].letter),
                       QStringLiteral("differs"), Unit::Text});
    const int rows = set->layers();
    table.reset(std::move(columns), rows, [set = std::move(set)](int layer, int column) -> QVariant {
        const auto planOf = [&](int at) -> const ComparedPlan& { return set->plans[static_cast<std::size_t>(at)]; };
        const int plans = static_cast<int>(set->plans.size());
        if (column == 0) {
            const Architecture& model = planOf(0).plan->model;
            return layer < planOf(0).layers() ? QString::fromStdString(model.layerName(layer))
                                              : QString::number(layer + 1);
        }
        if (column == 1 + 2 * plans) {
            QStringList letters;
            for (const ComparedPlan& plan : set->plans) {
                if (plan.differs(layer)) {
                    letters << plan.letter;
                }
            }
            return letters.join(u' ');
        }
        const ComparedPlan& plan = planOf((column - 1) / 2);
        if (layer >= plan.layers()) {
            return {};
        }
        return column % 2 == 1 ? QVariant(plan.plan->stageOf(layer))
                               : QVariant(strategyText(plan.plan->strategies[static_cast<std::size_t>(layer)]));
    });
}

struct PlanStage {
    int plan = 0;
    int stage = 0;
};

/// Of memory and timelines: the stages of the first plan, then those of the second, …
PlanStage planStageOf(const CompareSet& set, int row)
{
    PlanStage place;
    for (const ComparedPlan& plan : set.plans) {
        if (row < plan.plan->pipeline()) {
            place.stage = row;
            return place;
        }
        row -= plan.plan->pipeline();
        ++place.plan;
    }
    return {-1, -1};
}

int stageRows(const CompareSet& set)
{
    int rows = 0;
    for (const ComparedPlan& plan : set.plans) {
        rows += plan.plan->pipeline();
    }
    return rows;
}

void fillMemory(FigureTable& table, std::shared_ptr<const CompareSet> set)
{
    Columns columns{planColumn(), stageColumn()};
    static constexpr std::array keys{"context_bytes",   "weights_bytes",     "gradients_bytes",
                                     "optimizer_bytes", "activations_bytes", "transient_bytes"};
    for (std::size_t kind = 0; kind < allMemoryKinds.size(); ++kind) {
        columns.push_back({nameOf(allMemoryKinds[kind]), QString::fromLatin1(keys[kind]), Unit::Memory});
    }
    columns.push_back({CompareText::tr("Total"), QStringLiteral("total_bytes"), Unit::Memory});
    columns.push_back({CompareText::tr("Difference"), QStringLiteral("difference_bytes"), Unit::Memory});
    columns.push_back({CompareText::tr("Budget"), QStringLiteral("budget_bytes"), Unit::Memory});
    const int rows = stageRows(*set);
    table.reset(std::move(columns), rows, [set = std::move(set)](int row, int column) -> QVariant {
        const auto [index, stage] = planStageOf(*set, row);
        const ComparedPlan& plan = set->plans[static_cast<std::size_t>(index)];
        const StageDifference& change = plan.difference.stages[static_cast<std::size_t>(stage)];
        const MemoryBreakdown& memory = plan.estimate->stages[static_cast<std::size_t>(stage)].memory;
        const auto bytes = [](Bytes count) { return QVariant(static_cast<double>(count)); };
        switch (column) {
        case 0:
            return plan.letter;
        case 1:
            return stage;
        case 8:
            return bytes(memory.total());
        case 9:
            return index == 0 || change.memoryBefore == 0 ? QVariant()
                                                          : bytes(change.memoryAfter - change.memoryBefore);
        case 10:
            return bytes(plan.estimate->usableBudget);
        default:
            return bytes(bytesOf(memory, allMemoryKinds[static_cast<std::size_t>(column - 2)]));
        }
    });
}

void fillTimelines(FigureTable& table, std::shared_ptr<const CompareSet> set)
{
    Columns columns{planColumn(),
                    stageColumn(),
                    {CompareText::tr("Busy"), QStringLiteral("busy_s"), Unit::Time},
                    {CompareText::tr("Bubble"), QStringLiteral("bubble_s"), Unit::Time},
                    {CompareText::tr("Share of the step"), QStringLiteral("bubble_share"), Unit::Share},
                    {CompareText::tr("Step"), QStringLiteral("step_s"), Unit::Time},
                    {CompareText::tr("In flight"), QStringLiteral("in_flight"), Unit::Count}};
    const int rows = stageRows(*set);
    table.reset(std::move(columns), rows, [set = std::move(set)](int row, int column) -> QVariant {
        const auto [index, stage] = planStageOf(*set, row);
        const ComparedPlan& plan = set->plans[static_cast<std::size_t>(index)];
        const Timeline* timeline = plan.timeline();
        if (column == 0) {
            return plan.letter;
        }
        if (column == 1) {
            return stage;
        }
        if (timeline == nullptr) {
            return {};
        }
        const StageTrack& track = timeline->stages[static_cast<std::size_t>(stage)];
        switch (column) {
        case 2:
            return track.busy;
        case 3:
            return track.bubble;
        case 4:
            return timeline->makespan > 0 ? track.bubble / timeline->makespan : 0;
        case 5:
            return timeline->makespan;
        default:
            return track.peakInFlight;
        }
    });
}

void fillVolumes(FigureTable& table, std::shared_ptr<const CompareSet> set)
{
    Columns columns{{CompareText::tr("Kind"), QStringLiteral("kind"), Unit::Text},
                    planColumn(),
                    {CompareText::tr("Bytes"), QStringLiteral("bytes"), Unit::Traffic},
                    {CompareText::tr("Difference"), QStringLiteral("difference_bytes"), Unit::Traffic},
                    {CompareText::tr("Exposed"), QStringLiteral("exposed_s"), Unit::Time},
                    {CompareText::tr("Overlapped"), QStringLiteral("hidden_s"), Unit::Time}};
    const std::vector<TrafficKind> kinds = set->trafficKinds();
    const int plans = static_cast<int>(set->plans.size());
    table.reset(std::move(columns), static_cast<int>(kinds.size()) * plans,
                [set = std::move(set), kinds, plans](int row, int column) -> QVariant {
                    const TrafficKind kind = kinds[static_cast<std::size_t>(row / plans)];
                    const ComparedPlan& plan = set->plans[static_cast<std::size_t>(row % plans)];
                    const VolumeDifference* volume = plan.volume(kind);
                    const VolumeDifference figures = volume != nullptr ? *volume : VolumeDifference{};
                    switch (column) {
                    case 0:
                        return nameOf(kind);
                    case 1:
                        return plan.letter;
                    case 2:
                        return figures.after;
                    case 3:
                        return row % plans == 0 ? QVariant() : QVariant(figures.after - figures.before);
                    case 4:
                        return figures.exposedAfter;
                    default:
                        return figures.hiddenAfter;
                    }
                });
}

}  // namespace

void fillCompareTable(FigureTable& table, std::shared_ptr<const CompareSet> set, CompareSection section)
{
    switch (section) {
    case CompareSection::Figures:
        return fillFigures(table, std::move(set));
    case CompareSection::Strategy:
        return fillStrategies(table, std::move(set));
    case CompareSection::Memory:
        return fillMemory(table, std::move(set));
    case CompareSection::Timelines:
        return fillTimelines(table, std::move(set));
    case CompareSection::Communication:
        return fillVolumes(table, std::move(set));
    }
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
