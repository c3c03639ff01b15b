// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/foreign_syntax.h"

#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <sstream>
#include <toml++/toml.h>
#include <yaml-cpp/yaml.h>

namespace pgram {

namespace {

constexpr int deepest = 64;
constexpr int mostValues = 1 << 16;
constexpr std::size_t largest = 1 << 20;  ///< bytes

/// Depth and values of what is converted, as both libraries give it.
struct Budget {
    int values = 0;
    bool exceeded = false;

    [[nodiscard]] bool takes(int depth)
    {
        exceeded = exceeded || depth > deepest || ++values > mostValues;
        return !exceeded;
    }
};

/// A plain scalar is what YAML 1.1 makes of it; a quoted one is text.
Json scalarOf(const YAML::Node& node)
{
    const std::string& text = node.Scalar();
    if (node.Tag() == "!") {
        return text;
    }
    bool truth = false;
    if (YAML::convert<bool>::decode(node, truth)) {
        return truth;
    }
    if (const auto whole = wholeNumber(text.starts_with('-') ? std::string_view(text).substr(1) : text)) {
        return text.starts_with('-') ? -*whole : *whole;
    }
    if (const auto number = decimalNumber(text)) {
        return *number;
    }
    return text;
}

Json jsonOf(const YAML::Node& node, int depth, Budget& budget)
{
    if (!budget.takes(depth)) {
        return nullptr;
    }
    switch (node.Type()) {
    case YAML::NodeType::Scalar:
        return scalarOf(node);
    case YAML::NodeType::Sequence: {
        Json list = Json::array();
        for (const YAML::Node& element : node) {
            list.push_back(jsonOf(element, depth + 1, budget));
        }
        return list;
    }
    case YAML::NodeType::Map: {
        Json::object_t members;
        for (const auto& member : node) {
            const std::string key = member.first.IsScalar() ? member.first.Scalar() : std::string();
            members.emplace_back(key, jsonOf(member.second, depth + 1, budget));
        }
        keepLastOfEachName(members);
        return members;
    }
    default:
        return nullptr;
    }
}

Json jsonOf(const toml::node& node, int depth, Budget& budget)
{
    if (!budget.takes(depth)) {
        return nullptr;
    }
    if (const toml::table* table = node.as_table()) {
        Json::object_t members;
        for (const auto& [key, value] : *table) {
            members.emplace_back(std::string(key.str()), jsonOf(value, depth + 1, budget));
        }
        return members;
    }
    if (const toml::array* array = node.as_array()) {
        Json list = Json::array();
        for (const toml::node& element : *array) {
            list.push_back(jsonOf(element, depth + 1, budget));
        }
        return list;
    }
    if (const auto* text = node.as_string()) {
        return text->get();
    }
    if (const auto* whole = node.as_integer()) {
        return whole->get();
    }
    if (const auto* number = node.as_floating_point()) {
        return number->get();
    }
    if (const auto* truth = node.as_boolean()) {
        return truth->get();
    }
    std::ostringstream text;
    node.visit([&text](const auto& value) { text << toml::node_view<const toml::node>(value); });
    return text.str();
}

Result<Json> bounded(Json json, const Budget& budget, const std::string& where)
{
    if (budget.exceeded) {
        return badInput(Core::tr("is nested deeper than {} levels, or has more than {} values", deepest, mostValues),
                        where);
    }
    return json;
}

/// Returns true if brackets are nested too deep for a library that follows them by recursion.
bool hasDeepBrackets(std::string_view text)
{
    int depth = 0;
    for (const char c : text) {
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        depth = std::max(depth, 0);
        if (depth > deepest) {
            return true;
        }
    }
    return false;
}

/// Returns the number of bytes of the TOML string or comment that `text` starts with, 0 if it starts with neither.
std::size_t stringOrComment(std::string_view text)
{
    const char quote = text.front();
    if (quote == '#') {
        return std::min(text.find('\n'), text.size());
    }
    if (quote != '"' && quote != '\'') {
        return 0;
    }
    const bool manyLines = text.size() > 2 && text[1] == quote && text[2] == quote;
    const std::string_view end = text.substr(0, manyLines ? 3 : 1);
    for (std::size_t i = end.size(); i < text.size(); ++i) {
        if (text.substr(i).starts_with(end)) {
            i += end.size();
            while (manyLines && i < text.size() && text[i] == quote) {
                ++i;  // up to two quotes may stand before the three that end the string
            }
            return i;
        }
        if (text[i] == '\n' && !manyLines) {
            return i;
        }
        i += text[i] == '\\' && quote == '"' ? 1 : 0;
    }
    return text.size();
}

/// Returns true if a key has more than `deepest` parts with dots between them: TOML nests a table in a table for each
/// dot, without a bracket. Numbers have fewer dots than that.
bool hasDeepKey(std::string_view toml)
{
    constexpr std::string_view betweenKeys = "=,[]{}\n";
    int dots = 0;
    for (std::size_t i = 0; i < toml.size(); ++i) {
        if (const std::size_t skipped = stringOrComment(toml.substr(i)); skipped > 0) {
            i += skipped - 1;
            continue;
        }
        dots = toml[i] == '.' ? dots + 1 : betweenKeys.find(toml[i]) != std::string_view::npos ? 0 : dots;
        if (dots >= deepest) {
            return true;
        }
    }
    return false;
}

tl::unexpected<Error> tooLarge(const std::string& where)
{
    return badInput(Core::tr("is larger than {} bytes, or nested deeper than {} levels", largest, deepest), where,
                    Core::tr("Check that it is the right file"));
}

tl::unexpected<Error> malformed(const std::string& what, std::int64_t line, std::int64_t column,
                                const std::string& where)
{
    return badInput(Core::tr("is malformed at line {}, column {}: {}", line, column, what), where);
}

}  // namespace

Result<Json> jsonOfYaml(std::string_view text, const std::string& where)
{
    if (text.size() > largest || hasDeepBrackets(text)) {
        return tooLarge(where);
    }
    try {
        Budget budget;
        Json json = jsonOf(YAML::Load(std::string(text)), 0, budget);
        return bounded(std::move(json), budget, where);
    } catch (const YAML::Exception& error) {
        return malformed(error.msg, error.mark.line + 1, error.mark.column + 1, where);
    }
}

Result<Json> jsonOfToml(std::string_view text, const std::string& where)
{
    if (text.size() > largest || hasDeepBrackets(text) || hasDeepKey(text)) {
        return tooLarge(where);
    }
    try {
        Budget budget;
        const toml::table table = toml::parse(text);
        Json json = jsonOf(table, 0, budget);
        return bounded(std::move(json), budget, where);
    } catch (const toml::parse_error& error) {
        const toml::source_position at = error.source().begin;
        return malformed(std::string(error.description()), at.line, at.column, where);
    }
}

bool hasLineOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(splitLines(text), [&words](std::string_view line) {
        return std::ranges::any_of(words, [line](std::string_view word) { return line.starts_with(word); });
    });
}

}  // namespace pgram
