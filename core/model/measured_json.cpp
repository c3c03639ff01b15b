// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/measured_json.h"

#include "core/base/json.h"
#include "core/model/run_fields.h"
#include "core/model/training_json.h"

#include <charconv>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr double longestForward = 1e6;  // s
constexpr double mostBytes = 1e15;
constexpr int largestDegree = 1 << 16;

/// {"1": bytes, "2": bytes}.
std::map<int, double> readKept(JsonObject object)
{
    std::map<int, double> kept;
    for (const auto& [key, value] : object.json().items()) {
        int degree = 0;
        const char* end = key.data() + key.size();
        const auto [rest, status] = std::from_chars(key.data(), end, degree);
        if (status != std::errc{} || rest != end || degree < 1 || degree > largestDegree) {
            object.fail(key, Core::tr("is no tensor degree"));
            return kept;
        }
        kept[degree] = object.number(key, value, 0, mostBytes);
    }
    if (kept.empty()) {
        object.fail({}, Core::tr("names no tensor degree"));
    }
    return kept;
}

}  // namespace

Json toJson(const MeasuredLayer& measured)
{
    Json kept = Json::object();
    for (const auto& [degree, bytes] : measured.keptPerSample) {
        kept[fmt::format("{}", degree)] = bytes;
    }
    return Json{{"provenance", "measured"},
                {"source", measured.source},
                {"sequence_length", measured.sequence},
                {"precision", precisionNames()[static_cast<std::size_t>(measured.precision)]},
                {"tokens_split", measured.tokensSplit},
                {"forward_s_per_sample", measured.secondsPerSample},
                {"forward_s", measured.seconds},
                {"parameters", measured.parameters},
                {"kept_bytes_per_sample", std::move(kept)},
                {"input_bytes_per_sample", measured.inputPerSample}};
}

MeasuredLayer measuredFromJson(JsonObject& object, UnknownKeys* unknown)
{
    MeasuredLayer measured;
    (void)object.oneOf("provenance", {"measured"});
    measured.source = object.stringOr("source", {});
    measured.sequence = object.integer("sequence_length", 1, longestSequence);
    measured.precision = static_cast<Precision>(object.oneOf("precision", precisionNames()));
    measured.tokensSplit = object.booleanOr("tokens_split", false);
    measured.secondsPerSample = object.number("forward_s_per_sample", 0, longestForward);
    // The constant of a fitted line may be below zero, but a sample takes some time.
    measured.seconds = object.numberOr("forward_s", 0, -measured.secondsPerSample, longestForward);
    measured.parameters = object.number("parameters", 0, mostParameters);
    measured.keptPerSample = readKept(object.object("kept_bytes_per_sample"));
    measured.inputPerSample = object.numberOr("input_bytes_per_sample", 0, 0, mostBytes);
    takeUnknown(object, unknown);
    return measured;
}

}  // namespace pgram
