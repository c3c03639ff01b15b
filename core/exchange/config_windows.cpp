// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/config_windows.h"

#include "core/base/index.h"
#include "core/exchange/config_mixers.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr std::int64_t longestWindow = 1 << 24;
constexpr std::string_view windowType = "sliding_attention";

/// Returns true for each layer that attends to a window, by `layer_types`.
std::vector<bool> listedLayers(ConfigReader& config, std::int64_t layers)
{
    const std::vector<std::string> types = config.words("layer_types");
    std::vector<bool> listed;
    std::ranges::transform(types, std::back_inserter(listed),
                           [](const std::string& type) { return type == windowType; });
    checkTypes(config, "layer_types", types,
               {windowType, "full_attention", "chunked_attention", "attention", "linear_attention", "kda_attention",
                "mamba", "deepseek_sparse_attention"},
               at(layers));
    listed.resize(at(layers));
    return listed;
}

/// Returns true for each layer that MiMo's pattern gives a window: 1 of 0 and 1.
std::vector<bool> markedLayers(ConfigReader& config, std::int64_t layers)
{
    const std::vector<std::int64_t> marks = config.sizes("hybrid_layer_pattern", 1);
    if (std::ssize(marks) != layers) {
        config.fail("hybrid_layer_pattern", Core::tr("lists {} layers, but the model has {}", marks.size(), layers));
    }
    std::vector<bool> marked(at(layers));
    for (std::size_t i = 0; i < std::min(marks.size(), marked.size()); ++i) {
        marked[i] = marks[i] == 1;
    }
    return marked;
}

/// Returns true for each layer that attends to a window, by the rule of the family.
std::vector<bool> usualLayers(ConfigReader& config, const DecoderFamily& family, std::int64_t layers)
{
    const bool byDepth = family.windows == Windows::FromDepth;
    const std::int64_t first = byDepth ? config.sizeOr({"max_window_layers"}, 28, mostConfigLayers) : 0;
    const bool named = config.has("sliding_window_pattern") && config.json()["sliding_window_pattern"].is_number();
    const std::int64_t period =
        named ? config.size({"sliding_window_pattern"}, mostConfigLayers) : std::int64_t{family.fullEvery};
    std::vector<bool> usual;
    for (std::int64_t i = 0; i < layers; ++i) {
        usual.push_back(i >= first && (period == 0 || (i + 1) % period != 0));
    }
    return usual;
}

}  // namespace

std::vector<std::int64_t> readWindows(ConfigReader& config, const DecoderFamily& family, std::int64_t layers)
{
    const bool hasChunks = family.name.starts_with("llama4");
    if (const std::int64_t chunk = config.optionalSize({"attention_chunk_size"}, 0, longestWindow);
        hasChunks && chunk > 0) {
        config.assume("attention_chunk_size", "full attention",
                      Core::tr("some layers attend within chunks of {} tokens only; all are taken as full", chunk));
    }
    std::vector<std::int64_t> windows(at(std::max<std::int64_t>(1, layers)), 0);
    const bool listed = config.has("layer_types") && !family.isApart;
    const bool marked = config.has("hybrid_layer_pattern") && config.json()["hybrid_layer_pattern"].is_array();
    const bool isOn = config.optionalFlag("use_sliding_window", family.windows != Windows::FromDepth);
    const std::int64_t said = config.optionalSize({"sliding_window"}, 0, longestWindow);
    if (!listed && !marked && (family.windows == Windows::None || !isOn)) {
        if (said > 0 && isOn) {
            config.assume("sliding_window", "full attention",
                          Core::tr("layers of the model type '{}' attend to all tokens", std::string(family.name)));
        }
        return windows;
    }
    const std::vector<bool> has = listed   ? listedLayers(config, layers)
                                  : marked ? markedLayers(config, layers)
                                           : usualLayers(config, family, layers);
    if (config.error() || std::ranges::find(has, true) == has.end()) {
        return windows;
    }
    const std::int64_t window =
        family.usualWindow > 0 ? config.sizeOr({"sliding_window"}, family.usualWindow, longestWindow) : said;
    if (window == 0 && listed) {
        config.fail("sliding_window", Core::tr("is missing, and layer_types lists layers with a window"));
    }
    for (std::size_t i = 0; i < windows.size(); ++i) {
        windows[i] = has[i] ? window : 0;
    }
    return windows;
}

void setHeadsByWindow(ConfigReader& config, const DecoderFamily& family, std::vector<LayerSpec>& blocks)
{
    LayerSpec windowed;
    LayerSpec full;
    constexpr std::int64_t mostHeads = 1 << 14;
    if (config.has("attention_other_setting") && config.json()["attention_other_setting"].is_object()) {
        ConfigReader other(config.json()["attention_other_setting"], "attention_other_setting");
        windowed.heads = other.optionalSize({"num_attention_heads"}, 0, mostHeads);
        windowed.kvHeads = other.optionalSize({"num_attention_groups"}, 0, mostHeads);
        windowed.headDim = other.optionalSize({"head_dim"}, 0, mostHeads);
    }
    windowed.heads = config.optionalSize({"swa_num_attention_heads"}, windowed.heads, mostHeads);
    windowed.kvHeads = config.optionalSize({"swa_num_key_value_heads"}, windowed.kvHeads, mostHeads);
    windowed.headDim = config.optionalSize({"swa_head_dim"}, windowed.headDim, mostHeads);
    windowed.valueDim = config.optionalSize({"swa_v_head_dim"}, 0, mostHeads);
    full.headDim = config.optionalSize({"global_head_dim"}, 0, mostHeads);
    full.kvHeads = config.optionalSize({"num_global_key_value_heads"}, 0, mostHeads);
    const bool sinks = config.optionalFlag("add_swa_attention_sink_bias", false);
    const bool fullSinks = config.optionalFlag("add_full_attention_sink_bias", false);
    const bool valuesAreKeys = config.optionalFlag("attention_k_eq_v", false);
    for (LayerSpec& block : blocks) {
        if (block.mixer != Mixer::Attention) {
            continue;
        }
        const LayerSpec& own = block.window > 0 ? windowed : full;
        const std::int64_t headDim = block.headDim;
        for (std::int64_t LayerSpec::*const size :
             {&LayerSpec::heads, &LayerSpec::kvHeads, &LayerSpec::headDim, &LayerSpec::valueDim}) {
            block.*size = own.*size > 0 ? own.*size : block.*size;
        }
        block.valuesAreKeys = block.valuesAreKeys || (valuesAreKeys && block.window == 0);
        block.extraParameters += (block.window > 0 ? sinks : fullSinks) ? block.heads : 0;
        block.extraParameters += family.queryNorm == QueryNorm::Head ? 2 * (block.headDim - headDim) : 0;
        if (block.kvHeads < 1 || block.heads % block.kvHeads != 0) {
            config.fail(block.window > 0 ? "swa_num_key_value_heads" : "num_global_key_value_heads",
                        Core::tr("is {}, which does not divide the {} head(s)", block.kvHeads, block.heads));
        }
    }
}

}  // namespace pgram
