// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"

#include "core/base/nearest.h"
#include "core/base/quoting.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

void to_json(Json& json, const Text& text)
{
    json = text.english();
}

namespace {

const Json& emptyObject()
{
    static const Json empty = Json::object();
    return empty;
}

Text typeName(const Json& json)
{
    return json.is_number()    ? Core::tr("a number")
           : json.is_string()  ? Core::tr("a string")
           : json.is_boolean() ? Core::tr("a boolean")
           : json.is_array()   ? Core::tr("an array")
           : json.is_object()  ? Core::tr("an object")
                               : Text("null");
}

/// A number itself, and of others what they are.
Text seen(const Json& json)
{
    return json.is_number() ? Text(json.dump()) : typeName(json);
}

}  // namespace

JsonObject::JsonObject(const Json& json, std::string where, std::string pointer)
    : m_json(&json), m_where(std::move(where)), m_pointer(std::move(pointer)), m_faults(std::make_shared<Faults>())
{
    if (!json.is_object()) {
        fail({}, Core::tr("is {}, expected an object", typeName(json)));
        m_json = &emptyObject();
    }
}

bool JsonObject::has(std::string_view key) const
{
    const bool isThere = m_json->contains(key);
    if (!isThere) {
        m_asked.emplace(key);  // known, and what a misspelt one may have meant
    }
    return isThere;
}

std::string JsonObject::pointer(std::optional<std::string_view> key) const
{
    return key ? m_pointer + '/' + pointerToken(*key) : m_pointer;
}

void JsonObject::fail(std::optional<std::string_view> key, Text what, Text todo)
{
    if (m_faults->first) {
        return;
    }
    const std::string at = pointer(key);
    m_faults->first = Error{ErrorKind::BadInput, std::move(what),
                            at.empty() ? Text(m_where) : Core::tr("{} at {}", m_where, at), std::move(todo)};
}

const Json* JsonObject::find(std::string_view key, bool required)
{
    m_asked.emplace(key);
    const auto found = m_json->find(key);
    if (found != m_json->end()) {
        return &*found;
    }
    if (required) {
        lack(key);
    }
    return nullptr;
}

void JsonObject::lack(std::string_view key)
{
    const bool isFirst = !m_faults->first;
    fail({}, Core::tr("lacks '{}'", key), Core::tr("Add the member '{}'", key));
    std::vector<std::string>& lacking = m_faults->lacking;
    // A reader may ask twice for a member.
    if ((isFirst || !lacking.empty()) && std::ranges::find(lacking, pointer(key)) == lacking.end()) {
        lacking.push_back(pointer(key));
    }
}

