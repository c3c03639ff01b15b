// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/config_models.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/loose_json.h"
#include "core/model/layer_role.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace pgram {

namespace {

bool recognisesHuggingFace(const ForeignFile& /*file*/, const Json& json)
{
    return json.contains("model_type") || json.contains("architectures");
}

/// "llama, 32 layers, 4096 wide".
Text summaryOf(const Architecture& model)
{
    int layers = 0;
    std::int64_t width = 0;
    for (const LayerSpec& run : model.runs) {
        if (layerRole(run.kind) == LayerRole::Body) {
            layers += run.count;
            width = run.hidden;
        }
    }
    return Core::tr("{}, {} layer(s), {} wide", model.family, layers, width);
}

/// Returns true if two runs have the same sizes. Windows, dropout and groups of experts may differ.
bool areAlike(const LayerSpec& a, const LayerSpec& b)
{
    const auto shape = [](const LayerSpec& run) {
        return std::tuple(run.kind, run.count, run.hidden, run.heads, run.kvHeads, run.headDim, run.ffn, run.experts,
                          run.topK, run.tied, run.publishedVocabulary, run.vocabulary);
    };
    return shape(a) == shape(b);
}

bool areAlike(const Architecture& a, const Architecture& b)
{
    const auto alike = [](const LayerSpec& run, const LayerSpec& other) { return areAlike(run, other); };
    return std::abs(publishedParameterCount(a) - publishedParameterCount(b)) < 1 &&
           std::ranges::equal(a.runs, b.runs, alike);
}

/// Returns true if all that figures depend on is the same, the sequence's length aside, and no constant differs.
bool areEqual(const Architecture& a, const Architecture& b)
{
    return agree(a.constants, b.constants) &&
           std::ranges::equal(a.runs, b.runs, [](LayerSpec run, const LayerSpec& other) {
               run.name = other.name;
               run.extraParameters = other.extraParameters;  // both have as many parameters in all
               return run == other;
           });
}

/// Returns the preset with the same sizes: of several, one of the family, and then that with the nearest sequence.
std::optional<FoundModel> presetOf(const Architecture& built, const PresetStore& store)
{
    std::optional<FoundModel> nearest;
    std::pair<bool, std::int64_t> distance;
    for (const PresetEntry& entry : store.models()) {
        Result<Architecture> model = store.model(entry.name);
        if (!model || !areAlike(*model, built)) {
            continue;
        }
        const std::pair off(model->family != built.family, std::abs(model->sequenceLength - built.sequenceLength));
        if (!nearest || off < distance) {
            nearest = FoundModel{std::move(*model), entry.name};
            distance = off;
        }
    }
    return nearest;
}

/// Takes the sequence length of a preset with the same sizes, and its name if all else is the same, too.
void takePreset(const FoundModel& preset, Reading& reading)
{
    FoundModel& found = std::get<FoundModel>(reading.found);
    if (preset.model.sequenceLength != found.model.sequenceLength) {
        std::erase_if(reading.assumed, [](const ValueNote& assumed) { return assumed.what == "sequence_length"; });
        reading.assumed.push_back({"sequence_length", std::to_string(preset.model.sequenceLength),
                                   Core::tr("taken from the preset {}, which has the same sizes", preset.preset)});
    }
    found.model.sequenceLength = preset.model.sequenceLength;
    if (areEqual(found.model, preset.model)) {
        found.model.name = preset.model.name;
        found.model.title = preset.model.title;
        found.preset = preset.preset;
    }
}

Result<Reading> readingOfHuggingFace(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return parseLooseJson(file.text, where)
        .and_then([&where](const Json& config) { return modelOfConfig(config, where); })
        .map([&context](ConfigModel&& built) {
            const double parameters = publishedParameterCount(built.model);
            const Text summary = summaryOf(built.model);
            std::optional<FoundModel> preset = presetOf(built.model, context.store);
            Reading reading{.found = FoundModel{std::move(built.model), {}, parameters},
                            .summary = summary,
                            .ignored = std::move(built.ignored),
                            .assumed = std::move(built.assumed),
                            .unknown = std::move(built.unknown)};
            if (preset) {
                takePreset(*preset, reading);
            }
            return reading;
        });
}

}  // namespace

constinit const Format huggingFaceFormat{
    .name = "huggingface",
    .title = Core::tr("Hugging Face configuration"),
    .what = "The configuration of a Transformer beside its weights.",
    .holds = Content::Model,
    .usualName = "config.json",
    .limits = "Encoders of images in front of a language model are those of Qwen-VL, LLaVA, InternVL, Gemma 3 and "
              "Llama 4; others are left out and listed.",
    .knownBy = "model_type or architectures",
    .recognises = recognisesHuggingFace,
    .read = readingOfHuggingFace,
};

}  // namespace pgram
