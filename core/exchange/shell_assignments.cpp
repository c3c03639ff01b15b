// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/shell_assignments.h"

#include "core/base/ascii.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace pgram {

namespace {

/// Returns the name that a text begins with; empty: none.
std::string_view nameAtStart(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && isNameLetter(text[end])) {
        ++end;
    }
    const bool isNumber = end > 0 && isDigit(text[0]);
    return isNumber ? std::string_view() : text.substr(0, end);
}

/// Returns true for "NAME=value"; `isDeclared`: behind a word such as "local", else the name must be in capitals.
bool isAssignment(std::string_view word, bool isDeclared)
{
    const std::size_t equals = word.find('=');
    return equals != std::string_view::npos && equals > 0 && equals + 1 < word.size() &&
           nameAtStart(word).size() == equals &&
           (isDeclared || std::ranges::none_of(word.substr(0, equals), [](char c) { return c >= 'a' && c <= 'z'; }));
}

/// Returns the assignment of a sum: "TP = 4", "TP *= 2", "TP++". Empty: it only computes.
std::optional<ShellAssignment> assignmentOfSum(std::string_view sum)
{
    sum = trimmed(sum);
    const std::string name(nameAtStart(sum));
    const std::string_view rest = trimmed(sum.substr(name.size()));
    if (name.empty() || rest.size() < 2) {
        return std::nullopt;
    }
    if (rest == "++" || rest == "--") {
        return ShellAssignment{name, {fmt::format("$(({} {} 1))", name, rest.front())}};
    }
    if (rest[0] == '=' && rest[1] != '=') {
        return ShellAssignment{name, {fmt::format("$(({}))", trimmed(rest.substr(1)))}};
    }
    const bool isStep = rest[1] == '=' && std::string_view("+-*/%").find(rest[0]) != std::string_view::npos;
    return isStep ? std::optional(
                        ShellAssignment{name, {fmt::format("$(({} {} ({})))", name, rest[0], trimmed(rest.substr(2)))}})
                  : std::nullopt;
}

void addSums(std::string_view sums, std::vector<ShellAssignment>& all)
{
    while (!sums.empty()) {
        const std::size_t end = std::min(sums.find(','), sums.size());
        if (auto one = assignmentOfSum(sums.substr(0, end))) {
            all.push_back(std::move(*one));
        }
        sums.remove_prefix(std::min(end + 1, sums.size()));
    }
}

/// Adds the defaults that ": ${NAME:=value}" gives.
void addDefaults(std::string_view text, std::vector<ShellAssignment>& all)
{
    for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at + 2)) {
        const std::string_view name = nameAtStart(text.substr(at + 2));
        const std::string_view rest = text.substr(at + 2 + name.size());
        if (!name.empty() && (rest.starts_with(":=") || rest.starts_with('='))) {
            const std::size_t end = closingBracket(text, at + 1);
            all.push_back({std::string(name), {std::string(text.substr(at, end - at + 1))}});
        }
    }
}

/// Adds "NAME=value", and further assignments behind it, as in front of a command.
void addPlain(std::string_view text, bool isDeclared, std::vector<ShellAssignment>& all)
{
    const std::string_view name = nameAtStart(text);
    if (name.empty() || name.size() >= text.size() || text[name.size()] != '=') {
        return;
    }
    const std::string_view rest = text.substr(name.size() + 1);
    const std::vector<std::string> words = shellWords(rest);
    if (words.size() == 1 || (words.size() > 1 && !rest.starts_with('(') && !rest.starts_with('"'))) {
        all.push_back({std::string(name), {words.front()}});
    }
    const bool isQuoted = rest.starts_with('"') || rest.starts_with('\'');
    const std::size_t close = isQuoted ? rest.find(rest.front(), 1) : rest.find_first_of(" \t;");
    if (rest.empty()) {
        return;
    }
    for (const std::string& word : shellWords(rest.substr(std::min(close, rest.size() - 1) + 1))) {
        if (!isAssignment(word, isDeclared)) {
            return;
        }
        const std::size_t equals = word.find('=');
        all.push_back({word.substr(0, equals), {word.substr(equals + 1)}});
    }
}

}  // namespace

std::vector<ShellAssignment> assignmentsOf(std::string_view command)
{
    std::vector<ShellAssignment> all;
    command = trimmed(command);
    if (command.starts_with("let ")) {
        for (const std::string_view word : quotedWords(command.substr(4))) {
            addSums(unquoted(word), all);
        }
        return all;
    }
    if (command.starts_with("((") && command.ends_with("))")) {
        addSums(command.substr(2, command.size() - 4), all);
        return all;
    }
    if (command.starts_with(": ")) {
        addDefaults(command, all);
        return all;
    }
    if (command.starts_with("for ")) {
        const std::vector<std::string> words = shellWords(command);
        if (words.size() > 3 && words[2] == "in") {
            all.push_back({words[1], {words.begin() + 3, words.end()}});
        }
        return all;
    }
    constexpr std::array heads{"export ", "local ", "readonly ", "declare ", "typeset "};
    bool isDeclared = false;
    for (const std::string_view head : heads) {
        if (command.starts_with(head)) {
            isDeclared = true;
            command = trimmed(command.substr(head.size()));
            while (command.starts_with('-') && command.find(' ') != std::string_view::npos) {
                command = trimmed(command.substr(command.find(' ')));
            }
        }
    }
    addPlain(command, isDeclared, all);
    return all;
}

}  // namespace pgram
