// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of a model in Megatron-LM's arguments, declared in megatron_settings.h: megatron/training/arguments.py and
// megatron/core/transformer/transformer_config.py of d98e8a64.
#include "core/base/quantity.h"
#include "core/exchange/megatron_settings.h"

#include <cmath>
#include <fmt/format.h>

namespace pgram {

namespace {

// Megatron-LM computes Llama 3's scaling with these alone (rotary_pos_embedding.py).
constexpr double llamaLength = 8192;
constexpr double llamaLow = 1;
constexpr double llamaHigh = 4;

// Fields of latent attention that no argument sets (MLATransformerConfig).
constexpr double latentLength = 4096;
constexpr double latentFast = 32;
constexpr double latentSlow = 1;

/// Returns the number of a flag; empty where the script leaves it open, or only its start decides it.
std::optional<double> numberOf(MegatronReader& reader, const char* flag, std::optional<double> ModelConstants::*value)
{
    const std::string text = reader.text(flag);
    const ModelConstant& field = modelConstant(value);
    const auto number = decimalNumber(text);
    if (number && *number >= field.least && *number <= field.most) {
        return number;
    }
    if (!text.empty()) {
        reader.settings().ignore(
            fmt::format("--{}", flag), text.substr(0, 40),
            Core::tr("is not a number from {} to {}", shortNumber(field.least), shortNumber(field.most)));
    }
    return std::nullopt;
}

std::optional<double> either(std::optional<double> first, std::optional<double> second)
{
    return first ? first : second;
}

/// Reads the scaling of rotary positions. Latent attention has YaRN unless --rope-type says otherwise.
void readScaling(MegatronReader& reader, ModelConstants& constants)
{
    const auto number = [&reader](const char* flag, std::optional<double> ModelConstants::*value) {
        return numberOf(reader, flag, value);
    };
    const auto llama = number("rope-scaling-factor", &ModelConstants::scalingFactor);
    const auto linear = number("rotary-seq-len-interpolation-factor", &ModelConstants::scalingFactor);
    const auto factor = number("rotary-scaling-factor", &ModelConstants::scalingFactor);
    const auto scale = number("mscale", &ModelConstants::attentionScale);
    const auto scaleAll = number("mscale-all-dim", &ModelConstants::attentionScaleAll);
    const auto length = number("yarn-original-max-position-embeddings", &ModelConstants::scalingLength);
    const auto fast = number("yarn-beta-fast", &ModelConstants::betaFast);
    const auto slow = number("yarn-beta-slow", &ModelConstants::betaSlow);
    const std::string type = reader.text("rope-type");
    const bool isLatent = reader.isSet("multi-latent-attention");
    const bool isYarn = isLatent ? type != "rope" : reader.text("position-embedding-type") == "yarn";
    if (reader.isSet("use-rope-scaling")) {
        constants.scaling = RotaryScaling::Llama3;
        constants.scalingFactor = llama.value_or(8);
        constants.scalingLength = llamaLength;
        constants.lowFrequency = llamaLow;
        constants.highFrequency = llamaHigh;
    } else if (linear) {
        constants.scaling = RotaryScaling::Linear;
        constants.scalingFactor = linear;
    } else if (isYarn && factor.value_or(1) > 1) {
        constants.scaling = RotaryScaling::Yarn;
        constants.scalingFactor = factor;
        constants.scalingLength = isLatent ? latentLength : length.value_or(latentLength);
        constants.betaFast = isLatent ? latentFast : fast.value_or(latentFast);
        constants.betaSlow = isLatent ? latentSlow : slow.value_or(latentSlow);
        constants.attentionScale = scale.value_or(1);
        constants.attentionScaleAll = scaleAll.value_or(0);
    } else if (constants.rotaryBase) {
        constants.scaling = RotaryScaling::None;
    }
}

std::string line(const char* flag, double value)
{
    return fmt::format("--{} {}", flag, shortNumber(value));
}

bool isWhole(const std::optional<double>& value)
{
    return value && std::floor(*value) == *value;
}

bool isOr(const std::optional<double>& value, double usual)
{
    return value.value_or(usual) == usual;
}

/// Adds YaRN's lines. Returns false if Megatron-LM takes other values than the model has.
bool addYarn(const ModelConstants& constants, bool isLatent, std::vector<std::string>& lines)
{
    lines.push_back(line("rotary-scaling-factor", *constants.scalingFactor));
    lines.push_back(line("mscale", constants.attentionScale.value_or(1)));
    lines.push_back(line("mscale-all-dim", constants.attentionScaleAll.value_or(0)));
    if (isLatent) {
        lines.emplace_back("--rope-type yarn");
        return isOr(constants.scalingLength, latentLength) && isOr(constants.betaFast, latentFast) &&
               isOr(constants.betaSlow, latentSlow);
    }
    const auto whole = [](const std::optional<double>& value) { return !value || isWhole(value); };
    if (constants.scalingLength && whole(constants.scalingLength)) {
        lines.push_back(line("yarn-original-max-position-embeddings", *constants.scalingLength));
    }
    if (constants.betaFast) {
        lines.push_back(line("yarn-beta-fast", *constants.betaFast));
    }
    if (constants.betaSlow) {
        lines.push_back(line("yarn-beta-slow", *constants.betaSlow));
    }
    return whole(constants.scalingLength);
}

/// Adds the lines of the scaling. Returns false if Megatron-LM has no such scaling, or other values in it.
bool addScaling(const ModelConstants& constants, bool isLatent, std::vector<std::string>& lines)
{
    const RotaryScaling scaling = constants.scaling.value_or(RotaryScaling::None);
    const bool hasFactor = constants.scalingFactor.has_value();
    if (isLatent && constants.scaling == RotaryScaling::None) {
        lines.emplace_back("--rope-type rope");
    }
    switch (scaling) {
    case RotaryScaling::None:
        return true;
    case RotaryScaling::Llama3:
        if (!hasFactor || isLatent) {
            return false;
        }
        lines.push_back("--use-rope-scaling " + line("rope-scaling-factor", *constants.scalingFactor));
        return isOr(constants.scalingLength, llamaLength) && isOr(constants.lowFrequency, llamaLow) &&
               isOr(constants.highFrequency, llamaHigh);
    case RotaryScaling::Linear:
        if (!isWhole(constants.scalingFactor) || isLatent) {
            return false;
        }
        lines.push_back(line("rotary-seq-len-interpolation-factor", *constants.scalingFactor));
        return true;
    case RotaryScaling::Yarn:
        return hasFactor && addYarn(constants, isLatent, lines);
    case RotaryScaling::Dynamic:
        return false;
    }
    return false;
}

}  // namespace

void readConstants(MegatronReader& reader, ModelConstants& constants)
{
    const auto number = [&reader](const char* flag, std::optional<double> ModelConstants::*value) {
        return numberOf(reader, flag, value);
    };
    constants.rotaryBase = number("rotary-base", &ModelConstants::rotaryBase);
    constants.rotaryShare = number("rotary-percent", &ModelConstants::rotaryShare);
    constants.normEpsilon = either(number("norm-epsilon", &ModelConstants::normEpsilon),
                                   number("layernorm-epsilon", &ModelConstants::normEpsilon));
    constants.initialDeviation = number("init-method-std", &ModelConstants::initialDeviation);
    constants.attentionDropout = number("attention-dropout", &ModelConstants::attentionDropout);
    constants.hiddenDropout = number("hidden-dropout", &ModelConstants::hiddenDropout);
    constants.activationLimit = number("activation-func-clamp-value", &ModelConstants::activationLimit);
    readScaling(reader, constants);
}

MegatronConstants constantsForMegatron(const Architecture& model, const DecoderModel& decoder)
{
    const ModelConstants& constants = model.constants;
    MegatronConstants written;
    std::vector<std::string>& lines = written.lines;
    const auto add = [&](const char* flag, std::optional<double> ModelConstants::*value, bool isPossible = true) {
        if (constants.*value && isPossible) {
            lines.push_back(line(flag, *(constants.*value)));
            written.taken.push_back(value);
        }
    };
    const bool rotates = decoder.embedding.learnedPositions == 0;
    if (rotates) {
        add("rotary-base", &ModelConstants::rotaryBase, isWhole(constants.rotaryBase));
        add("rotary-percent", &ModelConstants::rotaryShare);
        written.takesScaling = addScaling(constants, decoder.dense.keyValueRank > 0, lines);
    }
    add("norm-epsilon", &ModelConstants::normEpsilon);
    add("init-method-std", &ModelConstants::initialDeviation);
    if (!decoder.dense.dropout) {
        lines.emplace_back("--attention-dropout 0 --hidden-dropout 0");
        written.taken.insert(written.taken.end(), {&ModelConstants::attentionDropout, &ModelConstants::hiddenDropout});
    } else if (constants.attentionDropout.value_or(1) + constants.hiddenDropout.value_or(1) > 0) {
        add("attention-dropout", &ModelConstants::attentionDropout);
        add("hidden-dropout", &ModelConstants::hiddenDropout);
    }
    add("activation-func-clamp-value", &ModelConstants::activationLimit, decoder.isSparse() && decoder.sparse.gatedMlp);
    return written;
}

}  // namespace pgram
