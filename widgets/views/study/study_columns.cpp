// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/study/study_columns.h"

#include "core/base/index.h"
#include "widgets/document/core_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgram {

namespace {

constexpr double wideRange = 100;  // ratio of greatest and least value
constexpr std::size_t mostAxes = 7;
constexpr int heatSteps = 48;
/// Results that say most about a plan, the first first.
constexpr const char* tellingResults[] = {"memory_bytes", "samples_per_s", "mfu",     "stages",
                                          "bubble_share", "microbatches",  "devices", "gap"};

bool isMember(const ResultColumn& column)
{
    return column.result == nullptr && column.name != "id";
}

/// Returns the first of some columns whose rows differ; -1 if there is none.
int firstVarying(const StudyTable& table, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        const int column = table.indexOf(name);
        if (column >= 0 && !table.columns[at(column)].isConstant()) {
            return column;
        }
    }
    return -1;
}

/// Returns the text column of members with most values that have a colour each; else another member.
int usualColor(const StudyTable& table)
{
    int best = -1;
    std::size_t most = 1;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const ResultColumn& column = table.columns[i];
        const bool hasColors = column.isText && column.texts.size() <= at(Theme::categories);
        if (isMember(column) && hasColors && column.texts.size() > most) {
            best = static_cast<int>(i);
            most = column.texts.size();
        }
    }
    for (std::size_t i = 0; i < table.columns.size() && best < 0; ++i) {
        best = isMember(table.columns[i]) && !table.columns[i].isConstant() ? static_cast<int>(i) : best;
    }
    return best >= 0 ? best : firstVarying(table, {"schedule", "status"});
}

Unit figureUnit(const ResultColumn& column)
{
    if (column.isText) {
        return Unit::Text;
    }
    switch (column.unit()) {
    case StudyColumn::Unit::Time:
        return Unit::Time;
    case StudyColumn::Unit::Memory:
        return Unit::Memory;
    case StudyColumn::Unit::Share:
        return Unit::Share;
    case StudyColumn::Unit::Number:
        break;
    }
    const auto isWhole = [](double value) { return std::isnan(value) || value == std::floor(value); };
    const bool counts = column.result != nullptr ? column.result->type == StudyColumn::Type::Integer
                                                 : std::ranges::all_of(column.values, isWhole);
    return counts ? Unit::Count : Unit::Number;
}

FigureValue cellOf(const ResultColumn& column, std::size_t row, Unit unit)
{
    const double value = column.values[row];
    return std::isnan(value)     ? FigureValue()
           : column.isText       ? FigureValue(column.texts[static_cast<std::size_t>(value)])
           : unit == Unit::Count ? FigureValue(static_cast<std::int64_t>(value))
                                 : FigureValue(std::optional(value));
}

}  // namespace

AxisUnit unitOf(const ResultColumn& column)
{
    switch (column.unit()) {
    case StudyColumn::Unit::Time:
        return AxisUnit::Time;
    case StudyColumn::Unit::Memory:
        return AxisUnit::Memory;
    case StudyColumn::Unit::Share:
        return AxisUnit::Share;
    case StudyColumn::Unit::Number:
        break;
    }
    return AxisUnit::Number;
}

QString meaningOf(const ResultColumn& column)
{
    return column.result != nullptr ? coreText(column.result->meaning) : qs(column.name);
}

QString valueText(const ResultColumn& column, std::size_t row)
{
    const double value = column.values[row];
    if (std::isnan(value) || column.isText) {
        return qs(column.text(row));
    }
    switch (column.unit()) {
    case StudyColumn::Unit::Time:
        return secondsText(value);
    case StudyColumn::Unit::Memory:
        return bytesText(value);
    case StudyColumn::Unit::Share:
        return percentText(value);
    case StudyColumn::Unit::Number:
        break;
    }
    return numberText(value);
}

bool allowsLogarithm(const ResultColumn& column)
{
    return !column.isText && column.low > 0 && column.low < column.high;
}

bool suitsLogarithm(const ResultColumn& column)
{
    return allowsLogarithm(column) && column.high > wideRange * column.low;
}

