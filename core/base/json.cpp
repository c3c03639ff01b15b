// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

constexpr int deepest = 64;

const Json& emptyObject()
{
    static const Json empty = Json::object();
    return empty;
}

const char* typeName(const Json& json)
{
    return json.is_number()    ? "a number"
           : json.is_string()  ? "a string"
           : json.is_boolean() ? "a boolean"
           : json.is_array()   ? "an array"
           : json.is_object()  ? "an object"
                               : "null";
}

std::string place(std::string_view text, std::size_t offset)
{
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t lineStart = before.rfind('\n');
    const std::size_t column = lineStart == std::string_view::npos ? before.size() + 1 : before.size() - lineStart;
    return fmt::format("line {}, column {}", line, column);
}

/// Offset of the bracket that opens level `deepest` + 1; npos where the text stays shallow.
std::size_t tooDeepAt(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            i += c == '\\' ? 1 : 0;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepest) {
                return i;
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return std::string_view::npos;
}

Error syntaxError(std::string_view text, const nlohmann::json::parse_error& error, const std::string& where)
{
    const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0;
    if (offset >= text.size()) {
        return {ErrorKind::BadInput, fmt::format("is cut off: the JSON ends at {}", place(text, text.size())), where,
                "Get the whole file"};
    }
    return {ErrorKind::BadInput, fmt::format("is not valid JSON at {}", place(text, offset)), where,
            "Correct the text there, or check that it is the right file"};
}

/// A number that no double holds, as the library quotes it.
Error overflowError(std::string_view text, std::string_view what, const std::string& where)
{
    const std::size_t open = what.find('\'');
    const std::size_t close = what.rfind('\'');
    std::string_view literal;
    if (open != std::string_view::npos && close > open) {
        literal = what.substr(open + 1, close - open - 1);
    }
    const std::size_t offset = literal.empty() ? std::string_view::npos : text.find(literal);
    const std::string at = offset == std::string_view::npos ? "" : " at " + place(text, offset);
    return {ErrorKind::BadInput, fmt::format("has a number out of range{}", at), where, "Write a smaller number"};
}

/// Member names in pointers (RFC 6901).
std::string escaped(std::string_view key)
{
    std::string result;
    for (const char c : key) {
        result += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return result;
}

}  // namespace

Result<Json> parseJson(std::string_view text, const std::string& where)
{
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return badInput("is empty", where, "Expected one JSON object");
    }
    if (const std::size_t offset = tooDeepAt(text); offset != std::string_view::npos) {
        return badInput(fmt::format("is nested deeper than {} levels at {}", deepest, place(text, offset)), where,
                        "Check that it is the right file");
    }
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        return tl::unexpected(syntaxError(text, error, where));
    } catch (const nlohmann::json::exception& error) {
        return tl::unexpected(overflowError(text, error.what(), where));
    }
}

JsonObject::JsonObject(const Json& json, std::string where, std::string pointer)
    : m_json(&json),
      m_where(std::move(where)),
      m_pointer(std::move(pointer)),
      m_error(std::make_shared<std::optional<Error>>())
{
    if (!json.is_object()) {
        fail({}, fmt::format("is {}, expected an object", typeName(json)));
        m_json = &emptyObject();
    }
}

bool JsonObject::has(std::string_view key) const
{
    return m_json->contains(key);
}

std::string JsonObject::pointer(std::optional<std::string_view> key) const
{
    return key ? m_pointer + '/' + escaped(*key) : m_pointer;
}

void JsonObject::fail(std::optional<std::string_view> key, std::string what, std::string todo)
{
    if (m_error->has_value()) {
        return;
    }
    const std::string at = pointer(key);
    *m_error =
        Error{ErrorKind::BadInput, std::move(what), at.empty() ? m_where : m_where + " at " + at, std::move(todo)};
}

const Json* JsonObject::find(std::string_view key, bool required)
{
    m_asked.emplace(key);
    const auto found = m_json->find(key);
    if (found != m_json->end()) {
        return &*found;
    }
    if (required) {
        fail({}, fmt::format("lacks '{}'", key), fmt::format("Add the member '{}'", key));
    }
    return nullptr;
}

std::int64_t JsonObject::integer(std::string_view key, std::int64_t least, std::int64_t most)
{
    const Json* json = find(key, true);
    if (json == nullptr) {
        return least;
    }
    const std::string range = fmt::format("expected a whole number from {} to {}", least, most);
    if (!json->is_number()) {
        fail(key, fmt::format("is {}, {}", typeName(*json), range));
        return least;
    }
    const double value = json->get<double>();
    if (value != std::floor(value)) {
        fail(key, fmt::format("is {}, {}", json->dump(), range));
        return least;
    }
    const bool fits = value >= -9.2e18 && value <= 9.2e18;
    const std::int64_t whole = fits ? json->get<std::int64_t>() : 0;
    if (!fits || whole < least || whole > most) {
        fail(key, fmt::format("is {}, {}", json->dump(), range));
        return least;
    }
    return whole;
}

std::int64_t JsonObject::integerOr(std::string_view key, std::int64_t fallback, std::int64_t least, std::int64_t most)
{
    return find(key, false) == nullptr ? fallback : integer(key, least, most);
}

