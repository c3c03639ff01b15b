// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/setting_reader.h"

#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

constexpr std::size_t mostSaid = 4096;  ///< names of a file that notes are made for

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

/// Adds the names of an object, with those of objects inside unless the table has the object as a whole.
void addSaid(const Json& object, const std::string& prefix, const SettingLedger& ledger, std::vector<SaidSetting>& said)
{
    for (const auto& [name, value] : object.items()) {
        const std::string path = prefix + name;
        const SettingNames* group = ledger.find(path);
        const bool isWhole = group != nullptr && group->use != SettingUse::Used;
        if (value.is_object() && !value.empty() && !isWhole) {
            addSaid(value, path + '/', ledger, said);
        } else if (!value.is_null() && said.size() < mostSaid) {
            said.push_back({path, value.is_string() ? value.get<std::string>() : dumped(value)});
        }
    }
}

}  // namespace

SettingReader::SettingReader(const Json& json, const std::string& where, PlanSettings& settings,
                             const SettingTable& table, const char* prefix)
    : m_json(json.is_object() ? &json : &emptyObject()),
      m_where(where),
      m_prefix(prefix),
      m_settings(&settings),
      m_error(std::make_shared<std::optional<Error>>()),
      m_ledger(std::make_shared<SettingLedger>(table))
{
    if (!json.is_object()) {
        *m_error = badInput(Core::tr("is not a mapping of names to values"), where).value();
    }
}

SettingReader::SettingReader(const Json& json, const SettingReader& outer, const char* name)
    : m_json(&json),
      m_where(outer.m_where),
      m_pointer(fmt::format("{}/{}", outer.m_pointer, name)),
      m_prefix(outer.m_prefix),
      m_settings(outer.m_settings),
      m_error(outer.m_error),
      m_ledger(outer.m_ledger)
{}

/// Names of the table have no slash in front.
void SettingReader::ask(const char* name) const
{
    m_ledger->ask(std::string_view(fmt::format("{}/{}", m_pointer, name)).substr(1));
}

const Json& SettingReader::value(const char* name) const
{
    static const Json absent;
    ask(name);
    const auto found = m_json->find(name);
    return found == m_json->end() ? absent : *found;
}

bool SettingReader::has(const char* name) const
{
    return !value(name).is_null();
}

std::string SettingReader::text(const char* name) const
{
    const Json& found = value(name);
    return found.is_string() ? found.get<std::string>() : std::string();
}

std::vector<std::string> SettingReader::texts(const char* name) const
{
    const Json& found = value(name);
    std::vector<std::string> texts;
    for (const Json& one : found.is_array() ? found : Json::array({found})) {
        if (one.is_string()) {
            texts.push_back(one.get<std::string>());
        }
    }
    return texts;
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
    constexpr std::array on{"true", "yes", "y", "t", "on", "1"};
    constexpr std::array off{"false", "no", "n", "f", "off", "0"};
    if (std::ranges::find(on, lowered(word)) != on.end()) {
        return true;
    }
    if (std::ranges::find(off, lowered(word)) != off.end()) {
        return false;
    }
    fail(name, Core::tr("is {}, expected true or false", dumped(value).substr(0, 40)));
    return std::nullopt;
}

SettingReader SettingReader::object(const char* name)
{
    if (has(name) && !(*m_json)[name].is_object()) {
        fail(name, Core::tr("is not a mapping of names to values"));
    }
    const bool there = has(name) && (*m_json)[name].is_object();
    return {there ? (*m_json)[name] : emptyObject(), *this, name};
}

SettingReader SettingReader::within(const Json& json) const
{
    SettingReader other = *this;
    other.m_json = json.is_object() ? &json : &emptyObject();
    return other;
}

void SettingReader::requireAny(std::initializer_list<const char*> names)
{
    if (!*m_error && std::ranges::none_of(names, [this](const char* name) { return m_json->contains(name); })) {
        *m_error = badInput(Core::tr("has none of the members {}", fmt::format("{}", fmt::join(names, ", "))), m_where)
                       .value();
    }
}

Result<void> SettingReader::finish()
{
    std::vector<SaidSetting> said;
    addSaid(*m_json, "", *m_ledger, said);
    m_ledger->report(said, m_prefix, *m_settings);
    return *m_error ? Result<void>(tl::unexpected(**m_error)) : m_ledger->checked();
}

Result<void> checkWritten(const SettingTable& table, const Json& file)
{
    const SettingLedger ledger(table);
    std::vector<SaidSetting> said;
    addSaid(file, "", ledger, said);
    return ledger.checkWritten(said);
}

void SettingReader::adopt(const Result<void>& other)
{
    if (!*m_error && !other) {
        *m_error = other.error();
    }
}

void SettingReader::fail(const char* name, Text what)
{
    if (!*m_error) {
        const std::string path = fmt::format("{}/{}", m_pointer, name).substr(1);
        *m_error = badInput(std::move(what), Core::tr("{} at {}", m_where, m_prefix + path)).value();
    }
}

}  // namespace pgram
