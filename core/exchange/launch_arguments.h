// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The arguments of a training run, wherever they stand: a shell script, a list of flags in JSON, a mapping in YAML, the
// dump at the beginning of a log. Plain functions.
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/value_note.h"
#include "core/exchange/setting_table.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pgram {

/// "--num-layers" is "num-layers", as "num_layers" of a dump. Flags and variables may have a condition, which only a
/// run of the script can decide.
class LaunchArguments {
public:
    using Values = std::vector<std::string>;
    /// A flag with the words behind it.
    struct Flag {
        std::string name;
        Values values;
    };

    /// Adds a place with the flag; `condition`: the condition for the place to run, empty: none.
    void add(std::string_view flag, Values values, const std::string& condition = {});
    /// Notes a flag in a branch that the script does not take.
    void skip(std::string_view flag, const Values& values, const std::string& condition);
    /// Gives a variable a value, or one of several in a loop. Without a condition it replaces the older ones, unless a
    /// flag or another variable has used them.
    void setVariable(const std::string& name, const Values& values, const std::string& condition = {});
    /// Returns the number of values that variables have been given.
    [[nodiscard]] int order() const { return m_order; }
    /// Forgets the values that a variable was given before the one of that number.
    void forgetBefore(const std::string& name, int order);
    [[nodiscard]] bool hasAny(std::initializer_list<const char*> flags) const
    {
        return std::ranges::any_of(flags, [this](const char* flag) { return m_flags.contains(flag); });
    }

    /// Returns true if the flag is present and not False or None.
    [[nodiscard]] bool isSet(const std::string& flag) const;
    /// Returns the first value, with the script's own variables put in. Empty: the flag is absent or None, or only a
    /// start of the script or one of its branches decides the value; then `said` has the text of the script.
    [[nodiscard]] std::optional<std::string> text(const std::string& flag, std::string* said = nullptr) const;
    /// Returns a word with the script's own variables put in. Sets `isSure` to false where a run may have others.
    [[nodiscard]] std::optional<std::string> expanded(std::string_view word, bool* isSure) const;
    /// Returns the flags whose value another start or another branch of the script would change, with the value taken
    /// and the reason.
    [[nodiscard]] std::vector<ValueNote> doubts() const;
    /// Returns the reason for which a run may have another value of a variable. Empty: none, or no value is known.
    [[nodiscard]] std::optional<Text> doubtOf(const std::string& variable) const;
    /// Returns the flags that are only in branches that the script does not take.
    [[nodiscard]] std::vector<ValueNote> skipped() const;
    /// Returns the names in the values at all places of the flag, without unknown ones.
    [[nodiscard]] std::set<std::string> names(const std::string& flag) const;
    /// Returns the value of a variable, with the variables in it put in. Empty: unknown.
    [[nodiscard]] std::optional<std::string> variable(const std::string& name) const;
    /// Returns true if the variable is assigned, known or not.
    [[nodiscard]] bool hasVariable(const std::string& name) const { return m_variables.contains(name); }
    /// Returns all flags, each with its values as they are in the file.
    [[nodiscard]] std::vector<SaidSetting> all() const;
    /// Marks the run as one that ms-swift starts ("megatron sft", "swift pt").
    void setSwift() { m_isSwift = true; }
    [[nodiscard]] bool isSwift() const { return m_isSwift; }

private:
    /// One place where a flag or a variable has values.
    struct Place {
        Values values;
        std::string condition;      ///< empty: none
        int order = 0;              ///< number of the assignment
        std::optional<Text> doubt;  ///< reason for doubt that an expanded value had
    };
    /// Into variables of variables: how deep, how many more may be looked up, and the first reason for doubt.
    struct Walk {
        int depth = 0;
        int* left = nullptr;
        std::optional<Text>* doubt = nullptr;
        [[nodiscard]] Walk deeper() const { return {depth + 1, left, doubt}; }
        [[nodiscard]] bool goes() const { return depth <= 16 && --*left > 0; }
        void note(const Text& reason) const
        {
            if (doubt != nullptr && !*doubt) {
                *doubt = reason;
            }
        }
    };
    [[nodiscard]] std::optional<std::string> expanded(std::string_view text, Walk walk) const;
    /// Returns the value of "NAME", "NAME:-default" and the like between ${ and }.
    [[nodiscard]] std::optional<std::string> braced(std::string_view inside, Walk walk) const;
    /// Returns the same as expanded(), for a sum whose names have no dollar.
    [[nodiscard]] std::optional<std::string> expandedNames(std::string_view text, Walk walk) const;
    [[nodiscard]] std::optional<std::string> valueOf(std::string_view name, std::optional<std::string_view> fallback,
                                                     Walk walk) const;
    /// Returns the value that all places without a condition have, or the only one under a condition, without other
    /// values and without `fallback`. Empty: the places differ; `said` has what they are.
    [[nodiscard]] std::optional<std::string> chosen(const std::vector<Place>& places, std::string* said,
                                                    std::optional<std::string_view> fallback, Walk walk) const;

    std::map<std::string, std::vector<Place>> m_flags;
    std::map<std::string, std::vector<Place>> m_variables;  ///< with all values that are assigned
    std::map<std::string, ValueNote> m_skipped;
    std::set<std::string> m_used;  ///< variables in values of flags and of other variables
    int m_order = 0;
    bool m_isSwift = false;
};

/// Returns the settings of Hydra among the words of a command: "model.micro_batch_size=1". "~a.b" has the value
/// removed.
[[nodiscard]] std::vector<LaunchArguments::Flag> overridesOf(const std::vector<std::string>& words);
/// Returns the flags of a line of words, each with the words behind it.
[[nodiscard]] std::vector<LaunchArguments::Flag> flagsOf(const std::vector<std::string>& words);
/// Reads a script, a program in Python, a dump, or Namespace(…).
[[nodiscard]] LaunchArguments argumentsOfText(std::string_view text);
/// Returns the flags of a script that starts a program of Hydra, and its settings as "model.micro_batch_size=1" or
/// "++a.b=2".
[[nodiscard]] LaunchArguments overridesOfText(std::string_view text);
/// Reads mappings from flags to values at any depth, and lists of lists that begin with a flag; `variables` maps names.
[[nodiscard]] LaunchArguments argumentsOfJson(const Json& json);

}  // namespace pgram