std::int64_t JsonObject::integer(std::string_view key, std::int64_t least, std::int64_t most)
{
    const Json* json = find(key, true);
    if (json == nullptr) {
        return least;
    }
    const double value = json->is_number() ? json->get<double>() : 0.5;
    const bool isWhole = value == std::floor(value) && value >= -9.2e18 && value <= 9.2e18;
    const std::int64_t whole = isWhole ? json->get<std::int64_t>() : 0;
    if (!isWhole || whole < least || whole > most) {
        fail(key, Core::tr("is {}, expected a whole number from {} to {}", seen(*json), least, most));
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
    return json == nullptr ? least : number(key, *json, least, most);
}

double JsonObject::number(std::string_view key, const Json& json, double least, double most)
{
    m_asked.emplace(key);
    const double value = json.is_number() ? json.get<double>() : least;
    if (!json.is_number() || !std::isfinite(value) || value < least || value > most) {
        fail(key, Core::tr("is {}, expected a number from {} to {}", seen(json), fmt::format("{}", least),
                           fmt::format("{}", most)));
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
        fail(key, Core::tr("is {}, expected a string", typeName(*json)));
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
        fail(key, Core::tr("is {}, expected true or false", typeName(*json)));
        return fallback;
    }
    return json->get<bool>();
}

int JsonObject::oneOf(std::string_view key, const std::vector<std::string_view>& names)
{
    const std::string name = string(key);
    const auto found = std::ranges::find(names, std::string_view(name));
    if (found == names.end()) {
        fail(key, Core::tr("is '{}', expected one of {}", name.substr(0, 40),
                           fmt::format("{}", fmt::format("{}", fmt::join(names, ", ")))));
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
    if (json != nullptr) {
        return object(key, *json);
    }
    JsonObject member(emptyObject(), m_where, pointer(key));
    member.m_faults = m_faults;
    return member;
}

JsonObject JsonObject::object(std::string_view key, const Json& json)
{
    m_asked.emplace(key);
    JsonObject member(emptyObject(), m_where, pointer(key));
    member.m_faults = m_faults;
    if (json.is_object()) {
        member.m_json = &json;
    } else {
        fail(key, Core::tr("is {}, expected an object", typeName(json)));
    }
    return member;
}

std::vector<std::int64_t> JsonObject::integersOr(std::string_view key, std::int64_t least, std::int64_t most)
{
    const Json* json = find(key, false);
    if (json == nullptr) {
        return {};
    }
    if (!json->is_array()) {
        fail(key, Core::tr("is {}, expected an array", typeName(*json)));
        return {};
    }
    std::vector<std::int64_t> numbers;
    for (const Json& element : *json) {
        if (!element.is_number_integer() || element.get<double>() < static_cast<double>(least) ||
            element.get<double>() > static_cast<double>(most)) {
            fail(key, Core::tr("has an element that is not a whole number from {} to {}", least, most));
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
        fail(key, Core::tr("is {}, expected an array of texts", typeName(*json)));
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
        fail(key, Core::tr("is {}, expected an array", typeName(*json)));
        return elements;
    }
    if (json->size() > most) {
        fail(key, Core::tr("has {} elements, at most {} are read", json->size(), most));
        return elements;
    }
    for (std::size_t i = 0; i < json->size(); ++i) {
        JsonObject element(emptyObject(), m_where, fmt::format("{}/{}", pointer(key), i));
        element.m_faults = m_faults;
        if (!(*json)[i].is_object()) {
            element.fail({}, Core::tr("is {}, expected an object", typeName((*json)[i])));
            return {};
        }
        element.m_json = &(*json)[i];
        elements.push_back(std::move(element));
    }
    return elements;
}

void JsonObject::refuseUnknown()
{
    for (const auto& [key, value] : m_json->items()) {
        if (m_asked.contains(key) || (m_pointer.empty() && key == "$schema")) {
            continue;
        }
        const std::vector<std::string> nearest = nearestNames(key, {m_asked.begin(), m_asked.end()});
        fail(key, Core::tr("is not a known member"), nearest.empty() ? Core::tr("Take it out") : nearestText(nearest));
        return;
    }
}

std::vector<std::pair<std::string, std::string>> JsonObject::unknown() const
{
    std::vector<std::pair<std::string, std::string>> keys;
    for (const auto& [key, value] : m_json->items()) {
        if (!m_asked.contains(key)) {
            keys.emplace_back(pointer(key), dumped(value));
        }
    }
    return keys;
}

std::optional<Error> JsonObject::error() const
{
    const std::vector<std::string>& lacking = m_faults->lacking;
    if (lacking.size() < 2) {
        return m_faults->first;
    }
    constexpr std::size_t most = 12;
    std::vector<std::string> named(lacking.begin(),
                                   lacking.begin() + static_cast<std::ptrdiff_t>(std::min(most, lacking.size())));
    if (lacking.size() > most) {
        named.emplace_back("…");
    }
    const std::string list = fmt::format("{}", fmt::join(named, ", "));
    return Error{ErrorKind::BadInput, Core::tr("lacks {} members: {}", lacking.size(), list), m_where,
                 Core::tr("Add them")};
}

}  // namespace pgram
