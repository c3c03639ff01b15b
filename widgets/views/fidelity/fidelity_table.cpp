// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/fidelity/fidelity_table.h"

#include "widgets/document/texts.h"

namespace pgram {

namespace {

enum Column { Run, Suite, DeviceName, FrameworkName, Predicted, Measured, Error, Skipped, Source };

std::vector<FigureColumn> columnsFor(bool memory)
{
    using Unit = FigureColumn::Unit;
    const Unit unit = memory ? Unit::Memory : Unit::Time;
    const QString ending = memory ? QStringLiteral("_bytes") : QStringLiteral("_s");
    return {{FidelityText::tr("Run"), QStringLiteral("id"), Unit::Text},
            {FidelityText::tr("Suite"), QStringLiteral("suite"), Unit::Text},
            {FidelityText::tr("Device"), QStringLiteral("gpu"), Unit::Text},
            {FidelityText::tr("Framework"), QStringLiteral("framework"), Unit::Text},
            {FidelityText::tr("Predicted"), QStringLiteral("predicted") + ending, unit},
            {FidelityText::tr("Measured"), QStringLiteral("measured") + ending, unit},
            {FidelityText::tr("Error"), QStringLiteral("error"), Unit::Share},
            {FidelityText::tr("Not predicted because"), QStringLiteral("skipped_because"), Unit::Text},
            {FidelityText::tr("Source"), QStringLiteral("source"), Unit::Text}};
}

QVariant orEmpty(const std::optional<double>& value, double unit = 1)
{
    return value ? QVariant(*value * unit) : QVariant();
}

QVariant cell(const FidelityData& data, std::size_t index, int column, bool memory)
{
    const Measurement& row = data.rows[index];
    const RowResult& result = data.validation.rows[index];
    const double unit = memory ? static_cast<double>(GiB) : 1;
    switch (column) {
    case Run:
        return QString::fromStdString(row.id);
    case Suite:
        return QString::fromStdString(row.suite);
    case DeviceName:
        return QString::fromStdString(row.gpu);
    case FrameworkName:
        return QString::fromStdString(row.framework);
    case Predicted:
        return orEmpty(memory ? result.predictedGib : result.predictedStep, unit);
    case Measured:
        return orEmpty(memory ? result.measuredGib : result.measuredStep, unit);
    case Error:
        return orEmpty(memory ? result.memoryError() : result.timeError());
    case Skipped:
        return coreText(result.skippedBecause);
    default:
        return QString::fromStdString(row.source);
    }
}

}  // namespace

void fillFidelityTable(FigureTable& table, const FidelityFigures& figures)
{
    const bool memory = figures.filter.memory;
    table.reset(columnsFor(memory), static_cast<int>(figures.rows.size()),
                [data = figures.data, rows = figures.rows, memory](int row, int column) {
                    return cell(*data, rows[static_cast<std::size_t>(row)], column, memory);
                });
}

}  // namespace pgram
