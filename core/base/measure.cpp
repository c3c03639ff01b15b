// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/measure.h"

#include "core/base/ascii.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <vector>

namespace pgram {

namespace {

constexpr std::size_t mostShown = 40;
constexpr int bitsOfByte = 8;

/// A unit of 10^exponent, or of `binary` bytes. Files have decimal figures: a decimal exponent keeps them exact.
struct MeasureUnit {
    const char* name;
    int exponent = 0;
    double binary = 0;
};

constexpr std::array memoryUnits{MeasureUnit{"B", 0, 1},     MeasureUnit{"KiB", 0, KiB}, MeasureUnit{"MB", 0, 1e6},
                                 MeasureUnit{"MiB", 0, MiB}, MeasureUnit{"GB", 0, 1e9},  MeasureUnit{"GiB", 0, GiB}};
constexpr std::array rateUnits{MeasureUnit{"B/s"},     MeasureUnit{"kB/s", 3},  MeasureUnit{"MB/s", 6},
                               MeasureUnit{"GB/s", 9}, MeasureUnit{"TB/s", 12}, MeasureUnit{"PB/s", 15}};
constexpr std::array flopsUnits{MeasureUnit{"FLOP/s"},     MeasureUnit{"kFLOP/s", 3},  MeasureUnit{"MFLOP/s", 6},
                                MeasureUnit{"GFLOP/s", 9}, MeasureUnit{"TFLOP/s", 12}, MeasureUnit{"PFLOP/s", 15},
                                MeasureUnit{"EFLOP/s", 18}};
constexpr std::array timeUnits{MeasureUnit{"ns", -9}, MeasureUnit{"µs", -6}, MeasureUnit{"ms", -3}, MeasureUnit{"s"}};
constexpr std::array shareUnits{MeasureUnit{"%", -2}};
constexpr std::array factorUnits{MeasureUnit{""}};
constexpr std::array priceUnits{MeasureUnit{"USD/h"}};
constexpr std::array powerUnits{MeasureUnit{"W"}, MeasureUnit{"kW", 3}};

std::span<const MeasureUnit> unitsOf(Measure measure)
{
    switch (measure) {
    case Measure::Memory:
        return memoryUnits;
    case Measure::Rate:
        return rateUnits;
    case Measure::Peak:
        return flopsUnits;
    case Measure::Time:
        return timeUnits;
    case Measure::Share:
        return shareUnits;
    case Measure::Price:
        return priceUnits;
    case Measure::Power:
        return powerUnits;
    default:
        return factorUnits;
    }
}

/// Digits and exponent of a number, and the text behind them without its spaces.
struct TypedFigure {
    std::string_view digits;
    int exponent = 0;
    std::string unit;
};

std::optional<TypedFigure> splitFigure(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '$')) {
        text.remove_prefix(1);
    }
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, status] = std::from_chars(text.data(), end, number);
    if (status != std::errc{} || !std::isfinite(number)) {
        return std::nullopt;
    }
    TypedFigure typed;
    typed.digits = text.substr(0, static_cast<std::size_t>(rest - text.data()));
    for (const char c : text.substr(typed.digits.size())) {
        typed.unit += c == ' ' || c == '\t' ? "" : std::string(1, c);
    }
    if (const std::size_t at = typed.digits.find_first_of("eE"); at != std::string_view::npos) {
        const std::size_t from = at + (at + 1 < typed.digits.size() && typed.digits[at + 1] == '+' ? 2 : 1);
        std::from_chars(typed.digits.data() + from, typed.digits.data() + typed.digits.size(), typed.exponent);
        typed.digits = typed.digits.substr(0, at);
    }
    return typed;
}

/// Digits times 10^exponent as a file would have it: rounded once.
std::optional<double> scaled(const TypedFigure& typed, int exponent)
{
    const std::string text = fmt::format("{}e{}", typed.digits, typed.exponent + exponent);
    double value = 0;
    const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isTiny = status == std::errc::result_out_of_range && typed.exponent + exponent < 0;
    return isTiny ? std::optional(0.0) : status == std::errc{} ? std::optional(value) : std::nullopt;
}

