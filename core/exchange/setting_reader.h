// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Members of a training framework's configuration: numbers that may stand as text, and "auto" where the program that
// reads the file fills in its own.
#pragma once

#include "core/base/json_fwd.h"
#include "core/exchange/plan_settings.h"

namespace pgram {

class SettingReader {
public:
    /// `json` is an object; else everything is absent, and that is an error. All three outlive it.
    SettingReader(const Json& json, const std::string& where, PlanSettings& settings, std::string pointer = "");

    /// Empty: absent, null or "auto". Errors stick.
    std::optional<std::int64_t> number(const char* name, std::int64_t least, std::int64_t most);
    /// The same of true, false and what stands for them as text.
    std::optional<bool> flag(const char* name);
    /// "" where there is no text.
    [[nodiscard]] std::string text(const char* name) const;
    [[nodiscard]] bool has(const char* name) const;
    [[nodiscard]] bool isAuto(const char* name) const { return text(name) == "auto"; }
    /// Empty where it is absent. Errors: no object.
    SettingReader object(const char* name);
    /// Errors: not one of the members is there, and the file is of another kind.
    void requireAny(std::initializer_list<const char*> names);
    void fail(const char* name, Text what);
    /// The first error of another file's reader, where there is none yet.
    void adopt(const SettingReader& other);
    [[nodiscard]] const Json& json() const { return *m_json; }
    [[nodiscard]] PlanSettings& settings() { return *m_settings; }
    [[nodiscard]] const std::optional<Error>& error() const { return *m_error; }

private:
    const Json* m_json;
    std::string m_where;
    std::string m_pointer;
    PlanSettings* m_settings;
    std::shared_ptr<std::optional<Error>> m_error;  ///< the first, of all objects
};

inline constexpr std::int64_t mostDegree = 1 << 14;
inline constexpr std::int64_t mostSamples = 1 << 20;

}  // namespace pgram
