// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace pgram {

namespace {

constexpr double largestWhole = 9007199254740992.0;  // 2^53: beyond it a double skips whole numbers

int decimalsFor(double magnitude)
{
    if (magnitude >= 99.95) {
        return 0;
    }
    return magnitude >= 9.995 ? 1 : 2;
}

std::string threeDigits(double value)
{
    return fmt::format("{:.{}f}", value, decimalsFor(std::abs(value)));
}

std::string withUnit(const std::string& digits, const char* unit)
{
    return *unit == '\0' ? digits : fmt::format("{} {}", digits, unit);
}

/// The largest unit in which the rounded figure stays at or above one; `units` grow by `step`, from one.
std::string scaled(double value, double step, std::span<const char* const> units)
{
    if (!std::isfinite(value)) {
        return withUnit(formatNumber(value), units.front());
    }
    std::size_t unit = 0;
    while (unit + 1 < units.size() && std::abs(value) >= step - 0.5) {
        value /= step;
        ++unit;
    }
    const bool plain = unit == 0 && value == std::floor(value);
    return withUnit(plain ? fmt::format("{:.0f}", value) : threeDigits(value), units[unit]);
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

std::string_view trimmed(std::string_view text)
{
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && isSpace(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isSpace(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

struct ByteUnit {
    const char* name;
    double bytes;
};
constexpr std::array<ByteUnit, 10> byteUnits{{{"", 1},
                                              {"b", 1},
                                              {"kib", 1024.0},
                                              {"mib", 1048576.0},
                                              {"gib", 1073741824.0},
                                              {"tib", 1099511627776.0},
                                              {"kb", 1e3},
                                              {"mb", 1e6},
                                              {"gb", 1e9},
                                              {"tb", 1e12}}};

}  // namespace

std::string formatNumber(double value)
{
    if (std::isnan(value)) {
        return "–";
    }
    if (std::isinf(value)) {
        return value > 0 ? "∞" : "-∞";
    }
    const double magnitude = std::abs(value);
    if (magnitude == 0) {
        return "0";
    }
    if (magnitude >= 1e15 || magnitude < 0.001) {
        return fmt::format("{:.2e}", value);
    }
    if (magnitude < 0.9995) {
        const int leadingZeros = static_cast<int>(std::ceil(-std::log10(magnitude) - 1e-9)) - 1;
        return fmt::format("{:.{}f}", value, 3 + leadingZeros);
    }
    return threeDigits(value);
}

std::string formatBytes(double bytes)
{
    static constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    return scaled(bytes, 1024, units);
}

std::string formatVolume(double bytes)
{
    static constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    return scaled(bytes, 1000, units);
}

std::string formatSeconds(Seconds seconds)
{
    const double magnitude = std::abs(seconds);
    if (!std::isfinite(seconds) || magnitude == 0 || magnitude >= 0.9995) {
        return withUnit(formatNumber(seconds), "s");
    }
    if (magnitude >= 0.9995e-3) {
        return withUnit(threeDigits(seconds * 1e3), "ms");
    }
    return withUnit(threeDigits(seconds * 1e6), "µs");
}

std::string formatBandwidth(Bandwidth rate)
{
    return formatVolume(rate) + "/s";
}

/// Billions are B, as model cards count parameters.
std::string formatCount(double count)
{
    static constexpr std::array units{"", "k", "M", "B", "T", "P"};
    return scaled(count, 1000, units);
}

std::string formatPercent(double share)
{
    const double percent = share * 100;
    if (!std::isfinite(percent)) {
        return withUnit(formatNumber(percent), "%");
    }
    return fmt::format("{:.1f} %", percent);
}

Result<Bytes> parseBytes(std::string_view text)
{
    const std::string_view body = trimmed(text);
    const auto refuse = [text](std::string_view why) {
        return badInput(fmt::format("'{}' is not a size: {}", text.substr(0, 40), why), {},
                        "Write a number and a unit, such as 16GiB, 512MiB or 24GB");
    };
    if (body.empty()) {
        return refuse("it is empty");
    }
    if (body.front() == '-') {
        return refuse("it is negative");
    }
    double number = 0;
    const auto [rest, status] = std::from_chars(body.data(), body.data() + body.size(), number);
    if (status == std::errc::result_out_of_range) {
        return refuse("it is out of range");
    }
    if (status != std::errc{} || !std::isfinite(number)) {
        return refuse("it does not start with a number");
    }
    const std::string_view name = trimmed(body.substr(static_cast<std::size_t>(rest - body.data())));
    const auto* unit = std::ranges::find(byteUnits, lowered(name), &ByteUnit::name);
    if (unit == byteUnits.end()) {
        return refuse(fmt::format("unknown unit '{}'", name.substr(0, 20)));
    }
    const double bytes = std::round(number * unit->bytes);
    if (bytes > largestWhole) {
        return refuse("it is above 8 PiB");
    }
    return static_cast<Bytes>(bytes);
}

}  // namespace pgram
