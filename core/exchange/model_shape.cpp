// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/model_shape.h"

#include "core/exchange/galvatron_layers.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace pgram {

namespace {

constexpr double largest = 1e15;  ///< of any figure of a model, and whole as a double

/// The first of the names that the configuration has as a number; 0 where it is none of a model.
std::int64_t figure(const Json& config, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        const auto value = config.find(name);
        if (value != config.end() && value->is_number()) {
            const double number = value->get<double>();
            return std::abs(number) <= largest && std::trunc(number) == number ? static_cast<std::int64_t>(number) : 0;
        }
    }
    return 0;
}

/// Counted apart, and as many as the encoder's where they are not said.
std::int64_t decoderLayersOfT5(const Json& config)
{
    const bool hasDecoder = config.contains("is_encoder_decoder") && config["is_encoder_decoder"] == true;
    return hasDecoder && !config.contains("num_decoder_layers") ? figure(config, {"num_layers"})
                                                                : figure(config, {"num_decoder_layers"});
}

bool agrees(std::int64_t wanted, std::int64_t has)
{
    return wanted == 0 || wanted == has;
}

}  // namespace

ModelShape shapeOfConfig(const Json& config)
{
    ModelShape shape;
    shape.layers = figure(config, {"num_hidden_layers", "n_layer", "num_layers"}) + decoderLayersOfT5(config);
    shape.hidden = figure(config, {"hidden_size", "n_embd", "d_model"});
    shape.heads = figure(config, {"num_attention_heads", "n_head", "num_heads"});
    shape.vocabulary = figure(config, {"vocab_size"});
    shape.ffn = figure(config, {"moe_intermediate_size", "intermediate_size", "n_inner", "ffn_dim", "d_ff"});
    shape.positions = figure(config, {"max_position_embeddings", "n_positions"});
    return shape;
}

bool hasShape(const Architecture& model, const ModelShape& shape)
{
    const bool hasExperts = std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.experts > 0; });
    std::int64_t layers = 0;
    std::int64_t words = 0;
    bool same = true;
    for (const LayerSpec& run : model.runs) {
        if (run.kind == LayerKind::Embedding) {
            words = run.publishedVocabulary > 0 ? run.publishedVocabulary : run.vocabulary;
        }
        if (galvatronRole(run.kind) != GalvatronRole::Body) {
            continue;
        }
        layers += run.count;
        same = same && shape.hidden == run.hidden && agrees(shape.heads, run.heads);
        // Mixture models have dense layers of another width.
        const bool isDenseAmongExperts = run.experts == 0 && hasExperts;
        same = same && (agrees(shape.ffn, run.ffn) || isDenseAmongExperts);
    }
    return same && agrees(shape.vocabulary, words) && layers > 0 && layers == shape.layers;
}

std::optional<PresetEntry> presetOfShape(const ModelShape& shape, const PresetStore& store)
{
    std::optional<PresetEntry> nearest;
    std::int64_t distance = 0;
    for (const PresetEntry& entry : store.models()) {
        const auto model = store.model(entry.name);
        if (!model || !hasShape(*model, shape)) {
            continue;
        }
        const std::int64_t off = std::abs(model->sequenceLength - shape.positions);
        if (!nearest || off < distance) {
            nearest = entry;
            distance = off;
        }
    }
    return nearest;
}

}  // namespace pgram
