// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/setting_reader.h"

#include "core/base/json.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

const Json& emptyObject()
{
    static const Json empty = Json::object();
    return empty;
}

std::optional<std::int64_t> wholeOf(const Json& value)
{
    if (value.is_string()) {
        const std::string text = value.get<std::string>();
        const bool minus = text.starts_with('-');
        const auto whole = wholeNumber(minus ? std::string_view(text).substr(1) : text);
        return whole && minus ? std::optional(-*whole) : whole;
    }
    const double number = value.is_number() ? value.get<double>() : 0.5;
    return std::abs(number) < 9e15 && number == std::floor(number) ? std::optional(static_cast<std::int64_t>(number))
                                                                   : std::nullopt;
}

}  // namespace

SettingReader::SettingReader(const Json& json, const std::string& where, PlanSettings& settings, std::string pointer)
    : m_json(json.is_object() ? &json : &emptyObject()),
      m_where(where),
      m_pointer(std::move(pointer)),
      m_settings(&settings),
      m_error(std::make_shared<std::optional<Error>>())
{
    if (!json.is_object()) {
        *m_error = badInput(Core::tr("is no mapping of names to values"), where).value();
    }
}

bool SettingReader::has(const char* name) const
{
    const auto found = m_json->find(name);
    return found != m_json->end() && !found->is_null();
}

std::string SettingReader::text(const char* name) const
{
    const auto found = m_json->find(name);
    return found != m_json->end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int64_t> SettingReader::number(const char* name, std::int64_t least, std::int64_t most)
{
    if (!has(name) || isAuto(name)) {
        return std::nullopt;
    }
    const Json& value = (*m_json)[name];
    const auto whole = wholeOf(value);
    if (!whole || *whole < least || *whole > most) {
        fail(name, Core::tr("is {}, expected a whole number from {} to {}", dumped(value).substr(0, 40), least, most));
        return std::nullopt;
    }
    return whole;
}

std::optional<bool> SettingReader::flag(const char* name)
{
    if (!has(name) || isAuto(name)) {
        return std::nullopt;
    }
    const Json& value = (*m_json)[name];
    const std::string word = text(name);
    if (value.is_boolean()) {
        return value.get<bool>();
    }
    if (word == "true" || word == "True" || word == "yes") {
        return true;
    }
    if (word == "false" || word == "False" || word == "no") {
        return false;
    }
    fail(name, Core::tr("is {}, expected true or false", dumped(value).substr(0, 40)));
    return std::nullopt;
}

SettingReader SettingReader::object(const char* name)
{
    if (has(name) && !(*m_json)[name].is_object()) {
        fail(name, Core::tr("is no mapping of names to values"));
    }
    const bool there = has(name) && (*m_json)[name].is_object();
    SettingReader inner(there ? (*m_json)[name] : emptyObject(), m_where, *m_settings,
                        fmt::format("{}/{}", m_pointer, name));
    inner.m_error = m_error;
    return inner;
}

void SettingReader::requireAny(std::initializer_list<const char*> names)
{
    if (!*m_error && std::ranges::none_of(names, [this](const char* name) { return has(name); })) {
        *m_error = badInput(Core::tr("has none of the members {}", fmt::format("{}", fmt::join(names, ", "))), m_where)
                       .value();
    }
}

void SettingReader::adopt(const SettingReader& other)
{
    if (!*m_error) {
        *m_error = other.error();
    }
}

void SettingReader::fail(const char* name, Text what)
{
    if (!*m_error) {
        *m_error =
            badInput(std::move(what), Core::tr("{} at {}", m_where, fmt::format("{}/{}", m_pointer, name))).value();
    }
}

}  // namespace pgram