/// "G", "g", "" → 9, 9, 0.
std::optional<int> prefixExponent(std::string_view prefix)
{
    static constexpr std::string_view letters = "kmgtpe";
    const std::size_t at = prefix.size() == 1 ? letters.find(lowered(prefix)) : std::string_view::npos;
    return prefix.empty()                 ? std::optional(0)
           : at == std::string_view::npos ? std::nullopt
                                          : std::optional(3 * (static_cast<int>(at) + 1));
}

tl::unexpected<Error> refuse(std::string_view text, const Text& todo)
{
    return badInput(Core::tr("'{}' is none that is understood here", text.substr(0, mostShown)), {}, todo);
}

Text howToWrite(Measure measure)
{
    switch (measure) {
    case Measure::Rate:
        return Core::tr("Write a number and a unit, such as 450 GB/s, 400 Gb/s or 31.5 GiB/s");
    case Measure::Peak:
        return Core::tr("Write a number and a unit, such as 989 TFLOP/s or 1.2 PFLOP/s");
    case Measure::Time:
        return Core::tr("Write a number and a unit, such as 3.4 us, 128 µs or 0.2 ms");
    case Measure::Share:
        return Core::tr("Write a share, such as 60 % or 0.6");
    case Measure::Price:
        return Core::tr("Write US dollars for one device for an hour, such as 2.50 USD/h");
    case Measure::Power:
        return Core::tr("Write a number and a unit, such as 700 W or 1.2 kW");
    default:
        return Core::tr("Write a number, such as 1.15");
    }
}

/// "GB/s", "Gb/s", "Gbps", "Gbit/s", "GiB/s", "G": exponent and what else to multiply with.
Result<double> parseRate(std::string_view text, const TypedFigure& typed)
{
    std::string_view unit = typed.unit;
    const auto cut = [&unit](std::string_view end) {
        const bool ends = lowered(unit).ends_with(end);
        unit.remove_suffix(ends ? end.size() : 0);
        return ends;
    };
    static_cast<void>(cut("/sec") || cut("/s") || cut("ps"));
    const bool isLow = unit.size() == 2 && lowered(unit) == unit && unit[1] == 'b' && unit[0] != 'k';
    if (isLow) {
        const std::string letter(1, isLetter(unit[0]) ? static_cast<char>(unit[0] - 'a' + 'A') : unit[0]);
        return badInput(Core::tr("'{}' has no unit that says how much it is", text.substr(0, mostShown)), {},
                        Core::tr("Is {} or {} meant? Write the unit", fmt::format("{} {}B/s", typed.digits, letter),
                                 fmt::format("{} {}b/s", typed.digits, letter)));
    }
    bool bits = cut("bits") || cut("bit");
    if (!bits && !cut("bytes") && !cut("byte")) {
        bits = unit.ends_with('b');
        cut("b");
    }
    double binary = 1;
    if (unit.size() == 2 && (unit[1] == 'i' || unit[1] == 'I')) {
        const auto exponent = prefixExponent(unit.substr(0, 1));
        binary = exponent ? std::pow(1024.0, *exponent / 3) : 0;
        unit = {};
    }
    const std::optional<int> exponent = typed.unit.empty() ? std::optional(9) : prefixExponent(unit);
    const std::optional<double> value = exponent && binary > 0 ? scaled(typed, *exponent) : std::nullopt;
    return value ? Result<double>(*value * binary / (bits ? bitsOfByte : 1)) : refuse(text, howToWrite(Measure::Rate));
}

