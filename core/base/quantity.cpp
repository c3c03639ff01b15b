// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/quantity.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace pgram {

namespace {

constexpr double largestWhole = 9007199254740992.0;  // 2^53: beyond it a double skips whole numbers
constexpr std::size_t mostQuoted = 40;

struct Unit {
    const char* name;
    double size;
};

constexpr Bytes TiB = 1024 * GiB;
constexpr std::array<Unit, 13> byteUnits{{{"b", 1},
                                          {"kib", KiB},
                                          {"mib", MiB},
                                          {"gib", GiB},
                                          {"tib", TiB},
                                          {"ki", KiB},
                                          {"mi", MiB},
                                          {"gi", GiB},
                                          {"ti", TiB},
                                          {"kb", 1e3},
                                          {"mb", 1e6},
                                          {"gb", 1e9},
                                          {"tb", 1e12}}};
constexpr std::array<Unit, 4> countUnits{{{"k", KiB}, {"ki", KiB}, {"m", MiB}, {"mi", MiB}}};

constexpr std::array<Unit, 5> tokenUnits{{{"k", 1e3}, {"m", 1e6}, {"b", 1e9}, {"g", 1e9}, {"t", 1e12}}};

/// A number and the text behind it, without spaces.
struct Typed {
    double number = 0;
    std::string_view unit;
    std::errc status{};
};

Typed split(std::string_view text)
{
    const std::string_view body = trimmed(text);
    Typed typed;
    const char* const end = body.data() + body.size();
    const auto [rest, status] = std::from_chars(body.data(), end, typed.number);
    typed.status = status;
    if (status == std::errc{}) {
        typed.unit = trimmed(body.substr(static_cast<std::size_t>(rest - body.data())));
        if (!std::isfinite(typed.number)) {
            typed.status = std::errc::invalid_argument;
        }
    }
    return typed;
}

std::optional<double> sizeOf(std::string_view name, std::span<const Unit> units)
{
    const auto found = std::ranges::find(units, lowered(name), &Unit::name);
    return found == units.end() ? std::nullopt : std::optional<double>(found->size);
}

constexpr Phrase writeSize = Core::tr("Write a number and a unit, such as 16GiB, 512MiB or 24GB");

tl::unexpected<Error> refuseSize(std::string_view text, const Text& why)
{
    return badInput(Core::tr("'{}' is not a size: {}", text.substr(0, mostQuoted), why), {}, writeSize);
}

/// A number whose unit does not say how much it is, with the question what was meant.
tl::unexpected<Error> askUnit(std::string_view text, Text question)
{
    return badInput(Core::tr("'{}' has no unit that says how much it is", text.substr(0, mostQuoted)), {},
                    std::move(question));
}

}  // namespace

std::optional<double> decimalNumber(std::string_view word)
{
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = error == std::errc() && end == word.data() + word.size() && std::isfinite(value);
    return whole ? std::optional(value) : std::nullopt;
}

Result<Bytes> parseMemory(std::string_view text, Bytes unit)
{
    if (trimmed(text).empty()) {
        return badInput(Core::tr("is empty"), {}, writeSize);
    }
    const Typed typed = split(text);
    if (typed.status == std::errc::result_out_of_range) {
        return refuseSize(text, Core::tr("it is out of range"));
    }
    if (typed.status != std::errc{}) {
        return refuseSize(text, Core::tr("it does not start with a number"));
    }
    if (typed.number < 0) {
        return refuseSize(text, Core::tr("it is negative"));
    }
    const std::string name = lowered(typed.unit);
    const std::string digits = fmt::format("{}", typed.number);
    if (name == "g" || name == "m" || name == "t") {
        const std::string letter = name == "g" ? "G" : name == "m" ? "M" : "T";
        return askUnit(text,
                       Core::tr("Is {} or {} meant? Write the unit", digits + letter + "iB", digits + letter + "B"));
    }
    if (name.empty() && unit == 0 && typed.number > 0 && typed.number < MiB) {
        return askUnit(text, Core::tr("Is {} meant? Write the unit", digits + (typed.number < 1024 ? "GiB" : "MiB")));
    }
    const std::optional<double> size =
        name.empty() ? static_cast<double>(std::max<Bytes>(unit, 1)) : sizeOf(name, byteUnits);
    if (!size) {
        return refuseSize(text, Core::tr("unknown unit '{}'", typed.unit.substr(0, 20)));
    }
    const double bytes = std::round(typed.number * *size);
    if (bytes > largestWhole) {
        return refuseSize(text, Core::tr("it is above 8 PiB"));
    }
    return static_cast<Bytes>(bytes);
}

