// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/quoting.h"

#include "core/base/json.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr char lastControl = 0x7f;

bool isControl(char c)
{
    return (static_cast<unsigned char>(c) < ' ') || c == lastControl;
}

bool isPlain(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
}

/// `text` with `in` for each of what is to be replaced.
std::string replaced(std::string_view text, char what, std::string_view in)
{
    std::string result;
    for (const char c : text) {
        c == what ? result.append(in) : result.append(1, c);
    }
    return result;
}

}  // namespace

std::string shellQuoted(std::string_view text)
{
    const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
        return isPlain(c) || std::string_view("/:=,@%+").find(c) != std::string_view::npos;
    });
    return plain ? std::string(text) : fmt::format("'{}'", replaced(text, '\'', R"('\'')"));
}

std::string doubleQuoted(std::string_view text)
{
    return replaced(dumped(Json(std::string(text))), lastControl, "\\u007f");
}

std::string csvQuoted(std::string_view text)
{
    const bool plain = text.find_first_of(",\"\r\n") == std::string_view::npos;
    return plain ? std::string(text) : fmt::format("\"{}\"", replaced(text, '"', R"("")"));
}

std::string oneLine(std::string_view text)
{
    std::string line(text);
    std::ranges::replace_if(line, isControl, ' ');
    return line;
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
