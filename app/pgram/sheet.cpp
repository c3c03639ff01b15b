// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/sheet.h"

#include "core/base/json.h"
#include "core/base/quoting.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

bool listsObjects(const Json& value)
{
    return value.is_array() && !value.empty() &&
           std::ranges::all_of(value, [](const Json& element) { return element.is_object(); });
}

std::string cellOf(const Json& value)
{
    if (value.is_array()) {
        std::vector<std::string> cells;
        std::ranges::transform(value, std::back_inserter(cells), cellOf);
        const bool hasTexts = std::ranges::any_of(value, [](const Json& element) { return element.is_string(); });
        return fmt::format("{}", fmt::join(cells, hasTexts ? "; " : " "));
    }
    return value.is_null() ? std::string() : value.is_string() ? value.get<std::string>() : dumped(value);
}

/// Finds the first of these lists that has objects. Returns the end if the answer has none of them.
Json::const_iterator findTable(const Json& answer, const TableNames& tables)
{
    for (const std::string_view name : tables) {
        const auto list = answer.find(name);
        if (list != answer.end() && listsObjects(*list)) {
            return list;
        }
    }
    return answer.end();
}

void addOnce(std::vector<std::string>& names, const std::string& name)
{
    if (std::ranges::find(names, name) == names.end()) {
        names.push_back(name);
    }
}

/// Adds the members of an object to a row, those of nested objects below their names.
void addCells(const Json& object, const std::string& above, Sheet& sheet, std::vector<std::string>& row)
{
    for (const auto& [key, value] : object.items()) {
        const std::string name = above + key;
        if (listsObjects(value) || (value.is_object() && value.contains("format"))) {
            addOnce(sheet.leftOut, name);
        } else if (value.is_object()) {
            addCells(value, name + '.', sheet, row);
        } else {
            addOnce(sheet.columns, name);
            const auto column =
                static_cast<std::size_t>(std::ranges::find(sheet.columns, name) - sheet.columns.begin());
            row.resize(std::max(row.size(), column + 1));
            row[column] = cellOf(value);
        }
    }
}

std::string lineOf(const std::vector<std::string>& cells, std::string (*quoted)(std::string_view), const char* between)
{
    std::vector<std::string> all;
    std::ranges::transform(cells, std::back_inserter(all), quoted);
    return fmt::format("{}", fmt::join(all, between));
}

}  // namespace

Sheet::Sheet(Json answer, const TableNames& tables)
{
    answer.erase("format");
    answer.erase("version");
    const auto list = findTable(answer, tables);
    const Json only = Json::array({answer});
    for (const Json& object : list != answer.end() ? *list : only) {
        addCells(object, "", *this, rows.emplace_back());
    }
    for (auto member = answer.begin(); list != answer.end() && member != answer.end(); ++member) {
        if (member != list) {
            leftOut.push_back(member.key());
        }
    }
    for (std::vector<std::string>& row : rows) {
        row.resize(columns.size());
    }
}

std::string Sheet::csv() const
{
    std::string text = lineOf(columns, csvQuoted, ",") + '\n';
    for (const std::vector<std::string>& row : rows) {
        text += lineOf(row, csvQuoted, ",") + '\n';
    }
    return text;
}

std::string Sheet::markdown() const
{
    std::string text = fmt::format("| {} |\n|", lineOf(columns, markdownEscaped, " | "));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        text += "---|";
    }
    text += '\n';
    for (const std::vector<std::string>& row : rows) {
        text += fmt::format("| {} |\n", lineOf(row, markdownEscaped, " | "));
    }
    return text;
}

}  // namespace pgram::cli
