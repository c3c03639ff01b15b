// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/launch_arguments.h"

#include "core/base/json.h"
#include "core/exchange/shell_sum.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace pgram {

namespace {

constexpr int deepestJson = 16;  ///< of JSON
constexpr int mostLookUps = 1000;
constexpr std::size_t mostFlags = 4096;
constexpr std::size_t mostFlagValues = 16;  ///< of a flag, and of its places
constexpr std::size_t longestValue = 4096;  ///< characters of a value

std::string keyOf(std::string_view flag)
{
    flag.remove_prefix(std::min(flag.find_first_not_of('-'), flag.size()));
    std::string key(flag.substr(0, 80));
    std::ranges::replace(key, '_', '-');
    return key;
}

bool isName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view unquoted(std::string_view text)
{
    const bool quoted =
        text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
    return quoted ? text.substr(1, text.size() - 2) : text;
}

/// Words between blanks, quotes, brackets and semicolons: what $(…), $((…)) and ${…} hold stays together. A pipe in
/// quotes is a letter, as layouts of pipelines have it.
std::vector<std::string> shellWords(std::string_view line)
{
    std::vector<std::string> words(1);
    std::size_t quoteEnds = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if ((c == '"' || c == '\'') && i > quoteEnds) {
            const std::size_t close = line.find(c, i + 1);
            quoteEnds = close == std::string_view::npos ? i : close;
        }
        const bool isQuoted = (c == '|' || c == '(' || c == ')') && i < quoteEnds;
        if (c == '$' && i + 1 < line.size() && (line[i + 1] == '(' || line[i + 1] == '{')) {
            const char open = line[i + 1];
            const char close = open == '(' ? ')' : '}';
            int depth = 0;
            const std::size_t begin = i;
            for (++i; i < line.size(); ++i) {
                depth += line[i] == open ? 1 : line[i] == close ? -1 : 0;
                if (depth == 0) {
                    break;
                }
            }
            words.back() += line.substr(begin, std::min(i, line.size() - 1) - begin + 1);
        } else if (!isQuoted && std::string_view(" \t\"';|&").find(c) != std::string_view::npos) {
            words.emplace_back();
        } else if (c == '#' && words.back().empty()) {
            break;
        } else if (!isQuoted && (c == ')' || c == '(')) {
            words.emplace_back(c == '(' ? "" : ")");
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    std::erase(words, std::string());
    return words;
}

/// Returns the options of a line "#SBATCH …" that say how many devices there are; empty for any other comment of Slurm.
std::string slurmOptions(std::string_view line)
{
    std::string options;
    for (const auto& [start, flag] :
         {std::pair("--nodes=", "--nodes="), std::pair("-N ", "--nodes="),
          std::pair("--gpus-per-node=", "--gpus-per-node="), std::pair("--gres=gpu:", "--gpus-per-node=")}) {
        const std::size_t found = line.find(start);
        const std::string_view rest =
            found == std::string_view::npos ? std::string_view() : line.substr(found + std::string_view(start).size());
        // "--gres=gpu:h100:8" has the kind in between.
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t#"));
        const std::string_view number = word.substr(word.find_last_of(':') + 1);
        if (!number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos) {
            options += std::string(" ") + flag + std::string(number);
        }
    }
    return options;
}

/// Lines with those that a backslash continues. Of the comments, those of Slurm are kept as options.
std::vector<std::string> wholeLines(std::string_view text)
{
    std::vector<std::string> lines;
    bool continues = false;
    for (std::string_view line : splitLines(text)) {
        const std::string_view cut = trimmed(line);
        if (cut.starts_with("#SBATCH ")) {
            lines.push_back(slurmOptions(cut));
            continues = false;
            continue;
        }
        const bool more = cut.ends_with('\\');
        line = more ? cut.substr(0, cut.size() - 1) : line;
        if (continues && lines.back().size() < (std::size_t{1} << 20)) {
            lines.back() += ' ';
            lines.back() += line;
        } else {
            lines.emplace_back(line);
        }
        continues = more;
    }
    return lines;
}

/// Returns true for "NAME=value" with a name in capitals.
bool isAssignment(std::string_view word)
{
    const std::size_t equals = word.find('=');
    return equals != std::string_view::npos && equals > 0 && equals + 1 < word.size() &&
           std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
           std::ranges::all_of(word.substr(0, equals), [](unsigned char c) {
               return c == '_' || std::isupper(c) != 0 || std::isdigit(c) != 0;
           });
}

/// Reads "export NAME=value", and further assignments behind it, as in front of a command.
void readAssignment(std::string_view line, LaunchArguments& arguments)
{
    line = trimmed(line);
    for (const std::string_view word : {"export ", "local ", "readonly ", "declare -r ", "declare -x ", "declare "}) {
        line = line.starts_with(word) ? trimmed(line.substr(word.size())) : line;
    }
    std::size_t end = 0;
    while (end < line.size() && isName(line[end])) {
        ++end;
    }
    if (end == 0 || end >= line.size() || line[end] != '=' || std::isdigit(static_cast<unsigned char>(line[0])) != 0) {
        return;
    }
    const std::vector<std::string> words = shellWords(line.substr(end + 1));
    if (words.size() == 1 || (words.size() > 1 && line[end + 1] != '(' && line[end + 1] != '"')) {
        arguments.setVariable(std::string(line.substr(0, end)), words.front());
    }
    const std::string_view rest = line.substr(end + 1);
    const bool isQuoted = rest.starts_with('"') || rest.starts_with('\'');
    const std::size_t close = isQuoted ? rest.find(rest.front(), 1) : rest.find_first_of(" \t;");
    for (const std::string& word : shellWords(rest.substr(std::min(close, rest.size() - 1) + 1))) {
        if (!isAssignment(word)) {
            return;
        }
        const std::size_t equals = word.find('=');
        arguments.setVariable(word.substr(0, equals), word.substr(equals + 1));
    }
}

/// Notes the program of a line where it has settings of its own.
void readProgram(const std::vector<std::string>& words, LaunchArguments& arguments)
{
    constexpr std::array programs{"megatron", "swift"};
    constexpr std::array tasks{"sft", "pt", "rlhf"};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (std::ranges::find(programs, words[i]) != programs.end() &&
            std::ranges::find(tasks, words[i + 1]) != tasks.end()) {
            arguments.setSwift();
        }
    }
}

/// Flags of a line, each with the words behind it.
void readFlags(const std::vector<std::string>& words, LaunchArguments& arguments)
{
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].starts_with("--") || words[i].size() < 4) {
            continue;
        }
        const std::size_t equals = words[i].find('=');
        if (equals != std::string::npos) {
            // A quoted value is a word of its own.
            const bool isQuoted =
                equals + 1 == words[i].size() && i + 1 < words.size() && !words[i + 1].starts_with("--");
            arguments.add(words[i].substr(0, equals), {isQuoted ? words[i + 1] : words[i].substr(equals + 1)});
            continue;
        }
        LaunchArguments::Values values;
        for (std::size_t j = i + 1; j < words.size() && !words[j].starts_with("--") && words[j] != ")"; ++j) {
            values.push_back(words[j]);
        }
        arguments.add(words[i], std::move(values));
    }
}