double JsonObject::number(std::string_view key, double least, double most)
{
    const Json* json = find(key, true);
    if (json == nullptr) {
        return least;
    }
    const double value = json->is_number() ? json->get<double>() : least;
    if (!json->is_number() || !std::isfinite(value) || value < least || value > most) {
        const std::string seen = json->is_number() ? json->dump() : typeName(*json);
        fail(key, fmt::format("is {}, expected a number from {} to {}", seen, least, most));
        return least;
    }
    return value;
}

double JsonObject::numberOr(std::string_view key, double fallback, double least, double most)
{
    return find(key, false) == nullptr ? fallback : number(key, least, most);
}

std::string JsonObject::string(std::string_view key)
{
    const Json* json = find(key, true);
    if (json == nullptr) {
        return {};
    }
    if (!json->is_string()) {
        fail(key, fmt::format("is {}, expected a string", typeName(*json)));
        return {};
    }
    return json->get<std::string>();
}

std::string JsonObject::stringOr(std::string_view key, std::string fallback)
{
    return find(key, false) == nullptr ? std::move(fallback) : string(key);
}

bool JsonObject::booleanOr(std::string_view key, bool fallback)
{
    const Json* json = find(key, false);
    if (json == nullptr) {
        return fallback;
    }
    if (!json->is_boolean()) {
        fail(key, fmt::format("is {}, expected true or false", typeName(*json)));
        return fallback;
    }
    return json->get<bool>();
}

int JsonObject::oneOf(std::string_view key, const std::vector<std::string_view>& names)
{
    const std::string name = string(key);
    const auto found = std::ranges::find(names, std::string_view(name));
    if (found == names.end()) {
        fail(key, fmt::format("is '{}', expected one of {}", name.substr(0, 40), fmt::join(names, ", ")));
        return 0;
    }
    return static_cast<int>(found - names.begin());
}

int JsonObject::oneOfOr(std::string_view key, int fallback, const std::vector<std::string_view>& names)
{
    return find(key, false) == nullptr ? fallback : oneOf(key, names);
}

JsonObject JsonObject::object(std::string_view key)
{
    const Json* json = find(key, true);
    JsonObject member(emptyObject(), m_where, pointer(key));
    member.m_error = m_error;
    if (json == nullptr) {
        return member;
    }
    if (!json->is_object()) {
        fail(key, fmt::format("is {}, expected an object", typeName(*json)));
        return member;
    }
    member.m_json = json;
    return member;
}

std::vector<std::int64_t> JsonObject::integersOr(std::string_view key, std::int64_t least, std::int64_t most)
{
    const Json* json = find(key, false);
    if (json == nullptr) {
        return {};
    }
    if (!json->is_array()) {
        fail(key, fmt::format("is {}, expected an array", typeName(*json)));
        return {};
    }
    std::vector<std::int64_t> numbers;
    for (const Json& element : *json) {
        if (!element.is_number_integer() || element.get<double>() < static_cast<double>(least) ||
            element.get<double>() > static_cast<double>(most)) {
            fail(key, fmt::format("has an element that is no whole number from {} to {}", least, most));
            return {};
        }
        numbers.push_back(element.get<std::int64_t>());
    }
    return numbers;
}

std::vector<std::string> JsonObject::stringsOr(std::string_view key)
{
    const Json* json = find(key, false);
    if (json == nullptr) {
        return {};
    }
    if (!json->is_array() || !std::all_of(json->begin(), json->end(), [](const Json& e) { return e.is_string(); })) {
        fail(key, fmt::format("is {}, expected an array of texts", typeName(*json)));
        return {};
    }
    return json->get<std::vector<std::string>>();
}

std::vector<JsonObject> JsonObject::objects(std::string_view key, std::size_t most)
{
    std::vector<JsonObject> elements;
    const Json* json = find(key, true);
    if (json == nullptr) {
        return elements;
    }
    if (!json->is_array()) {
        fail(key, fmt::format("is {}, expected an array", typeName(*json)));
        return elements;
    }
    if (json->size() > most) {
        fail(key, fmt::format("has {} elements, at most {} are read", json->size(), most));
        return elements;
    }
    for (std::size_t i = 0; i < json->size(); ++i) {
        JsonObject element(emptyObject(), m_where, fmt::format("{}/{}", pointer(key), i));
        element.m_error = m_error;
        if (!(*json)[i].is_object()) {
            element.fail({}, fmt::format("is {}, expected an object", typeName((*json)[i])));
            return {};
        }
        element.m_json = &(*json)[i];
        elements.push_back(std::move(element));
    }
    return elements;
}

std::vector<std::pair<std::string, std::string>> JsonObject::unknown() const
{
    std::vector<std::pair<std::string, std::string>> keys;
    for (const auto& [key, value] : m_json->items()) {
        if (!m_asked.contains(key)) {
            keys.emplace_back(pointer(key), value.dump());
        }
    }
    return keys;
}

std::optional<Error> JsonObject::error() const
{
    return *m_error;
}

}  // namespace pgram
