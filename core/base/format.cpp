// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/format.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace pgram {

namespace {

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

}  // namespace pgram
