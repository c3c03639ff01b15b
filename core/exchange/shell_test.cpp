// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/shell_test.h"

#include "core/exchange/shell_words.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <vector>

namespace pgram {

namespace {

constexpr std::string_view wildcards = "*?[";

std::optional<bool> compared(const std::string& left, std::string_view sign, const std::string& right)
{
    if (sign == "=" || sign == "==" || sign == "!=") {
        return (left == right) == (sign != "!=");
    }
    const auto a = wholeNumber(left);
    const auto b = wholeNumber(right);
    if (!a || !b) {
        return std::nullopt;
    }
    return sign == "-eq"   ? std::optional(*a == *b)
           : sign == "-ne" ? std::optional(*a != *b)
           : sign == "-lt" ? std::optional(*a < *b)
           : sign == "-le" ? std::optional(*a <= *b)
           : sign == "-gt" ? std::optional(*a > *b)
           : sign == "-ge" ? std::optional(*a >= *b)
                           : std::nullopt;
}

}  // namespace

bool isShellTest(std::string_view command)
{
    command = trimmed(command);
    return command.starts_with("[ ") || command.starts_with("[[ ") || command.starts_with("test ") ||
           command.starts_with("((");
}

std::optional<bool> truthOf(std::string_view command, const ShellExpansion& expansion)
{
    command = trimmed(command);
    if (command.starts_with("! ")) {
        const auto other = truthOf(command.substr(2), expansion);
        return other ? std::optional(!*other) : std::nullopt;
    }
    if (command == "true" || command == "false") {
        return command == "true";
    }
    std::string_view inside;
    const bool isDouble = command.starts_with("[[ ") && command.ends_with(" ]]");
    if (isDouble) {
        inside = command.substr(3, command.size() - 6);
    } else if (command.starts_with("[ ") && command.ends_with(" ]")) {
        inside = command.substr(2, command.size() - 4);
    } else if (command.starts_with("test ")) {
        inside = command.substr(5);
    }
    const std::vector<std::string_view> words = quotedWords(inside);
    const auto known = [&](std::size_t i) { return expansion(unquoted(words[i])); };
    if (words.size() == 2 && (words[0] == "-z" || words[0] == "-n")) {
        const auto word = known(1);
        return word ? std::optional(word->empty() == (words[0] == "-z")) : std::nullopt;
    }
    if (words.size() != 3 || (isDouble && words[2].find_first_of(wildcards) != std::string_view::npos)) {
        return std::nullopt;
    }
    const auto left = known(0);
    const auto right = known(2);
    return left && right ? compared(*left, words[1], *right) : std::nullopt;
}

std::optional<bool> hasPattern(std::string_view word, std::string_view pattern)
{
    bool isOpen = false;
    while (!pattern.empty()) {
        const std::size_t end = std::min(pattern.find('|'), pattern.size());
        const std::string_view one = unquoted(trimmed(pattern.substr(0, end)));
        if (one == "*" || one == word) {
            return true;
        }
        isOpen =
            isOpen || one.find_first_of(wildcards) != std::string_view::npos || one.find('$') != std::string_view::npos;
        pattern.remove_prefix(std::min(end + 1, pattern.size()));
    }
    return isOpen ? std::nullopt : std::optional(false);
}

}  // namespace pgram
