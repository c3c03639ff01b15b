// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/config_models.h"

#include "core/base/ascii.h"
#include "core/exchange/plan_settings.h"
#include "core/exchange/setting_table.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace {

struct OtherFamily {
    std::string_view name;
    ConfigFunction read;
};

constexpr std::array otherFamilies{
    OtherFamily{"bert", readBert},      OtherFamily{"roberta", readBert}, OtherFamily{"xlm-roberta", readBert},
    OtherFamily{"camembert", readBert}, OtherFamily{"t5", readT5},        OtherFamily{"mt5", readT5},
    OtherFamily{"umt5", readT5},        OtherFamily{"bart", readBart},    OtherFamily{"mbart", readBart},
    OtherFamily{"vit", readVit},        OtherFamily{"deit", readVit},     OtherFamily{"swin", readSwin},
    OtherFamily{"albert", readAlbert},
};

/// Members of configurations whose layers plans do not have.
struct Foreign {
    const char* member;
    Phrase what;
};

constexpr std::array foreignLayers{
    Foreign{"ssm_cfg", Core::tr("state-space layers (Mamba)")},
    Foreign{"lru_width", Core::tr("recurrent layers")},
    Foreign{"conv_L_cache", Core::tr("convolution layers between the attention layers")},
    Foreign{"hybrid_layer_ids", Core::tr("blocks that several layers share (Zamba)")},
    Foreign{"num_mel_bins", Core::tr("an encoder of sound")},
    Foreign{"cross_attention_layers", Core::tr("blocks that attend to an encoder of images (cross_attention_layers)")},
    Foreign{"num_hash_buckets", Core::tr("layers of several types")},
};

/// Members that describe encoders in front of the language model.
constexpr std::array towers{"vision_config", "audio_config", "vision_tower", "thinker_config"};

/// Returns the language model of a configuration that has one inside, with the members around it that it lacks.
Json withoutTowers(const Json& json)
{
    const char* member = json.contains("llm_config") ? "llm_config" : "text_config";
    const auto text = json.find(member);
    if (text == json.end() || !text->is_object()) {
        return json;
    }
    Json inside = *text;
    for (const auto& [name, value] : json.items()) {
        const bool isTower = std::ranges::find(towers, name) != towers.end();
        if (!isTower && name != member && !inside.contains(name)) {
            inside[name] = value;
        }
    }
    return inside;
}

/// Lists encoders that are not read.
void noteTowers(const Json& json, bool isImageRead, ConfigReader& config)
{
    for (const char* tower : towers) {
        const bool isRead = isImageRead && tower == std::string_view("vision_config");
        if (json.contains(tower) && !json[tower].is_null() && !isRead) {
            config.assume(tower, "left out", Core::tr("this encoder in front of a language model is not read"));
        }
    }
}

/// Empty: nothing of the kind.
Text foreignLayer(const Json& config)
{
    const auto found = std::ranges::find_if(foreignLayers, [&config](const Foreign& foreign) {
        const auto member = config.find(foreign.member);
        return member != config.end() && !member->is_null();
    });
    return found == foreignLayers.end() ? Text() : Text(found->what);
}

ConfigFunction readerOf(std::string_view family)
{
    const auto other = std::ranges::find(otherFamilies, family, &OtherFamily::name);
    if (other != otherFamilies.end()) {
        return other->read;
    }
    const std::vector<std::string_view> decoders = decoderFamilies();
    return std::ranges::find(decoders, family) != decoders.end() ? readDecoder : nullptr;
}

std::string lettersOf(std::string_view name)
{
    std::string letters;
    for (const char c : name) {
        if (isLetterOrDigit(c)) {
            letters += lowered(c);
        }
    }
    return letters;
}

std::vector<std::string> knownFamilies()
{
    std::vector<std::string> names;
    for (const std::string_view name : decoderFamilies()) {
        names.emplace_back(name);
    }
    for (const OtherFamily& family : otherFamilies) {
        names.emplace_back(family.name);
    }
    std::ranges::sort(names);
    return names;
}

