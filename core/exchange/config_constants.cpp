// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of a Hugging Face configuration, declared in config_models.h: names as in the configuration classes of
// transformers, and rope_parameters of its release 5.
#include "core/exchange/config_models.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

struct NamedScaling {
    std::string_view name;
    RotaryScaling scaling;
};

constexpr std::array namedScalings{
    NamedScaling{"default", RotaryScaling::None},    NamedScaling{"linear", RotaryScaling::Linear},
    NamedScaling{"dynamic", RotaryScaling::Dynamic}, NamedScaling{"yarn", RotaryScaling::Yarn},
    NamedScaling{"llama3", RotaryScaling::Llama3},
};

struct NamedConstant {
    const char* name;
    std::optional<double> ModelConstants::*value;
};

constexpr std::array scalingMembers{
    NamedConstant{"factor", &ModelConstants::scalingFactor},
    NamedConstant{"original_max_position_embeddings", &ModelConstants::scalingLength},
    NamedConstant{"low_freq_factor", &ModelConstants::lowFrequency},
    NamedConstant{"high_freq_factor", &ModelConstants::highFrequency},
    NamedConstant{"beta_fast", &ModelConstants::betaFast},
    NamedConstant{"beta_slow", &ModelConstants::betaSlow},
    NamedConstant{"mscale", &ModelConstants::attentionScale},
    NamedConstant{"mscale_all_dim", &ModelConstants::attentionScaleAll},
    NamedConstant{"rope_theta", &ModelConstants::rotaryBase},
    NamedConstant{"partial_rotary_factor", &ModelConstants::rotaryShare},
};

std::string scalingName(const Json& members)
{
    for (const char* key : {"rope_type", "type"}) {
        if (const auto type = members.find(key); type != members.end() && type->is_string()) {
            return type->get<std::string>();
        }
    }
    return {};
}

/// Returns true if the table has a scaling that is known, and numbers within their limits. Names of its members that no
/// constant has are added to `others`.
bool readScaling(const Json& members, ModelConstants& constants, std::vector<std::string>& others)
{
    const std::string type = scalingName(members);
    const auto found = std::ranges::find(namedScalings, type, &NamedScaling::name);
    if (found == namedScalings.end()) {
        return false;
    }
    ModelConstants read = constants;
    read.scaling = found->scaling;
    for (const auto& [name, value] : members.items()) {
        const auto member = std::ranges::find(scalingMembers, name, &NamedConstant::name);
        if (member == scalingMembers.end()) {
            if (name != "rope_type" && name != "type" && !value.is_null()) {
                others.push_back(name);
            }
            continue;
        }
        const ModelConstant& field = modelConstant(member->value);
        if (!value.is_number() || value.get<double>() < field.least || value.get<double>() > field.most) {
            return false;
        }
        read.*member->value = value.get<double>();
    }
    constants = read;
    return true;
}

/// Reads the table of positions, whose kind is that of one scaling for all layers. Other tables stay unread, and so are
/// reported as ignored.
void readPositions(ConfigReader& config, ModelConstants& constants)
{
    for (const char* key : {"rope_parameters", "rope_scaling"}) {
        const auto member = config.json().find(key);
        if (member == config.json().end() || !member->is_object()) {
            continue;
        }
        std::vector<std::string> others;
        if (!readScaling(*member, constants, others)) {
            return;
        }
        (void)config.has(key);
        for (const std::string& name : others) {
            config.leave(std::string(key) + '/' + name, dumped((*member)[name]));
        }
        return;
    }
    if (constants.rotaryBase) {
        constants.scaling = RotaryScaling::None;
    }
}

/// Families whose classes rotate a part of a head where the file does not say.
constexpr std::array<std::string_view, 6> rotatingInPart{"gpt_neox", "gptj", "phi", "stablelm", "nemotron", "glm4_moe"};

}  // namespace

void readConstants(ConfigReader& config, std::string_view family, Architecture& model)
{
    ModelConstants& constants = model.constants;
    const auto read = [&](std::optional<double> ModelConstants::*value, ConfigNames names) {
        const ModelConstant& field = modelConstant(value);
        constants.*value = config.number(names, field.least, field.most);
    };
    read(&ModelConstants::rotaryBase, {"rope_theta", "rotary_emb_base"});
    read(&ModelConstants::rotaryShare, {"partial_rotary_factor", "rotary_pct"});
    read(&ModelConstants::normEpsilon,
         {"rms_norm_eps", "layer_norm_eps", "layer_norm_epsilon", "layernorm_epsilon", "norm_epsilon", "norm_eps"});
    read(&ModelConstants::initialDeviation, {"initializer_range", "init_std"});
    read(&ModelConstants::attentionDropout, {"attention_dropout", "attn_pdrop", "attention_probs_dropout_prob"});
    read(&ModelConstants::hiddenDropout,
         {"hidden_dropout", "resid_pdrop", "residual_dropout", "hidden_dropout_prob", "dropout"});
    read(&ModelConstants::activationLimit, {"swiglu_limit"});
    readPositions(config, constants);
    const bool isLatent = std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.keyValueRank > 0; });
    const bool isPart = std::ranges::find(rotatingInPart, family) != rotatingInPart.end();
    if (constants.rotaryBase && !constants.rotaryShare && !isLatent && !isPart) {
        constants.rotaryShare = 1;
    }
}

}  // namespace pgram