std::string memoryToType(Bytes bytes)
{
    struct Step {
        const char* unit;
        Bytes size;
    };
    static constexpr std::array<Step, 4> steps{{{"TiB", TiB}, {"GiB", GiB}, {"MiB", MiB}, {"KiB", KiB}}};
    for (const Step& step : steps) {
        if (bytes < step.size) {
            continue;
        }
        const double value = static_cast<double>(bytes) / static_cast<double>(step.size);
        const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        const double scale = std::pow(10, decimals);
        std::string typed = fmt::format("{}{}", std::ceil(value * scale) / scale, step.unit);
        const Result<Bytes> read = parseMemory(typed);
        if (read && *read >= bytes) {
            return typed;
        }
    }
    return fmt::format("{}B", bytes);
}

Result<std::int64_t> parseCount(std::string_view text, std::int64_t least, std::int64_t most)
{
    const auto refuse = [&] {
        return badInput(Core::tr("'{}' is not a whole number from {} to {}", text.substr(0, mostQuoted), least, most),
                        {}, Core::tr("Write it in digits, or with k for 1024 and M for 1048576: 4096, 4k, 128k"));
    };
    const Typed typed = split(text);
    const std::optional<double> size = typed.unit.empty() ? 1.0 : sizeOf(typed.unit, countUnits);
    if (typed.status != std::errc{} || !size) {
        return refuse();
    }
    const double number = typed.number * *size;
    if (number != std::floor(number) || std::abs(number) > largestWhole || number < static_cast<double>(least) ||
        number > static_cast<double>(most)) {
        return refuse();
    }
    return static_cast<std::int64_t>(number);
}

Result<double> parseNumber(std::string_view text, double least, double most)
{
    const Typed typed = split(text);
    const std::optional<double> size = typed.unit.empty() ? 1.0 : sizeOf(typed.unit, tokenUnits);
    const double number = size ? typed.number * *size : 0;
    if (typed.status != std::errc{} || !size || !(number >= least) || number > most) {
        return badInput(Core::tr("'{}' is not a number from {} to {}", text.substr(0, mostQuoted),
                                 fmt::format("{:.15g}", least), fmt::format("{:.15g}", most)),
                        {}, Core::tr("Write it in digits, or with k, M, B or T for powers of 1000: 250, 1.5k, 2M"));
    }
    return number;
}

Result<double> parseTokens(std::string_view text, const std::string& where)
{
    constexpr double most = 1e18;
    constexpr std::string_view word = "token";
    Typed typed = split(text);
    const std::size_t named = lowered(typed.unit).find(word);
    const std::string_view ending = named == std::string::npos ? "" : typed.unit.substr(named + word.size());
    if (named != std::string::npos && (ending.empty() || ending == "s")) {
        typed.unit = trimmed(typed.unit.substr(0, named));
    }
    const std::optional<double> size = typed.unit.empty() ? 1.0 : sizeOf(typed.unit, tokenUnits);
    if (typed.status != std::errc{} || !size || !(typed.number * *size >= 1) || typed.number * *size > most) {
        return badInput(Core::tr("'{}' is not a number of tokens", text.substr(0, mostQuoted)), where,
                        Core::tr("Give one such as 2T, 300B or 1.5e12"));
    }
    return typed.number * *size;
}

}  // namespace pgram
