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

/// {"1": bytes, "2": bytes}, by tensor degree.
void readKept(const FieldRules& rules, JsonObject& layer, MeasuredLayer& measured, UnknownKeys*)
{
    JsonObject object = layer.object(rules.key);
    for (const auto& [key, value] : object.json().items()) {
        int degree = 0;
        const char* end = key.data() + key.size();
        const auto [rest, status] = std::from_chars(key.data(), end, degree);
        if (status != std::errc{} || rest != end || degree < 1 || degree > largestDegree) {
            object.fail(key, Core::tr("is not a tensor degree"));
            return;
        }
        measured.keptPerSample[degree] = object.number(key, value, 0, mostBytes);
    }
    if (measured.keptPerSample.empty()) {
        object.fail({}, Core::tr("names no tensor degree"));
    }
}

Json keptToJson(const MeasuredLayer& measured)
{
    Json kept = Json::object();
    for (const auto& [degree, bytes] : measured.keptPerSample) {
        kept[fmt::format("{}", degree)] = bytes;
    }
    return kept;
}

Json describeKept(const FieldRules&)
{
    return {{"type", "object"},
            {"minProperties", 1},
            {"additionalProperties", {{"type", "number"}, {"minimum", 0}, {"maximum", mostBytes}}}};
}

/// Reads the constant of a fitted line, which may be below zero if a sample still takes some time.
void readSeconds(const FieldRules& rules, JsonObject& object, MeasuredLayer& measured, UnknownKeys*)
{
    measured.seconds = object.numberOr(rules.key, 0, -measured.secondsPerSample, rules.most);
}

constexpr std::string_view measuredAlone[]{"measured"};

constexpr Field<MeasuredLayer> measuredRows[] = {
    figure<[](const MeasuredLayer&) { return measuredAlone[0]; }>("provenance")
        .oneOf(measuredAlone)
        .required()
        .readBy([](const FieldRules& rules, JsonObject& object, MeasuredLayer&, UnknownKeys*) {
            (void)object.oneOf(rules.key, {measuredAlone[0]});
        }),
    field<&MeasuredLayer::source>("source").says("Files of the measurement"),
    field<&MeasuredLayer::sequence>("sequence_length")
        .between(1, longestSequence)
        .required()
        .says("Tokens per sample of the measured runs"),
    field<&MeasuredLayer::precision>("precision").required(),
    field<&MeasuredLayer::tokensSplit>("tokens_split")
        .says("The tensor groups of the runs split the tokens (sequence parallelism of Megatron-LM)"),
    field<&MeasuredLayer::secondsPerSample>("forward_s_per_sample")
        .between(0, longestForward)
        .required()
        .says("Seconds of a forward per sample and device"),
    field<&MeasuredLayer::seconds>("forward_s")
        .between(-longestForward, longestForward)
        .readBy(readSeconds)
        .says("Seconds of a forward besides those of its samples"),
    field<&MeasuredLayer::parameters>("parameters").between(0, mostParameters).required().says("Of the whole layer"),
    figure<keptToJson>("kept_bytes_per_sample")
        .required()
        .readBy(readKept)
        .describedBy(describeKept)
        .says("Bytes that a sample keeps for backward, by tensor degree"),
    field<&MeasuredLayer::inputPerSample>("input_bytes_per_sample")
        .between(0, mostBytes)
        .says("Bytes of the layer's input per sample; 0 = not measured"),
};

}  // namespace

std::span<const Field<MeasuredLayer>> fieldsOf(const MeasuredLayer*)
{
    return measuredRows;
}

}  // namespace pgram
