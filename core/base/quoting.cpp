// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/quoting.h"

#include "core/base/ascii.h"
#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr char32_t invalid = 0x110000;

/// The first character of a text, by its bytes and its number; `invalid`, one byte long, where it is not UTF-8.
struct Character {
    std::string_view bytes;
    char32_t number;
};

Character firstOf(std::string_view text)
{
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) {
        return {text.substr(0, 1), lead};
    }
    const std::size_t size = lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
    if (size == 0 || size > text.size()) {
        return {text.substr(0, 1), invalid};
    }
    char32_t number = lead & (0x7FU >> size);
    for (const char next : text.substr(1, size - 1)) {
        if ((static_cast<unsigned char>(next) & 0xC0U) != 0x80) {
            return {text.substr(0, 1), invalid};
        }
        number = number << 6 | (static_cast<unsigned char>(next) & 0x3FU);
    }
    const bool isSurrogate = number >= 0xD800 && number < 0xE000;
    if (number < least.at(size) || number >= invalid || isSurrogate) {
        return {text.substr(0, 1), invalid};
    }
    return {text.substr(0, size), number};
}

bool isHidden(char32_t number)
{
    const auto within = [number](char32_t first, char32_t last) { return number >= first && number <= last; };
    return number < 0x20 || within(0x7F, 0x9F) || within(0x2028, 0x202E) || within(0x2066, 0x2069) ||
           within(0xFFFE, 0xFFFF) || number == invalid;
}

/// The text with `written(character)` for each hidden character.
template <typename Written>
std::string withHidden(std::string_view text, Written written)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Character character = firstOf(text);
        result += isHidden(character.number) ? std::string(written(character.number)) : std::string(character.bytes);
        text.remove_prefix(character.bytes.size());
    }
    return result;
}

/// The text with `written(c)` for each of the characters `which`.
template <typename Written>
std::string withEach(std::string_view text, std::string_view which, Written written)
{
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        result += which.find(c) == std::string_view::npos ? std::string(1, c) : std::string(written(c));
    }
    return result;
}

/// Returns true if a spreadsheet would run the text of a cell. Spaces in front do not count.
bool isFormula(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\v\f"), text.size()));
    if (text.empty() || (text[0] != '+' && text[0] != '-')) {
        return text.starts_with('=') || text.starts_with('@');
    }
    // Behind its number a figure has letters and digits, and these: nothing that a formula needs.
    double number = 0;
    const auto [unit, failed] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    text.remove_prefix(failed == std::errc() ? static_cast<std::size_t>(unit - text.data()) : 1);
    return !std::ranges::all_of(text, [](char c) {
        const bool isOfOthers = static_cast<unsigned char>(c) >= 0x80;
        return isLetterOrDigit(c) || isOfOthers || std::string_view(" .,%/").find(c) != std::string_view::npos;
    });
}

bool isPlain(char c)
{
    return isLetterOrDigit(c) || c == '.' || c == '-' || c == '_';
}

}  // namespace

std::string plainText(std::string_view text)
{
    return withHidden(text, [](char32_t number) { return number == '\n' ? std::string_view("\n") : replacement; });
}

std::string plainLine(std::string_view text)
{
    return withHidden(text, [](char32_t /*number*/) { return replacement; });
}

std::string shellQuoted(std::string_view text)
{
    const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
        return isPlain(c) || std::string_view("/:=,@%+").find(c) != std::string_view::npos;
    });
    return plain ? std::string(text) : fmt::format("'{}'", withEach(text, "'", [](char) { return R"('\'')"; }));
}

std::string doubleQuoted(std::string_view text)
{
    return dumped(Json(std::string(text)));
}

std::string jsonEscaped(std::string json)
{
    // Most texts have none: the bytes that hidden characters begin with are rare.
    if (json.find_first_of("\x7F\xC2\xE2\xEF") == std::string::npos) {
        return json;
    }
    return withHidden(json, [](char32_t number) {
        return number == '\n' ? "\n" : fmt::format("\\u{:04x}", static_cast<std::uint32_t>(number));
    });
}

std::string withoutFormula(std::string_view text)
{
    return isFormula(text) ? fmt::format("'{}", text) : std::string(text);
}

std::string csvQuoted(std::string_view text)
{
    const std::string cell = withoutFormula(text);
    const bool plain = cell.find_first_of(",\"\r\n") == std::string::npos;
    return plain ? cell : fmt::format("\"{}\"", withEach(cell, "\"", [](char) { return R"("")"; }));
}

std::string xmlEscaped(std::string_view text)
{
    return withEach(plainText(text), "&<>\"'", [](char c) {
        return c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : "&#39;";
    });
}

std::string markdownEscaped(std::string_view text)
{
    return withEach(plainLine(text), "\\`*_[]<>&|~#", [](char c) { return std::string{'\\', c}; });
}

std::string markdownCell(std::string_view markdown)
{
    return withEach(markdown, "|\n", [](char c) { return c == '|' ? "\\|" : " "; });
}

std::string pointerToken(std::string_view name)
{
    return withEach(name, "~/", [](char c) { return c == '~' ? "~0" : "~1"; });
}

std::string plainName(std::string_view text)
{
    std::string name;
    for (const char c : text) {
        if (isPlain(c)) {
            name += c;
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    name.erase(0, std::min(name.find_first_not_of("-."), name.size()));
    return name.empty() ? "plan" : name;
}

}  // namespace pgram
