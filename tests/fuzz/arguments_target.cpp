// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The target `arguments`: texts of the command line and of fields. What a parser takes and writes it takes again.
#include "core/base/precision.h"
#include "core/base/quantity.h"
#include "core/model/documents.h"
#include "core/schedule/schedule.h"
#include "core/serving/weight_format.h"
#include "core/strategy/space.h"
#include "core/strategy/strategy_pattern.h"
#include "core/strategy/strategy_text.h"
#include "core/swapping/swap_step.h"
#include "studies/run.h"
#include "tests/fuzz/targets.h"

namespace pgram::fuzz {

namespace {

/// Returns the fault of a parser: a refusal without words, or another value that comes back.
template <typename T, typename Parse, typename Write>
std::string faultOf(std::string_view what, const Result<T>& first, const Parse& parse, const Write& write)
{
    if (!first) {
        return first.error().what.empty() ? std::string(what) + ": the refusal does not say what is wrong" : "";
    }
    const std::string text = write(*first);
    const Result<T> again = parse(text);
    return again && *again == *first ? "" : std::string(what) + ": '" + text + "' is not read as it was";
}

}  // namespace

Outcome checkArguments(const Target& /*target*/, std::string_view input)
{
    const auto write = [](const auto& value) { return toString(value); };
    const auto strategies = [](std::string_view text) { return parseStrategy(text); };
    const auto schedules = [](std::string_view text) { return parseSchedule(text); };
    const auto spaces = [](std::string_view text) { return parseSpace(text); };
    const auto lengths = [](std::string_view text) { return DocumentLengths::parse(std::string(text)); };
    for (const std::string& fault :
         {faultOf("strategy", strategies(input), strategies,
                  [](const LayerStrategy& strategy) { return shortName(strategy); }),
          faultOf("schedule", schedules(input), schedules, write), faultOf("space", spaces(input), spaces, write),
          faultOf("documents", lengths(input), lengths,
                  [](const DocumentLengths& documents) { return documents.text(); })}) {
        if (!fault.empty()) {
            return {false, fault};
        }
    }
    bool accepted = false;
    for (const Result<void>& error :
         {parseSchedules(input).map([](const auto&) {}), parsePattern(input).map([](const auto&) {}),
          parseMemory(input).map([](const auto&) {}), parseCount(input, -5, 1'000'000).map([](const auto&) {}),
          parseNumber(input, -1e300, 1e300).map([](const auto&) {}), parseShard(input).map([](const auto&) {}),
          parseWeightFormat(input, "--weights").map([](const auto&) {}),
          parsePruning(input, "--pruning").map([](const auto&) {})}) {
        if (!error && error.error().what.empty()) {
            return {false, "a refusal does not say what is wrong"};
        }
        accepted = accepted || error.has_value();
    }
    const KeepingPlan keeping = parseKeeping(input);
    return {accepted, keeping.empty() || toString(keeping) == input ? "" : "keeping: another one comes back"};
}

}  // namespace pgram::fuzz
