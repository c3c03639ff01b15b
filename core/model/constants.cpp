// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/constants.h"

#include "core/base/index.h"
#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::array fields{
    ModelConstant{"rotary_base", "rotary base", &ModelConstants::rotaryBase, 1, 1e12},
    ModelConstant{"rotary_share", "share of rotary dimensions", &ModelConstants::rotaryShare, 0, 1},
    ModelConstant{"scaling_factor", "factor of rotary scaling", &ModelConstants::scalingFactor, 1, 1e6},
    ModelConstant{"scaling_length", "first length of rotary scaling", &ModelConstants::scalingLength, 1, 1 << 24},
    ModelConstant{"low_frequency", "low-frequency factor", &ModelConstants::lowFrequency, 0, 1e6},
    ModelConstant{"high_frequency", "high-frequency factor", &ModelConstants::highFrequency, 0, 1e6},
    ModelConstant{"beta_fast", "beta_fast", &ModelConstants::betaFast, 0, 1e6},
    ModelConstant{"beta_slow", "beta_slow", &ModelConstants::betaSlow, 0, 1e6},
    ModelConstant{"attention_scale", "mscale", &ModelConstants::attentionScale, 0, 1e6},
    ModelConstant{"attention_scale_all", "mscale_all_dim", &ModelConstants::attentionScaleAll, 0, 1e6},
    ModelConstant{"norm_epsilon", "epsilon of norms", &ModelConstants::normEpsilon, 0, 1},
    ModelConstant{"initial_deviation", "standard deviation of initial weights", &ModelConstants::initialDeviation, 0,
                  100},
    ModelConstant{"attention_dropout", "dropout of attention", &ModelConstants::attentionDropout, 0, 1},
    ModelConstant{"hidden_dropout", "dropout of hidden states", &ModelConstants::hiddenDropout, 0, 1},
    ModelConstant{"activation_limit", "limit of activations", &ModelConstants::activationLimit, 0, 1e6},
};

constexpr double largestWhole = 1e15;  ///< whole numbers up to it are written without a point

}  // namespace

std::span<const ModelConstant> modelConstants()
{
    return fields;
}

const ModelConstant& modelConstant(std::optional<double> ModelConstants::*value)
{
    return *std::ranges::find(fields, value, &ModelConstant::value);
}

const std::vector<std::string_view>& scalingNames()
{
    static const std::vector<std::string_view> names{"none", "linear", "dynamic", "yarn", "llama3"};
    return names;
}

bool agree(const ModelConstants& a, const ModelConstants& b)
{
    const auto isAlike = [&](const ModelConstant& field) {
        return !(a.*field.value) || !(b.*field.value) || a.*field.value == b.*field.value;
    };
    return std::ranges::all_of(fields, isAlike) && (!a.scaling || !b.scaling || a.scaling == b.scaling);
}

std::string shortNumber(double value)
{
    return fmt::format("{}", value);
}

Json toJson(const ModelConstants& constants)
{
    Json json = Json::object();
    for (const ModelConstant& field : fields) {
        if (field.value == &ModelConstants::scalingFactor && constants.scaling) {
            json["rotary_scaling"] = scalingNames()[at(*constants.scaling)];
        }
        if (const std::optional<double>& value = constants.*field.value) {
            const bool isWhole = std::floor(*value) == *value && std::abs(*value) < largestWhole;
            json[field.key] = isWhole ? Json(static_cast<std::int64_t>(*value)) : Json(*value);
        }
    }
    return json;
}

ModelConstants constantsFromJson(JsonObject& object)
{
    ModelConstants constants;
    for (const ModelConstant& field : fields) {
        if (object.has(field.key)) {
            constants.*field.value = object.number(field.key, field.least, field.most);
        }
    }
    if (object.has("rotary_scaling")) {
        constants.scaling = static_cast<RotaryScaling>(object.oneOf("rotary_scaling", scalingNames()));
    }
    return constants;
}

Json constantsSchema()
{
    Json schema{{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
    for (const ModelConstant& field : fields) {
        schema["properties"][field.key] = {
            {"type", "number"}, {"minimum", field.least}, {"maximum", field.most}, {"description", field.title}};
    }
    schema["properties"]["rotary_scaling"] = {{"enum", scalingNames()}};
    return schema;
}

}  // namespace pgram
