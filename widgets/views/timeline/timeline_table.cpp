// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timeline_table.h"

#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/words.h"

#include <QCoreApplication>

#include <algorithm>

namespace pgram {

namespace {

QString title(const char* text)
{
    return QCoreApplication::translate("TimelineTable", text);
}

QVariant value(const Timeline& timeline, int row, int column)
{
    const auto index = static_cast<std::size_t>(row);
    const Operation& operation = timeline.operations[index];
    switch (column) {
    case 0:
        return stageOfOperation(timeline, index);
    case 1:
        return nameOf(operation.kind);
    case 2:
        return operation.microbatch < 0 ? QVariant(QString()) : QVariant(operation.microbatch + 1);
    case 3:
        return operation.start;
    case 4:
        return operation.end;
    default:
        return operation.end - operation.start;
    }
}

}  // namespace

int stageOfOperation(const Timeline& timeline, std::size_t operation)
{
    const auto after = std::ranges::upper_bound(timeline.stages, operation, {}, &StageTrack::firstOperation);
    return static_cast<int>(after - timeline.stages.begin()) - 1;
}

void fillTimelineTable(FigureTable& table, std::shared_ptr<const Timeline> timeline)
{
    using Unit = FigureColumn::Unit;
    std::vector<FigureColumn> columns{
        {title(QT_TRANSLATE_NOOP("TimelineTable", "Stage")), QStringLiteral("stage"), Unit::Count},
        {title(QT_TRANSLATE_NOOP("TimelineTable", "Operation")), QStringLiteral("operation"), Unit::Text},
        {title(QT_TRANSLATE_NOOP("TimelineTable", "Micro-batch")), QStringLiteral("microbatch"), Unit::Count},
        {title(QT_TRANSLATE_NOOP("TimelineTable", "Start")), QStringLiteral("start_s"), Unit::Time},
        {title(QT_TRANSLATE_NOOP("TimelineTable", "End")), QStringLiteral("end_s"), Unit::Time},
        {title(QT_TRANSLATE_NOOP("TimelineTable", "Takes")), QStringLiteral("duration_s"), Unit::Time}};
    const int rows = timeline ? static_cast<int>(timeline->operations.size()) : 0;
    table.reset(std::move(columns), rows,
                [timeline = std::move(timeline)](int row, int column) { return value(*timeline, row, column); });
}

}  // namespace pgram