/// By `model_type`, or by the class where the file has no type: "LlamaForCausalLM" is of llama.
std::string familyOf(ConfigReader& config)
{
    if (config.has("model_type")) {
        return config.word("model_type");
    }
    const std::string name = architectureOf(config);
    std::size_t end = name.size();
    for (const char* part : {"For", "Model", "LMHead", "With"}) {
        end = std::min(end, name.find(part));
    }
    const std::string letters = lettersOf(std::string_view(name).substr(0, end));
    for (const std::string& family : knownFamilies()) {
        if (!letters.empty() && lettersOf(family) == letters) {
            config.assume("model_type", family, Core::tr("the file has none; its class is {}", name));
            return family;
        }
    }
    return {};
}

/// The sequence that is trained: shorter than the longest where that is long.
void setSequence(ConfigReader& config, Architecture& model)
{
    constexpr std::int64_t usual = 8192;
    if (model.sequenceLength > 0) {
        return;
    }
    const std::int64_t most = config.optionalSize(
        {"max_position_embeddings", "n_positions", "n_ctx", "max_sequence_length", "model_max_length"}, 0, 1 << 24);
    if (most > 0 && most <= usual) {
        model.sequenceLength = most;
        return;
    }
    model.sequenceLength = most > 0 ? usual : 2048;
    config.assume("sequence_length", std::to_string(model.sequenceLength),
                  most > 0 ? Core::tr("the file has the longest, {} tokens, and not the one that is trained", most)
                           : Core::tr("the file does not say"));
}

/// The same checks as of our own files, so that whatever passes is a model of ours.
Result<Architecture> checked(const Architecture& model, const std::string& where)
{
    Result<Architecture> again = parseArchitecture(dumped(toJson(model)), where);
    if (!again) {
        return badInput(Core::tr("is not a model that can be planned: {}", again.error().what), where);
    }
    return model;
}

void nameModel(ConfigReader& config, const std::string& where, const std::string& family, Architecture& model)
{
    const std::string path = config.word("_name_or_path");
    const std::string said = path.substr(path.find_last_of('/') == std::string::npos ? 0 : path.find_last_of('/') + 1);
    const bool usable = !said.empty() && said.size() <= 80;
    model.title = usable ? said : family;
    model.family = family;
    model.source = where;
    for (const char c : model.title) {
        const bool plain = isLetterOrDigit(c) || c == '.' || c == '-';
        model.name += plain ? lowered(c) : '-';
    }
}

}  // namespace

Result<ConfigModel> modelOfConfig(const Json& json, const std::string& where)
{
    if (!json.is_object()) {
        return badInput(Core::tr("is not a JSON object"), where, Core::tr("Give the config.json of a model"));
    }
    ConfigReader config(withoutTowers(json), where);
    const std::string family = familyOf(config);
    if (const Text foreign = foreignLayer(config.json()); !foreign.empty()) {
        return badInput(Core::tr("is a model ({}) with {}, which no plan can hold yet",
                                 family.empty() ? std::string("no model_type") : family.substr(0, 40), foreign),
                        where, Core::tr("Plan a model of attention and feed-forward layers in its place"));
    }
    if (family.empty()) {
        return badInput(Core::tr("has no model_type: it is not a Hugging Face configuration of a model"), where,
                        Core::tr("Give the config.json of a model"));
    }
    const ConfigFunction read = readerOf(family);
    if (read == nullptr) {
        return badInput(Core::tr("is of the model type '{}', which is not read", family.substr(0, 40)), where,
                        Core::tr("Read are {}", fmt::format("{}", fmt::join(knownFamilies(), ", "))));
    }
    ConfigModel found;
    read(config, family, found.model);
    if (!config.error()) {
        const bool isRead = readImageEncoder(json, where, config, found.model);
        noteTowers(json, isRead, config);
        setSequence(config, found.model);
        readConstants(config, family, found.model);
    }
    if (const auto error = config.error()) {
        return tl::unexpected(*error);
    }
    nameModel(config, where, family, found.model);
    PlanSettings notes;
    notes.assumed = config.assumed();
    SettingLedger(huggingFaceTable).report(config.unread(), "", notes);
    found.assumed = std::move(notes.assumed);
    found.ignored = std::move(notes.ignored);
    found.unknown = std::move(notes.unknown);
    return checked(found.model, where).map([&found](Architecture&&) { return std::move(found); });
}

}  // namespace pgram