/// "  num_layers ........ 96", behind whatever a launcher puts there.
bool readDumped(std::string_view line, LaunchArguments& arguments)
{
    const std::size_t dots = line.find(" ...");
    if (dots == std::string_view::npos) {
        return false;
    }
    std::size_t begin = dots;
    while (begin > 0 && isName(line[begin - 1])) {
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
        if (!name.empty() && std::ranges::all_of(name, isName)) {
            arguments.add(name, {std::string(unquoted(trimmed(text.substr(0, end))))});
        }
        text = text.substr(std::min(end + 1, text.size()));
    }
}

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
            if (isFlag && element.is_string()) {
                words.push_back(element.get<std::string>());
            } else if (!isFlag) {
                readJson(element, arguments, depth + 1);
            }
        }
        readFlags(words, arguments);
        return;
    }
    if (!json.is_object()) {
        return;
    }
    for (const auto& [name, value] : json.items()) {
        if (name == "variables" && value.is_object()) {
            for (const auto& [variable, text] : value.items()) {
                arguments.setVariable(variable, textOf(text));
            }
        } else if (value.is_structured()) {
            readJson(value, arguments, depth + 1);
        } else if (!value.is_null()) {
            arguments.add(name, {textOf(value)});
        }
    }
}

}  // namespace

void LaunchArguments::add(std::string_view flag, Values values)
{
    const std::string key = keyOf(flag);
    if (key.empty() || (m_flags.size() >= mostFlags && !m_flags.contains(key))) {
        return;
    }
    values.resize(std::min(values.size(), mostFlagValues));
    for (std::string& value : values) {
        value.resize(std::min(value.size(), longestValue));
    }
    if (std::vector<Values>& places = m_flags[key]; places.size() < mostFlagValues) {
        places.push_back(std::move(values));
    }
}

void LaunchArguments::setVariable(const std::string& name, const std::string& value)
{
    if (m_variables.size() < mostFlags && m_variables[name].size() < mostFlagValues) {
        m_variables[name].insert(std::string(unquoted(value)).substr(0, longestValue));
    }
}

bool LaunchArguments::isSet(const std::string& flag) const
{
    const auto found = m_flags.find(flag);
    return found != m_flags.end() && std::ranges::any_of(found->second, [](const Values& values) {
               const std::string first = values.empty() ? "true" : values.front();
               return first != "false" && first != "False" && first != "None" && first != "null";
           });
}

