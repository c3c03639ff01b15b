// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/serving/weight_format.h"

#include "core/base/quantity.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr int largestGroup = 65536;
constexpr double bitmap = 1.0 / 8;  // a bit for each weight

/// From 0 to less than 1.
Result<double> parseShare(std::string_view text, const std::string& option)
{
    const std::optional<double> share = decimalNumber(text);
    if (!share || *share < 0 || *share >= 1) {
        return badInput(Core::tr("'{}' is not a share of at least 0 and less than 1", std::string(text)), option,
                        Core::tr("Give the share of weights that are gone, as in structured:0.3"));
    }
    return *share;
}

}  // namespace

double keptShare(const WeightFormat& format)
{
    return format.pruning.kind == Pruning::Kind::Structured ? 1 - format.pruning.share : 1;
}

double denseBytes(const WeightFormat& format)
{
    switch (format.kind) {
    case WeightKind::Bf16:
        return 2;
    case WeightKind::Fp8:
    case WeightKind::Int8:
        return 1;
    case WeightKind::Int4:
        return 0.5 + 4.0 / format.group;
    }
    return 0;
}

double storedBytes(const WeightFormat& format)
{
    const double dense = denseBytes(format);
    switch (format.pruning.kind) {
    case Pruning::Kind::None:
        return dense;
    case Pruning::Kind::Structured:
        return (1 - format.pruning.share) * dense;
    case Pruning::Kind::Unstructured:
        return std::min(dense, (1 - format.pruning.share) * dense + bitmap);
    case Pruning::Kind::TwoOfFour: {
        constexpr double places = 2.0 / 16;  // bytes: two bits for each of the two that are left of four
        return format.kind == WeightKind::Int4 ? 0.25 + places + 2.0 / format.group : dense / 2 + places;
    }
    }
    return 0;
}

double readBytes(const WeightFormat& format)
{
    return format.pruning.kind == Pruning::Kind::Unstructured ? denseBytes(format) : storedBytes(format);
}

std::string nameOf(const WeightFormat& format)
{
    constexpr const char* kinds[] = {"bf16", "fp8", "int8", "int4"};
    std::string name = kinds[static_cast<int>(format.kind)];
    if (format.kind == WeightKind::Int4) {
        name += fmt::format(":{}", format.group);
    }
    switch (format.pruning.kind) {
    case Pruning::Kind::None:
        return name;
    case Pruning::Kind::Structured:
        return name + fmt::format("-structured:{:g}", format.pruning.share);
    case Pruning::Kind::Unstructured:
        return name + fmt::format("-unstructured:{:g}", format.pruning.share);
    case Pruning::Kind::TwoOfFour:
        return name + "-2:4";
    }
    return name;
}

Result<Pruning> parsePruning(std::string_view text, const std::string& option)
{
    if (text == "none") {
        return Pruning{};
    }
    if (text == "2:4") {
        return Pruning{Pruning::Kind::TwoOfFour, 0.5};
    }
    const std::size_t colon = text.find(':');
    const std::string_view kind = text.substr(0, colon);
    if (colon == std::string_view::npos || (kind != "structured" && kind != "unstructured")) {
        return badInput(Core::tr("'{}' is not a kind of pruning", std::string(text)), option,
                        Core::tr("Give none, 2:4, structured:0.3 or unstructured:0.7"));
    }
    return parseShare(text.substr(colon + 1), option).map([&](double share) {
        return Pruning{kind == "structured" ? Pruning::Kind::Structured : Pruning::Kind::Unstructured, share};
    });
}

Result<WeightFormat> parseWeightFormat(std::string_view text, const std::string& option)
{
    WeightFormat format;
    const std::size_t dash = text.find('-');
    const std::string_view weights = text.substr(0, dash);
    const std::size_t colon = weights.find(':');
    const std::string_view kind = weights.substr(0, colon);
    if (weights == "bf16" || weights == "fp16") {
        format.kind = WeightKind::Bf16;
    } else if (weights == "fp8") {
        format.kind = WeightKind::Fp8;
    } else if (weights == "int8") {
        format.kind = WeightKind::Int8;
    } else if (kind == "int4") {
        format.kind = WeightKind::Int4;
        if (colon != std::string_view::npos) {
            const auto group = parseCount(weights.substr(colon + 1), 1, largestGroup);
            if (!group) {
                return badInput(group.error().what, option, group.error().todo);
            }
            format.group = static_cast<int>(*group);
        }
    } else {
        return badInput(Core::tr("'{}' is not a weight format", std::string(weights)), option,
                        Core::tr("Give bf16, fp8, int8, int4:128 or int4:64-2:4"));
    }
    if (dash != std::string_view::npos) {
        const auto pruning = parsePruning(text.substr(dash + 1), option);
        if (!pruning) {
            return tl::unexpected(pruning.error());
        }
        format.pruning = *pruning;
    }
    return format;
}

}  // namespace pgram
