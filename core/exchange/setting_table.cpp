// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/setting_table.h"

#include "core/exchange/plan_settings.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::size_t longestShown = 80;  ///< characters of a value in a note

/// Returns true if the value says that nothing is set, as dumps of all arguments have it.
bool isUnset(std::string_view value)
{
    constexpr std::array words{"false", "False", "None", "null"};
    return std::ranges::find(words, value) != words.end();
}

/// Returns true if the value turns its name off.
bool isOff(std::string_view value)
{
    constexpr std::array words{"none", "0", "0.0", "no", "[]", "-1"};
    return isUnset(value) || std::ranges::find(words, value) != words.end();
}

}  // namespace

std::vector<std::string_view> namesOf(const SettingNames& group)
{
    return splitWords(group.names);
}

SettingLedger::SettingLedger(const SettingTable& table) : m_table(&table)
{
    for (const SettingNames& group : table.groups) {
        for (const std::string_view name : namesOf(group)) {
            if (name.ends_with('*')) {
                m_beginnings.emplace_back(name.substr(0, name.size() - 1), &group);
            } else {
                m_names.emplace(name, &group);
            }
        }
    }
}

const SettingNames* SettingLedger::find(std::string_view name) const
{
    if (const auto found = m_names.find(name); found != m_names.end()) {
        return found->second;
    }
    const auto begins = [name](const auto& pattern) { return name.starts_with(pattern.first); };
    const auto found = std::ranges::find_if(m_beginnings, begins);
    return found == m_beginnings.end() ? nullptr : found->second;
}

void SettingLedger::ask(std::string_view name)
{
    if (m_asked.contains(name)) {
        return;
    }
    const SettingNames* group = find(name);
    if (m_unlisted.empty() && (group == nullptr || group->use != SettingUse::Used)) {
        m_unlisted = name;
    }
    m_asked.emplace(name);
}

void SettingLedger::report(const std::vector<SaidSetting>& said, std::string_view prefix, PlanSettings& settings) const
{
    for (const SaidSetting& one : said) {
        const SettingNames* group = find(one.name);
        const std::string name = fmt::format("{}{}", prefix, one.name);
        const std::string value = one.value.substr(0, longestShown);
        if (group == nullptr) {
            if (!isUnset(value)) {
                settings.unknown.push_back({name, value, Core::tr("unknown to Parallelogram")});
            }
        } else if (group->use == SettingUse::Harmless) {
            settings.ignore(name, value, group->why);
        } else if (group->use == SettingUse::Used && !m_asked.contains(one.name)) {
            settings.ignore(name, value,
                            group->why.empty() ? Text(Core::tr("has no effect beside the other settings and options"))
                                               : Text(group->why));
        } else if (group->use == SettingUse::Unplanned && !isOff(value)) {
            settings.assume(name, std::string(group->taken), group->why);
        }
    }
}

Result<void> SettingLedger::checked() const
{
    if (m_unlisted.empty()) {
        return {};
    }
    return tl::unexpected(
        Error{ErrorKind::Internal,
              Core::tr("the reader of {} asks for a name that its table does not have", m_table->framework),
              Place(m_unlisted),
              {}});
}

Result<void> SettingLedger::checkWritten(const std::vector<SaidSetting>& said) const
{
    for (const SaidSetting& one : said) {
        const SettingNames* group = find(one.name);
        if (group == nullptr || group->use == SettingUse::Unplanned) {
            return tl::unexpected(
                Error{ErrorKind::Internal,
                      Core::tr("the writer for {} writes a name that its table does not have", m_table->framework),
                      Place(one.name),
                      {}});
        }
    }
    return {};
}

}  // namespace pgram
