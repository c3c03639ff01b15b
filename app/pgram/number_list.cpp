// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/number_list.h"

#include "app/pgram/console.h"
#include "core/base/quantity.h"

#include <fmt/format.h>
#include <set>

namespace pgram::cli {

namespace {

constexpr std::size_t mostNumbers = 4096;
constexpr std::int64_t mostTypedTokens = 1 << 24;

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

/// One number of a list.
Result<std::int64_t> parseMember(std::string_view text, const std::string& option, std::int64_t most)
{
    Result<std::int64_t> number = parseNumber(text, option, most);
    if (!number) {
        number.error().todo = Text("Write a number, a list such as 8,16,32 or a range such as 8:512:8; 4k is 4096");
    }
    return number;
}

Result<void> addRange(const std::vector<std::string_view>& parts, const std::string& option, std::int64_t most,
                      std::set<std::int64_t>& numbers)
{
    std::vector<std::int64_t> values;
    for (const std::string_view part : parts) {
        PGRAM_TRY(const std::int64_t value, parseMember(part, option, most));
        values.push_back(value);
    }
    if (values.size() != 1 && values.size() != 3) {
        return badInput("a range has three numbers", option, "Write FROM:TO:STEP, such as 8:512:8");
    }
    const std::int64_t last = values.size() == 3 ? values[1] : values[0];
    const std::int64_t step = values.size() == 3 ? values[2] : 1;
    if (last < values[0]) {
        return badInput(fmt::format("the range from {} to {} is empty", values[0], last), option);
    }
    for (std::int64_t number = values[0]; number <= last; number += step) {
        numbers.insert(number);
        if (numbers.size() > mostNumbers) {
            return badInput(fmt::format("there are more than {} numbers", mostNumbers), option, "Take a larger step");
        }
    }
    return {};
}

}  // namespace

Result<std::int64_t> parseNumber(std::string_view text, const std::string& option, std::int64_t most)
{
    return ofOption(parseCount(text, 1, most), option);
}

Result<std::vector<std::int64_t>> parseNumbers(std::string_view text, const std::string& option, std::int64_t most)
{
    std::set<std::int64_t> numbers;
    for (const std::string_view part : split(text, ',')) {
        PGRAM_CHECK(addRange(split(part, ':'), option, most, numbers));
    }
    return std::vector<std::int64_t>(numbers.begin(), numbers.end());
}

Result<Bytes> parseBudget(const std::string& text)
{
    if (text.empty()) {
        return 0;
    }
    Result<Bytes> bytes = parseMemory(text);
    if (!bytes) {
        bytes.error().where = "--memory";
    } else if (*bytes < 1) {
        return badInput(fmt::format("'{}' is no memory at all", text.substr(0, 40)), "--memory");
    }
    return bytes;
}

Result<std::int64_t> parseSequence(const std::string& text)
{
    return text.empty() ? Result<std::int64_t>(0) : parseNumber(text, "--sequence", mostTypedTokens);
}

}  // namespace pgram::cli
