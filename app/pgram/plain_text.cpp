// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/plain_text.h"

#include <algorithm>
#include <cstddef>

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

}  // namespace pgram::cli
