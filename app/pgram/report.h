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
//     constexpr Field<Choices> sliceRows[] = {listed<&Choices::all, choiceRows>("choices")};
//     constexpr AnswerFormat<Choices> sliceAnswer{"slice", "Step time by the lengths of slices.", sliceRows};
#pragma once

#include "app/pgram/table.h"
#include "core/base/fields.h"

#include <optional>

namespace pgram::cli {

/// Version of every JSON object that goes to stdout; each names its format next to it.
inline constexpr int outputVersion = 1;

/// The answer of a command.
template <typename Owner>
struct AnswerFormat {
    std::string_view name;    ///< without "pgram-"
    const char* description;  ///< in the schema
    std::span<const Field<Owner>> rows;
};

/// Returns an object that starts with its format, "pgram-NAME", and version.
[[nodiscard]] Json outputObject(std::string_view name);
/// Returns the schema of such an object with the members of `object`.
[[nodiscard]] Json outputSchema(std::string_view name, const char* description, const Json& object);
/// Returns a schema that also allows null.
[[nodiscard]] Json orNullSchema(Json schema);
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

template <typename Owner>
[[nodiscard]] Json objectOf(std::span<const Field<Owner>> rows, const Owner& owner)
{
    Json json = Json::object();
    writeFields(json, rows, owner);
    return json;
}
template <typename Owner>
[[nodiscard]] Json jsonOf(const AnswerFormat<Owner>& answer, const Owner& owner)
{
    Json json = outputObject(answer.name);
    writeFields(json, answer.rows, owner);
    return json;
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

template <const auto& rows>
using RowOwner = typename std::remove_cvref_t<decltype(rows[0])>::OwnerType;
template <const auto& rows>
inline constexpr std::span<const Field<RowOwner<rows>>> tableOf{rows};

/// Returns the row of a list whose elements have `rows`.
template <auto access, const auto& rows>
[[nodiscard]] constexpr auto listed(std::string_view key)
{
    using Owner = typename FigureOf<decltype(access)>::Owner;
    Field<Owner> row;
    row.key = key;
    row.writer = [](const Owner& owner) {
        Json json = Json::array();
        const auto& elements = std::invoke(access, owner);
        for (const RowOwner<rows>& element : elements) {
            json.push_back(objectOf(tableOf<rows>, element));
        }
        return json;
    };
    row.describer = [](const FieldRules& rules) { return listSchema(schemaOf(tableOf<rows>), rules); };
    return row;
}

/// Returns the row of an object with `rows`; of a std::optional that has none, the row is null.
template <auto access, const auto& rows>
[[nodiscard]] constexpr auto nested(std::string_view key)
{
    using Owner = typename FigureOf<decltype(access)>::Owner;
    using Value = std::remove_cvref_t<std::invoke_result_t<decltype(access), const Owner&>>;
    constexpr bool isOptional = std::is_same_v<Value, std::optional<RowOwner<rows>>>;
    Field<Owner> row;
    row.key = key;
    row.writer = [](const Owner& owner) {
        const auto& value = std::invoke(access, owner);
        if constexpr (isOptional) {
            return value ? objectOf(tableOf<rows>, *value) : Json(nullptr);
        } else {
            return objectOf(tableOf<rows>, value);
        }
    };
    row.describer = [](const FieldRules&) {
        return isOptional ? orNullSchema(schemaOf(tableOf<rows>)) : schemaOf(tableOf<rows>);
    };
    return row;
}

// --- text -----------------------------------------------------------------------------------------------------------

/// Returns a written value in its measure: "1.24 s"; empty for null.
[[nodiscard]] std::string cellText(const Json& value, Measure measure);

/// Returns the cells of a line, one for each row with a column.
template <typename Owner>
[[nodiscard]] std::vector<std::string> cellsOf(std::span<const Field<Owner>> rows, const Owner& owner)
{
    std::vector<std::string> cells;
    for (const Field<Owner>& row : rows) {
        if (row.heading != nullptr) {
            cells.push_back(row.cell != nullptr ? row.cell(owner) : cellText(row.writer(owner), row.measure));
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
