// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The arguments of a training run, wherever they stand: a shell script, a list of flags in JSON, a mapping in YAML, the
// dump at the beginning of a log. Plain functions.
#pragma once

#include "core/base/json_fwd.h"
#include "core/exchange/setting_table.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pgram {

/// "--num-layers" is "num-layers", as "num_layers" of a dump.
class LaunchArguments {
public:
    using Values = std::vector<std::string>;

    /// One more place where the flag stands.
    void add(std::string_view flag, Values values);
    void setVariable(const std::string& name, const std::string& value);
    [[nodiscard]] bool hasAny(std::initializer_list<const char*> flags) const
    {
        return std::ranges::any_of(flags, [this](const char* flag) { return m_flags.contains(flag); });
    }

    /// Whether it stands there, and not as False.
    [[nodiscard]] bool isSet(const std::string& flag) const;
    /// Its first value with the script's own variables put in. Empty: the flag is absent or None; and with
    /// what the script has there in `said`, where only its start knows the value, or its branches have several.
    [[nodiscard]] std::optional<std::string> text(const std::string& flag, std::string* said = nullptr) const;
    /// The names among all its values, wherever it stands; those that nobody knows are left out.
    [[nodiscard]] std::set<std::string> names(const std::string& flag) const;
    /// The value of a variable, with those in it put in. Empty: it is not known.
    [[nodiscard]] std::optional<std::string> variable(const std::string& name) const;
    /// Returns true if the variable is assigned, known or not.
    [[nodiscard]] bool hasVariable(const std::string& name) const { return m_variables.contains(name); }
    /// Returns all flags, each with its values as they stand in the file.
    [[nodiscard]] std::vector<SaidSetting> all() const;
    /// Marks the run as one that ms-swift starts ("megatron sft", "swift pt").
    void setSwift() { m_isSwift = true; }
    [[nodiscard]] bool isSwift() const { return m_isSwift; }

private:
    /// Into variables of variables: how deep, and how many more may be looked up.
    struct Walk {
        int depth = 0;
        int* left = nullptr;
        [[nodiscard]] Walk deeper() const { return {depth + 1, left}; }
        [[nodiscard]] bool goes() const { return depth <= 16 && --*left > 0; }
    };
    [[nodiscard]] std::optional<std::string> expanded(std::string_view text, Walk walk) const;
    /// As expanded, of a sum in which names stand without a dollar.
    [[nodiscard]] std::optional<std::string> expandedNames(std::string_view text, Walk walk) const;
    [[nodiscard]] std::optional<std::string> valueOf(std::string_view name, std::string_view fallback, Walk walk) const;

    std::map<std::string, std::vector<Values>> m_flags;
    std::map<std::string, std::set<std::string>> m_variables;  ///< with all values that are assigned
    bool m_isSwift = false;
};

/// Of a script, a dump, or Namespace(…).
[[nodiscard]] LaunchArguments argumentsOfText(std::string_view text);
/// Of mappings from flags to values at any depth, and of lists of lists that begin with a flag; `variables` maps names.
[[nodiscard]] LaunchArguments argumentsOfJson(const Json& json);

}  // namespace pgram
