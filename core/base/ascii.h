// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Letters, digits and blanks of ASCII, whatever the locale. Bytes of other characters are none of these.
#pragma once

#include <string>
#include <string_view>

namespace pgram {

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

[[nodiscard]] constexpr bool isLetterOrDigit(char c)
{
    return isLetter(c) || isDigit(c);
}

/// Returns a capital letter in lower case, and every other character unchanged.
[[nodiscard]] constexpr char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Returns a text in lower case.
[[nodiscard]] inline std::string lowered(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower) {
        c = lowered(c);
    }
    return lower;
}

/// Returns a text without the blanks at both ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n\f\v";
    const std::size_t begin = text.find_first_not_of(blanks);
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

}  // namespace pgram
