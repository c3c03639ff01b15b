// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/strategy.h"

#include "core/galvatron/profile_key.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace pgram::galvatron {

namespace {

constexpr std::int64_t largestDegree = 65536;

std::optional<int> degreeOf(std::string_view text)
{
    const auto number = wholeNumber(text);
    if (!number || *number < 1 || *number > largestDegree) {
        return std::nullopt;
    }
    return static_cast<int>(*number);
}

/// The part after the three degrees: any of "c" and "sp" between hyphens.
bool readFlags(std::string_view flags, bool& recompute, bool& ulysses)
{
    KeyReader reader(flags);
    while (!reader.rest().empty()) {
        const std::string_view flag = reader.until("-");
        bool* const said = flag == "c" ? &recompute : flag == "sp" ? &ulysses : nullptr;
        if (said == nullptr || *said) {
            return false;
        }
        *said = true;
    }
    return true;
}

}  // namespace

std::string toText(const Strategy& strategy, int pipeline)
{
    return fmt::format("{}-{}{}-{}{}{}{}", pipeline, strategy.split(), strategy.split() > 1 ? "*" : "", strategy.data,
                       strategy.zero3 ? "f" : "", strategy.recompute ? "-c" : "", strategy.ulysses > 1 ? "-sp" : "");
}

Result<NamedStrategy> parseStrategy(std::string_view text, const std::string& where)
{
    KeyReader reader(text);
    const auto pipeline = degreeOf(reader.until("-"));
    KeyReader splitReader(reader.until("-"));
    KeyReader dataReader(reader.until("-"));
    splitReader.dropEnd("*");
    NamedStrategy named;
    named.strategy.zero3 = dataReader.dropEnd("f");
    dataReader.dropEnd("*");
    const auto split = degreeOf(splitReader.rest());
    const auto data = degreeOf(dataReader.rest());
    bool ulysses = false;
    if (!pipeline || !split || !data || !readFlags(reader.rest(), named.strategy.recompute, ulysses)) {
        return badInput(Core::tr("'{}' is not a strategy", text.substr(0, 40)), where,
                        Core::tr("Write it as P-t*-d, with f for ZeRO-3, -c for recomputation and -sp for Ulysses"));
    }
    named.pipeline = *pipeline;
    (ulysses ? named.strategy.ulysses : named.strategy.tensor) = *split;
    named.strategy.data = *data;
    return named;
}

std::vector<int> evenStages(int layers, int pipeline)
{
    std::vector<int> stages(static_cast<std::size_t>(pipeline), layers / pipeline);
    stages.back() += layers % pipeline;
    return stages;
}

}  // namespace pgram::galvatron
