// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/language_model.h"

#include "core/base/quoting.h"
#include "core/exchange/decoder_model.h"
#include "core/exchange/open_constants.h"
#include "core/exchange/program_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace pgram {

namespace {

std::string flags(const std::vector<bool>& values)
{
    std::string text;
    for (const bool value : values) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", value ? "True" : "False");
    }
    return fmt::format("[{}]", text);
}

/// Values that model.py takes where the model does not give them. Those of scalings are without effect then.
constexpr std::array constantsOfModule{
    ConstantSetting{&ModelConstants::rotaryBase, "rotary_base", "10000.0"},
    ConstantSetting{&ModelConstants::rotaryShare, "rotary_share", "1.0"},
    ConstantSetting{&ModelConstants::normEpsilon, "norm_epsilon", "1e-05"},
    ConstantSetting{&ModelConstants::initialDeviation, "initial_deviation", "None"},
    ConstantSetting{&ModelConstants::attentionDropout, "attention_dropout", "0.1"},
    ConstantSetting{&ModelConstants::hiddenDropout, "hidden_dropout", "0.1"},
    ConstantSetting{&ModelConstants::activationLimit, "activation_limit", "None"},
};

constexpr std::array scalingOfModule{&ModelConstants::scalingFactor, &ModelConstants::scalingLength,
                                     &ModelConstants::lowFrequency, &ModelConstants::highFrequency};

/// Returns the scaling if model.py can compute it, else none.
RotaryScaling scalingFor(const ModelConstants& constants)
{
    const auto has = [&constants](auto value) { return (constants.*value).has_value(); };
    const RotaryScaling scaling = constants.scaling.value_or(RotaryScaling::None);
    const bool isPossible = (scaling == RotaryScaling::Linear && has(scalingOfModule.front())) ||
                            (scaling == RotaryScaling::Llama3 && std::ranges::all_of(scalingOfModule, has));
    return isPossible ? scaling : RotaryScaling::None;
}

/// Members of MODEL, a line each.
class Members {
public:
    void add(std::string_view name, std::string_view value) { m_text += fmt::format("    \"{}\": {},\n", name, value); }
    void add(std::string_view name, std::integral auto value)
    {
        if constexpr (std::same_as<decltype(value), bool>) {
            add(name, std::string_view(value ? "True" : "False"));
        } else {
            add(name, std::string_view(std::to_string(value)));
        }
    }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

void addConstants(const Architecture& model, bool drops, Members& members)
{
    const ModelConstants& constants = model.constants;
    for (const ConstantSetting& setting : constantsOfModule) {
        const bool isDropout =
            setting.value == &ModelConstants::attentionDropout || setting.value == &ModelConstants::hiddenDropout;
        const std::optional<double>& value = constants.*setting.value;
        members.add(setting.name, isDropout && !drops ? "0.0" : value ? shortNumber(*value) : setting.usual);
    }
    const RotaryScaling scaling = scalingFor(constants);
    members.add("rotary_scaling", doubleQuoted(scalingNames()[static_cast<std::size_t>(scaling)]));
    for (const auto value : scalingOfModule) {
        if (scaling != RotaryScaling::None && constants.*value) {
            members.add(modelConstant(value).key, shortNumber(*(constants.*value)));
        }
    }
}

}  // namespace

std::vector<std::string> openConstantsOfModule(const Architecture& model)
{
    std::vector<std::optional<double> ModelConstants::*> taken;
    std::ranges::transform(constantsOfModule, std::back_inserter(taken), &ConstantSetting::value);
    const RotaryScaling scaling = model.constants.scaling.value_or(RotaryScaling::None);
    return openConstants(model, {.framework = "`model.py`",
                                 .settings = constantsOfModule,
                                 .taken = std::move(taken),
                                 .takesScaling = scalingFor(model.constants) == scaling,
                                 .others = "`model.py` has no such scaling."});
}

std::string pretrainedModule()
{
    return "Load the `*.safetensors` files of the checkpoint with `safetensors.torch.load_file`, rename their tensors "
           "to "
           "those of `model.py` (`attention.q`, `mlp.up` and so on), and put them into the layers before `fully_shard` "
           "or "
           "`deepspeed.initialize` with `load_state_dict`.";
}

Result<std::string> languageModel(const Plan& plan)
{
    const Result<DecoderModel> found = decoderModelOf(plan.model);
    if (!found) {
        return tl::unexpected(found.error());
    }
    const DecoderModel& model = *found;
    const LayerSpec& block = model.dense;
    Members members;
    members.add("vocabulary", model.embedding.vocabulary);
    members.add("positions", model.embedding.learnedPositions);
    members.add("sequence", plan.sequence());
    members.add("blocks", model.blocks);
    members.add("hidden", block.hidden);
    members.add("heads", block.heads);
    members.add("kv_heads", block.kvHeads);
    members.add("head_width", block.headDim);
    members.add("ffn", block.ffn);
    members.add("gated", block.gatedMlp);
    members.add("bias", block.linearBias);
    members.add("qkv_bias", block.qkvBias);
    members.add("rms_norm", block.norm == Norm::RmsNorm);
    members.add("causal", model.causal);
    addConstants(plan.model, block.dropout, members);
    members.add("experts", model.sparse.experts);
    members.add("chosen", model.sparse.topK);
    members.add("expert_width", model.sparse.ffn);
    members.add("shared_width", model.sparse.sharedFfn);
    members.add("has_experts", flags(model.hasExperts));
    const std::string& title = plan.model.title.empty() ? plan.model.name : plan.model.title;
    return programText("model.py", {{"title", plainLine(title)}, {"members", members.text()}});
}

}  // namespace pgram