StudyChoice usualChoice(const StudyTable& table)
{
    StudyChoice choice;
    choice.y = firstVarying(table, {"samples_per_s", "step_s", "status"});
    choice.x = firstVarying(table, {"memory_bytes", "devices", "stages", "id"});
    choice.color = usualColor(table);
    const auto add = [&](int column) {
        const bool varies = column >= 0 && !table.columns[at(column)].isConstant();
        if (varies && choice.axes.size() < mostAxes) {
            choice.axes.push_back(column);
        }
    };
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        add(isMember(table.columns[i]) && choice.axes.size() < mostAxes - 2 ? static_cast<int>(i) : -1);
    }
    for (const char* name : tellingResults) {
        add(table.indexOf(name));
    }
    return choice;
}

RowColors colorsBy(const Theme& theme, const StudyTable& table, int column)
{
    auto colors = std::make_shared<std::vector<std::uint8_t>>(table.rows());
    RowColors by;
    if (column < 0) {
        by.palette = {theme.series(0)};
        by.colors = std::move(colors);
        return by;
    }
    const ResultColumn& of = table.columns[at(column)];
    if (!of.isText) {
        for (int step = 0; step < heatSteps; ++step) {
            // The palest colours of the scale would not be seen.
            constexpr double least = 0.15;
            by.palette.push_back(theme.heat(least + (1 - least) * step / (heatSteps - 1)));
        }
        by.palette.push_back(theme.category(Theme::categories));
        const double scale = of.low < of.high ? (heatSteps - 1) / (of.high - of.low) : 0;
        std::ranges::transform(of.values, colors->begin(), [&](double value) {
            return static_cast<std::uint8_t>(std::isnan(value) ? heatSteps : std::lround((value - of.low) * scale));
        });
        by.colors = std::move(colors);
        return by;
    }
    // The texts of most rows have a colour each.
    std::vector<std::size_t> counts(of.texts.size());
    for (const double value : of.values) {
        counts[std::isnan(value) ? 0 : static_cast<std::size_t>(value)] += std::isnan(value) ? 0 : 1;
    }
    std::vector<std::size_t> order(of.texts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (order.size() > at(Theme::categories)) {
        std::ranges::stable_sort(order, std::greater(), [&](std::size_t text) { return counts[text]; });
        order.resize(at(Theme::categories));
        std::ranges::sort(order);
    }
    std::vector<std::uint8_t> indexes(of.texts.size(), static_cast<std::uint8_t>(order.size()));
    for (std::size_t i = 0; i < order.size(); ++i) {
        indexes[order[i]] = static_cast<std::uint8_t>(i);
        by.palette.push_back(theme.category(static_cast<int>(i)));
        by.names.push_back(qs(of.texts[order[i]]));
    }
    const bool hasOthers =
        order.size() < of.texts.size() || std::ranges::any_of(of.values, [](double v) { return std::isnan(v); });
    by.palette.push_back(theme.category(Theme::categories));
    if (hasOthers) {
        by.names.push_back(QCoreApplication::translate("StudyView", "others"));
    }
    std::ranges::transform(of.values, colors->begin(), [&](double value) {
        return std::isnan(value) ? static_cast<std::uint8_t>(order.size()) : indexes[static_cast<std::size_t>(value)];
    });
    by.colors = std::move(colors);
    return by;
}

FigureContent figuresOf(const std::shared_ptr<const StudyTable>& table, std::vector<std::uint32_t> rows)
{
    FigureContent content{{}, static_cast<int>(rows.size())};
    const auto order = std::make_shared<const std::vector<std::uint32_t>>(std::move(rows));
    for (const ResultColumn& column : table->columns) {
        const Unit unit = figureUnit(column);
        content.columns.push_back(
            {qs(column.name), QByteArray::fromStdString(column.name), unit,
             [table, order, of = &column, unit](int row) { return cellOf(*of, (*order)[at(row)], unit); },
             meaningOf(column)});
    }
    return content;
}

}  // namespace pgram
