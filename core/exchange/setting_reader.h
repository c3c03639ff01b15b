// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads members of a training framework's configuration: numbers may be text, and "auto" leaves a value to the program
// that reads the file.
#pragma once

#include "core/base/json_fwd.h"
#include "core/exchange/plan_settings.h"
#include "core/exchange/setting_table.h"

#include <memory>

namespace pgram {

class SettingReader {
public:
    /// `json` should be an object: otherwise all members are absent, and finish() returns an error. The arguments
    /// outlive the reader. Names in notes and errors begin with `prefix`: "--" for flags of a script.
    SettingReader(const Json& json, const std::string& where, PlanSettings& settings, const SettingTable& table,
                  const char* prefix = "/");

    /// Returns a number. Empty: absent, null or "auto". The first error stays.
    std::optional<std::int64_t> number(const char* name, std::int64_t least, std::int64_t most);
    /// Returns true or false, also of their names as text.
    std::optional<bool> flag(const char* name);
    /// Returns a text; empty without one.
    [[nodiscard]] std::string text(const char* name) const;
    [[nodiscard]] bool has(const char* name) const;
    [[nodiscard]] bool isAuto(const char* name) const { return text(name) == "auto"; }
    /// Returns the value as it is in the file; null: absent.
    [[nodiscard]] const Json& value(const char* name) const;
    /// Returns the texts of a list, or one text alone.
    [[nodiscard]] std::vector<std::string> texts(const char* name) const;
    /// Returns the reader of an object, which is empty if it is absent. Errors: not an object.
    SettingReader object(const char* name);
    /// Returns a reader of another object with this one's table, settings and errors, and the record of what was asked.
    [[nodiscard]] SettingReader within(const Json& json) const;
    /// Reports an error if the file has none of the members: it is of another kind.
    void requireAny(std::initializer_list<const char*> names);
    void fail(const char* name, Text what);
    /// Takes the error of another file's reader, unless this one has an error.
    void adopt(const Result<void>& other);
    /// Reports the names of the file that were not asked for. Errors: the first of all; a name outside the table.
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] PlanSettings& settings() { return *m_settings; }
    [[nodiscard]] const std::optional<Error>& error() const { return *m_error; }

private:
    SettingReader(const Json& json, const SettingReader& outer, const char* name);
    void ask(const char* name) const;

    const Json* m_json;
    std::string m_where;
    std::string m_pointer;
    const char* m_prefix = "/";
    PlanSettings* m_settings;
    std::shared_ptr<std::optional<Error>> m_error;  ///< the first error in all objects
    std::shared_ptr<SettingLedger> m_ledger;        ///< shared by all objects
};

/// Checks the names in a file that was written: the table has each of them, as used or as harmless. Errors: an internal
/// fault, for another name.
[[nodiscard]] Result<void> checkWritten(const SettingTable& table, const Json& file);

inline constexpr std::int64_t mostDegree = 1 << 14;
inline constexpr std::int64_t mostSamples = 1 << 20;

}  // namespace pgram
