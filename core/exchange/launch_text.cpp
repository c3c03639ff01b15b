// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts that hold the arguments of a run, declared in launch_arguments.h.
#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/exchange/launch_arguments.h"
#include "core/exchange/python_arguments.h"
#include "core/exchange/shell_script.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pgram {

namespace {

constexpr int deepestJson = 16;  ///< levels of JSON

/// "  num_layers ........ 96", behind whatever a launcher puts there.
bool readDumped(std::string_view line, LaunchArguments& arguments)
{
    const std::size_t dots = line.find(" ...");
    if (dots == std::string_view::npos) {
        return false;
    }
    std::size_t begin = dots;
    while (begin > 0 && isNameLetter(line[begin - 1])) {
        --begin;
    }
    const std::string_view value = line.substr(std::min(line.find_first_not_of('.', dots + 1), line.size()));
    if (begin == dots || trimmed(value).empty()) {
        return false;
    }
    arguments.add(line.substr(begin, dots - begin), {std::string(trimmed(value))});
    return true;
}

/// "Namespace(a=1, b='x')".
void readNamespace(std::string_view text, LaunchArguments& arguments)
{
    const std::size_t begin = text.find("Namespace(");
    if (begin == std::string_view::npos) {
        return;
    }
    text = text.substr(begin + 10);
    while (!text.empty()) {
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) {
            return;
        }
        const std::string_view name = trimmed(text.substr(0, equals));
        text = text.substr(equals + 1);
        const std::size_t end = std::min(text.find_first_of(",)"), text.size());
        if (!name.empty() && std::ranges::all_of(name, isNameLetter)) {
            arguments.add(name, {std::string(unquoted(trimmed(text.substr(0, end))))});
        }
        text = text.substr(std::min(end + 1, text.size()));
    }
}

/// The programs in Python that a script has inside: "python - <<EOF".
class PythonPart {
public:
    /// Takes a line of such a program. Returns false for a line of the script.
    bool takes(std::string_view line)
    {
        if (!m_end.empty()) {
            const bool ends = trimmed(line) == m_end;
            m_text += ends ? std::string() : std::string(line) + '\n';
            m_end = ends ? std::string() : m_end;
            return true;
        }
        const std::size_t at = line.find("<<");
        if (at == std::string_view::npos || line.find("py") > at) {
            return false;
        }
        std::string_view word = trimmed(line.substr(line.find_first_not_of("<-", at)));
        m_end = unquoted(word.substr(0, word.find_first_of(" \t;|>")));
        return false;
    }

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_end;  ///< word of the line behind the program; empty: outside
    std::string m_text;
};

std::string textOf(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : dumped(value);
}

void readJson(const Json& json, LaunchArguments& arguments, int depth)
{
    if (depth > deepestJson) {
        return;
    }
    if (json.is_array()) {
        const bool isFlag = !json.empty() && json.front().is_string() && textOf(json.front()).starts_with("--");
        std::vector<std::string> words;
        for (const Json& element : json) {
            if (isFlag && !element.is_structured()) {
                words.push_back(textOf(element));
            } else if (!isFlag) {
                readJson(element, arguments, depth + 1);
            }
        }
        for (LaunchArguments::Flag& flag : flagsOf(words)) {
            arguments.add(flag.name, std::move(flag.values));
        }
        return;
    }
    if (!json.is_object()) {
        return;
    }
    for (const auto& [name, value] : json.items()) {
        if (name == "variables" && value.is_object()) {
            for (const auto& [variable, text] : value.items()) {
                arguments.setVariable(variable, {textOf(text)});
            }
        } else if (value.is_structured()) {
            readJson(value, arguments, depth + 1);
        } else if (!value.is_null()) {
            arguments.add(name, {textOf(value)});
        }
    }
}

/// Returns true for a bracket, and for a redirection: ">log", "2>&1".
bool endsValues(std::string_view word)
{
    const std::size_t at = word.find_first_of("<>");
    return word == ")" || at == 0 || (at == 1 && (word[0] == '&' || isDigit(word[0])));
}

/// Returns arguments with the home folder, below which many scripts have their models.
LaunchArguments withHome()
{
    LaunchArguments arguments;
    arguments.setVariable("HOME", {"~"});
    return arguments;
}

}  // namespace

std::vector<LaunchArguments::Flag> overridesOf(const std::vector<std::string>& words)
{
    constexpr std::array declarations{"export", "local", "readonly", "declare", "set", "unset", "alias", "env"};
    std::vector<LaunchArguments::Flag> overrides;
    bool hasProgram = false;  // words in front of the program are its environment
    if (!words.empty() && std::ranges::find(declarations, words.front()) != declarations.end()) {
        return overrides;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view word =
            std::string_view(words[i]).substr(std::min(words[i].find_first_not_of('+'), words[i].size()));
        const std::size_t equals = word.find('=');
        const std::string_view name = word.substr(0, equals);
        const auto isPart = [](char c) { return isNameLetter(c) || c == '.' || c == '~'; };
        const bool isName = !name.empty() && std::ranges::all_of(name, isPart) &&
                            (name.find_first_of(".~") != std::string_view::npos ||
                             (hasProgram && isLetter(name.front()) && lowered(name) == name));
        hasProgram = hasProgram || equals == std::string_view::npos;
        const bool isRemoval = word.starts_with('~');
        if (isName && (equals != std::string_view::npos || isRemoval)) {
            // A quoted value is a word of its own.
            const bool isQuoted = equals + 1 == word.size() && i + 1 < words.size();
            const std::string value(isRemoval  ? std::string_view("removed")
                                    : isQuoted ? std::string_view(words[i + 1])
                                               : word.substr(equals + 1));
            overrides.push_back({std::string(name), {value}});
        }
    }
    return overrides;
}

std::vector<LaunchArguments::Flag> flagsOf(const std::vector<std::string>& words)
{
    std::vector<LaunchArguments::Flag> flags;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].starts_with("--") || words[i].size() < 4) {
            continue;
        }
        const std::size_t equals = words[i].find('=');
        if (equals != std::string::npos) {
            // A quoted value is a word of its own.
            const bool isQuoted =
                equals + 1 == words[i].size() && i + 1 < words.size() && !words[i + 1].starts_with("--");
            flags.push_back({words[i].substr(0, equals), {isQuoted ? words[i + 1] : words[i].substr(equals + 1)}});
            continue;
        }
        LaunchArguments::Values values;
        for (std::size_t j = i + 1; j < words.size() && !words[j].starts_with("--") && !endsValues(words[j]); ++j) {
            values.push_back(words[j]);
        }
        flags.push_back({words[i], std::move(values)});
    }
    return flags;
}

LaunchArguments argumentsOfText(std::string_view text)
{
    LaunchArguments arguments = withHome();
    if (isPython(text)) {
        readPython(text, arguments);
        return arguments;
    }
    std::vector<std::string> script;
    PythonPart python;
    for (std::string& line : wholeLines(text)) {
        if (!python.takes(line) && !readDumped(line, arguments)) {
            script.push_back(std::move(line));
        }
    }
    readPython(python.text(), arguments);
    readScript(script, arguments);
    readNamespace(text, arguments);
    return arguments;
}

LaunchArguments overridesOfText(std::string_view text)
{
    LaunchArguments arguments = withHome();
    readScript(wholeLines(text), arguments, true);
    return arguments;
}

LaunchArguments argumentsOfJson(const Json& json)
{
    LaunchArguments arguments;
    readJson(json, arguments, 0);
    return arguments;
}

}  // namespace pgram
