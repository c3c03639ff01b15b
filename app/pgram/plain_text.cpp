// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/plain_text.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The bytes of the UTF-8 character that the text starts with; 0 where it starts with none.
std::size_t characterSize(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t size = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    const bool whole = size > 0 && size <= text.size() && std::ranges::all_of(text.substr(1, size - 1), continues);
    return whole ? size : 0;
}

/// C0 and DEL are one byte; C1, U+0080 to U+009F, is C2 and a byte below A0.
bool isControl(std::string_view character)
{
    const auto first = static_cast<unsigned char>(character.front());
    return first < 0x20 || first == 0x7F || (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0);
}

std::string withoutControls(std::string_view text, std::string_view kept)
{
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const std::size_t size = characterSize(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
        const bool shown = size > 0 && (!isControl(character) || kept.find(character) != std::string_view::npos);
        plain += shown ? character : replacement;
        text.remove_prefix(character.size());
    }
    return plain;
}

}  // namespace

std::string plainText(std::string_view text)
{
    return withoutControls(text, "\n");
}

std::string plainLine(std::string_view text)
{
    return withoutControls(text, "");
}

std::vector<std::string> wrappedList(std::string_view list, std::size_t width)
{
    std::vector<std::string> lines(1);
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t comma = list.find(", ", at);
        const std::size_t end = comma == std::string_view::npos ? list.size() : comma + 2;
        if (!lines.back().empty() && lines.back().size() + end - at > width) {
            lines.back().pop_back();  // the blank behind the comma
            lines.emplace_back();
        }
        lines.back() += list.substr(at, end - at);
        at = end;
    }
    return lines;
}

std::string helpList(std::string_view what, const std::vector<std::string_view>& names)
{
    constexpr std::size_t width = 90;
    const std::string text = fmt::format("{}: {}.", what, fmt::join(names, ", "));
    return fmt::format("{}", fmt::join(wrappedList(text, width), "\n"));
}

}  // namespace pgram::cli
