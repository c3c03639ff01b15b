// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/words.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr std::string_view blanks = " \t\r\f\v";
constexpr std::string_view digits = "0123456789";

}  // namespace

std::vector<std::string_view> splitLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        lines.push_back(line);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

std::vector<std::string_view> splitWords(std::string_view line)
{
    std::vector<std::string_view> words;
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;
         begin = line.find_first_not_of(blanks)) {
        line.remove_prefix(begin);
        const std::size_t end = line.find_first_of(blanks);
        words.push_back(line.substr(0, end));
        line.remove_prefix(words.back().size());
    }
    return words;
}

std::string_view wordBehind(std::string_view text, std::string_view option)
{
    const std::size_t at = text.find(option);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view line = text.substr(at + option.size());
    const std::vector<std::string_view> words = splitWords(line.substr(0, line.find('\n')));
    return words.empty() ? std::string_view() : words.front();
}

std::optional<std::int64_t> wholeNumber(std::string_view word)
{
    constexpr std::int64_t most = std::int64_t{1} << 62;
    std::int64_t value = 0;
    bool digit = false;
    for (const char c : word) {
        if (c >= '0' && c <= '9') {
            if (value > (most - 9) / 10) {
                return std::nullopt;
            }
            value = value * 10 + (c - '0');
            digit = true;
        } else if (!digit || (c != '_' && c != ',')) {
            return std::nullopt;
        }
    }
    return digit ? std::optional(value) : std::nullopt;
}

std::vector<std::int64_t> numbersIn(std::string_view text)
{
    std::vector<std::int64_t> numbers;
    for (std::size_t at = text.find_first_of(digits); at != std::string_view::npos;
         at = text.find_first_of(digits, at)) {
        const std::size_t end = std::min(text.find_first_not_of(digits, at), text.size());
        numbers.push_back(wholeNumber(text.substr(at, end - at)).value_or(0));
        at = end;
    }
    return numbers;
}

}  // namespace pgram