std::set<std::string> LaunchArguments::names(const std::string& flag) const
{
    std::set<std::string> names;
    int left = mostLookUps;
    const auto found = m_flags.find(flag);
    for (const Values& values : found != m_flags.end() ? found->second : std::vector<Values>()) {
        for (const std::string& value : values) {
            // A list of a dump or behind a variable is one value: ['moe_act', 'layernorm'].
            std::string name;
            for (const char c : expanded(unquoted(value), {0, &left}).value_or("") + ' ') {
                if (c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0) {
                    name += c;
                } else if (!name.empty()) {
                    names.insert(std::exchange(name, {}));
                }
            }
        }
    }
    return names;
}

std::optional<std::string> LaunchArguments::text(const std::string& flag, std::string* said) const
{
    const auto found = m_flags.find(flag);
    if (found == m_flags.end()) {
        return std::nullopt;
    }
    int left = mostLookUps;
    std::set<std::string> known;
    std::string unknown;
    for (const Values& values : found->second) {
        if (values.empty() || values.front() == "None" || values.front() == "null") {
            continue;
        }
        if (const auto value = expanded(unquoted(values.front()), {0, &left})) {
            known.insert(*value);
        } else {
            unknown = values.front();
        }
    }
    if (known.size() == 1 && unknown.empty()) {
        return *known.begin();
    }
    if (said != nullptr) {
        *said = unknown;
        for (const std::string& value : known) {
            *said += (said->empty() ? "" : ", ") + value;
        }
    }
    return std::nullopt;
}

std::vector<SaidSetting> LaunchArguments::all() const
{
    std::vector<SaidSetting> all;
    for (const auto& [flag, places] : m_flags) {
        std::string value;
        for (const std::string& one : places.front()) {
            value += (value.empty() ? "" : " ") + std::string(unquoted(one));
        }
        int left = mostLookUps;
        const auto known = expanded(value, {0, &left});
        all.push_back({flag, known.value_or(value)});
    }
    return all;
}

std::optional<std::string> LaunchArguments::variable(const std::string& name) const
{
    int left = mostLookUps;
    return valueOf(name, {}, {0, &left});
}

std::optional<std::string> LaunchArguments::valueOf(std::string_view name, std::string_view fallback, Walk walk) const
{
    const auto found = m_variables.find(std::string(name));
    if (found == m_variables.end()) {
        return fallback.empty() ? std::nullopt : expanded(fallback, walk.deeper());
    }
    return found->second.size() == 1 ? expanded(*found->second.begin(), walk.deeper()) : std::nullopt;
}

std::optional<std::string> LaunchArguments::expanded(std::string_view text, Walk walk) const
{
    if (!walk.goes()) {
        return std::nullopt;
    }
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '$') {
            result += text[i++];
            continue;
        }
        std::optional<std::string> value;
        if (text.substr(i).starts_with("$((")) {
            const std::size_t end = text.rfind("))");
            const bool whole = end != std::string_view::npos && end > i + 2;
            const auto inside = whole ? expandedNames(text.substr(i + 3, end - i - 3), walk.deeper()) : std::nullopt;
            const auto sum = inside ? sumOf(*inside) : std::nullopt;
            value = sum ? std::optional(std::to_string(*sum)) : std::nullopt;
            i = whole ? end + 2 : text.size();
        } else if (text.substr(i).starts_with("${")) {
            const std::size_t end = text.find('}', i);
            const std::string_view inside = text.substr(i + 2, end == std::string_view::npos ? 0 : end - i - 2);
            const std::size_t colon = inside.find(':');
            const bool hasFallback = colon != std::string_view::npos && colon + 2 <= inside.size();
            value = valueOf(inside.substr(0, colon), hasFallback ? inside.substr(colon + 2) : std::string_view(), walk);
            i = end == std::string_view::npos ? text.size() : end + 1;
        } else {
            std::size_t end = i + 1;
            while (end < text.size() && isName(text[end])) {
                ++end;
            }
            value = valueOf(text.substr(i + 1, end - i - 1), {}, walk);
            i = end;
        }
        if (!value || result.size() + value->size() > longestValue) {
            return std::nullopt;
        }
        result += *value;
    }
    return result;
}

std::optional<std::string> LaunchArguments::expandedNames(std::string_view text, Walk walk) const
{
    std::string dollars;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool begins = (std::isalpha(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_') &&
                            (i == 0 || (!isName(text[i - 1]) && text[i - 1] != '$' && text[i - 1] != '{'));
        dollars += begins ? "$" : "";
        dollars += text[i];
    }
    return expanded(dollars, walk);
}

LaunchArguments argumentsOfText(std::string_view text)
{
    LaunchArguments arguments;
    for (const std::string& line : wholeLines(text)) {
        if (!readDumped(line, arguments)) {
            readAssignment(line, arguments);
            const std::vector<std::string> words = shellWords(line);
            readProgram(words, arguments);
            readFlags(words, arguments);
        }
    }
    readNamespace(text, arguments);
    return arguments;
}

LaunchArguments argumentsOfJson(const Json& json)
{
    LaunchArguments arguments;
    readJson(json, arguments, 0);
    return arguments;
}

}  // namespace pgram