/// The exponent of a unit other than those of memory and rates; none = it is of something else.
std::optional<int> exponentOf(const std::string& unit, Measure measure)
{
    const std::string low = lowered(unit);
    if (measure == Measure::Peak) {
        std::string prefix = unit.empty() ? "T" : low;
        for (const std::string_view end : {"flop/s", "flops/s", "flops", "flop", "f"}) {
            if (prefix.ends_with(end)) {
                prefix.resize(prefix.size() - end.size());
                break;
            }
        }
        return prefixExponent(prefix);
    }
    if (measure == Measure::Time) {
        const bool isMicro = unit.empty() || low == "us" || unit == "µs" || unit == "μs";
        return isMicro ? -6 : low == "ns" ? -9 : low == "ms" ? -3 : low == "s" ? std::optional(0) : std::nullopt;
    }
    const auto isOneOf = [&low](std::initializer_list<const char*> names) {
        return std::ranges::find(names, low) != names.end();
    };
    if (measure == Measure::Power && (low == "kw" || unit == "MW")) {
        return low == "kw" ? 3 : 6;
    }
    const bool isOnes = unit.empty() || (measure == Measure::Power && low == "w") ||
                        (measure == Measure::Factor && isOneOf({"x", "×"})) ||
                        (measure == Measure::Price && isOneOf({"usd/h", "usd", "$", "$/h", "/h", "usd/hour"}));
    return measure == Measure::Share && unit == "%" ? -2 : isOnes ? std::optional(0) : std::nullopt;
}

}  // namespace

Result<double> parseMeasure(std::string_view text, Measure measure)
{
    if (measure == Measure::Memory) {
        return parseMemory(text, GiB).map([](Bytes bytes) { return static_cast<double>(bytes); });
    }
    if (measure == Measure::Count) {
        return parseCount(text, 0, std::int64_t{1} << 53).map([](std::int64_t n) { return static_cast<double>(n); });
    }
    if (text.find_first_not_of(" \t") == std::string_view::npos) {
        return badInput(Core::tr("is empty"), {}, howToWrite(measure));
    }
    const std::optional<TypedFigure> typed = splitFigure(text);
    if (!typed) {
        return refuse(text, howToWrite(measure));
    }
    if (measure == Measure::Rate) {
        return parseRate(text, *typed);
    }
    const std::optional<int> exponent = exponentOf(typed->unit, measure);
    const std::optional<double> value = exponent ? scaled(*typed, *exponent) : std::nullopt;
    return value ? Result<double>(*value) : refuse(text, howToWrite(measure));
}

std::string measureToType(double value, Measure measure)
{
    if (measure == Measure::Count) {
        return fmt::format("{:.0f}", value);
    }
    constexpr int mostDigits = 17;
    const auto readsBack = [&](const std::string& text) {
        const Result<double> read = parseMeasure(text, measure);
        return read && *read == value;
    };
    std::string best;
    std::size_t bestLength = 0;
    const std::span<const MeasureUnit> units = unitsOf(measure);
    for (std::size_t index = units.size(); index-- > 0;) {
        const MeasureUnit& unit = units[index];
        const double shown = unit.binary > 0 ? value / unit.binary : value / std::pow(10.0, unit.exponent);
        if (std::abs(shown) < 1 && index > 0) {
            continue;
        }
        for (int digits = 1; digits <= mostDigits; ++digits) {
            const std::string number = fmt::format("{:.{}g}", shown, digits);
            const bool isPlain = number.find('e') == std::string::npos;
            std::string text = *unit.name == '\0' ? number : fmt::format("{} {}", number, unit.name);
            if (isPlain && readsBack(text)) {
                if (best.empty() || number.size() < bestLength) {
                    best = std::move(text);
                    bestLength = number.size();
                }
                break;
            }
        }
    }
    const auto ones = std::ranges::find_if(units, [](const MeasureUnit& unit) { return unit.exponent == 0; });
    return !best.empty()         ? best
           : ones == units.end() ? fmt::format("{}", value)
                                 : fmt::format("{} {}", value, ones->name);
}

const char* usualUnit(Measure measure)
{
    switch (measure) {
    case Measure::Memory:
        return "GiB";
    case Measure::Rate:
        return "GB/s";
    case Measure::Peak:
        return "TFLOP/s";
    case Measure::Time:
        return "µs";
    case Measure::Price:
        return "USD/h";
    case Measure::Power:
        return "W";
    default:
        return "";
    }
}

Result<double> withinRange(double value, double least, double most, Measure measure)
{
    if (std::isfinite(value) && value >= least && value <= most) {
        return value;
    }
    const auto shown = [measure](double number) { return measureToType(number, measure); };
    return badInput(Core::tr("is {}, expected from {} to {}", shown(value), shown(least), shown(most)));
}

}  // namespace pgram
