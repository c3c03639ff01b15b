// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Describes the answer of a command once, by tables of fields (core/base/fields.h). Its JSON, its JSON schema and its
// text tables follow the rows: rows are written and described in their order, and those with a column are shown.
//
//     constexpr Field<Choice> choiceRows[] = {
//         figure<&Choice::name>("name").column("name"),
//         figure<&Choice::estimate, &Estimate::stepTime>("step_s").atLeast(0).column("step", Measure::Time),
//         shown("", Measure::Text, [](const Choice& choice) { return verdictOf(choice); }),
//     };
//     constexpr Field<Choices> sliceRows[] = {listed<choiceRows, &Choices::all>("choices")};
//     constexpr AnswerFormat<Choices> sliceAnswer{"slice", "Step time by the lengths of slices.", sliceRows,
//                                                {"choices"}};
#pragma once

#include "app/pgram/table.h"
#include "core/base/fields.h"

#include <array>
#include <optional>

namespace pgram::cli {

/// Version of every JSON object that goes to stdout; each names its format next to it.
inline constexpr int outputVersion = 1;

/// Names of the lists in an answer that are its table; empty: the answer is one row.
using TableNames = std::array<std::string_view, 3>;

/// The answer of a command.
template <typename Owner>
struct AnswerFormat {
    std::string_view name;    ///< without "pgram-"
    const char* description;  ///< in the schema
    std::span<const Field<Owner>> rows;
    TableNames tables{};  ///< lists that --csv and --markdown print: the first one that the answer has
};

/// Returns an object that starts with its format, "pgram-NAME", and version.
[[nodiscard]] Json outputObject(std::string_view name);
/// Returns the schema of such an object with the members of `object`.
[[nodiscard]] Json outputSchema(std::string_view name, const char* description, const Json& object);
/// Returns null for nothing and for numbers that are not finite, which JSON does not have.
[[nodiscard]] inline std::optional<double> ifFinite(double value)
{
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}
/// Returns nothing unless `isThere`.
template <typename Value>
[[nodiscard]] std::optional<Value> onlyIf(bool isThere, const Value& value)
{
    return isThere ? std::optional(value) : std::nullopt;
}

/// Describes an object that another schema describes.
[[nodiscard]] inline Json anyObject(const FieldRules&)
{
    return Json{{"type", "object"}};
}

template <typename Owner>
[[nodiscard]] Json jsonOf(const AnswerFormat<Owner>& answer, const std::type_identity_t<Owner>& owner)
{
    Json json = outputObject(answer.name);
    writeFields(json, answer.rows, owner);
    return json;
}
/// Writes the same object as jsonOf(), with one element of a list in memory at a time.
template <typename Owner>
void streamJson(const AnswerFormat<Owner>& answer, const std::type_identity_t<Owner>& owner, JsonStream::Sink sink)
{
    JsonStream stream(std::move(sink));
    stream.beginObject();
    stream.members(outputObject(answer.name));
    streamFields(stream, answer.rows, owner);
    stream.endObject();
}
template <typename Owner>
[[nodiscard]] Json schemaOf(const AnswerFormat<Owner>& answer)
{
    return outputSchema(answer.name, answer.description, schemaOf(answer.rows));
}

/// A list as its own owner.
template <typename Owner>
inline constexpr auto itself = [](const Owner& owner) -> const Owner& { return owner; };

// --- rows -----------------------------------------------------------------------------------------------------------

/// Returns the row of a column that text tables have and JSON does not.
template <typename Function>
[[nodiscard]] constexpr auto shown(const char* heading, Measure measure, Function text)
{
    return Field<typename FigureOf<Function>::Owner>().column(heading, measure, text);
}

// --- text -----------------------------------------------------------------------------------------------------------

/// Returns a written value in the measure of its row: "1.24 s"; empty for null.
[[nodiscard]] std::string cellText(const FieldRules& row, const Json& value);

/// Returns the cells of a line, one for each row with a column.
template <typename Owner>
[[nodiscard]] std::vector<std::string> cellsOf(std::span<const Field<Owner>> rows, const Owner& owner)
{
    std::vector<std::string> cells;
    for (const Field<Owner>& row : rows) {
        if (row.heading != nullptr) {
            const bool isPresent = row.condition == nullptr || row.condition(owner);
            cells.push_back(!isPresent            ? std::string()
                            : row.cell != nullptr ? row.cell(owner)
                                                  : cellText(row, row.writer(owner)));
        }
    }
    return cells;
}

/// Returns the table of a list, with a line for each element.
template <const auto& rows>
[[nodiscard]] Table tableWith(const auto& elements)
{
    std::vector<Column> columns;
    for (const auto& row : rows) {
        if (row.heading != nullptr) {
            columns.push_back({row.heading, row.measure == Measure::Text ? Align::Left : Align::Right});
        }
    }
    Table table(std::move(columns));
    for (const RowOwner<rows>& element : elements) {
        table.addRow(cellsOf(tableOf<rows>, element));
    }
    return table;
}

}  // namespace pgram::cli
