// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/config_experts.h"

#include "core/base/json.h"
#include "core/exchange/config_mixers.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace pgram {

namespace {

/// Returns the index of the last layer that may have experts; the file writes -1 for the last of all.
std::int64_t lastSparse(ConfigReader& config, std::int64_t layers)
{
    const char* name = "moe_layer_end_index";
    const bool open = !config.has(name) || config.json()[name] == -1;
    return open ? layers - 1 : config.optionalSize({name}, layers - 1, mostConfigLayers);
}

/// Returns true for the layers that Step's "3,4,5" lists.
std::vector<bool> enumeratedLayers(ConfigReader& config, const std::string& listed, std::int64_t layers)
{
    std::vector<bool> sparse(static_cast<std::size_t>(layers));
    const Result<Json> list = parseJson("[" + listed + "]", "moe_layers_enum");
    for (const Json& layer : list ? *list : Json::array({-1})) {
        const bool isLayer = layer.is_number_unsigned() && layer.get<std::uint64_t>() < sparse.size();
        if (!isLayer) {
            config.fail("moe_layers_enum", Core::tr("lists a layer outside of 0 to {}", layers - 1));
            break;
        }
        sparse[layer.get<std::size_t>()] = true;
    }
    return sparse;
}

/// Returns true for each layer with experts.
std::vector<bool> sparseLayers(ConfigReader& config, const DecoderFamily& family, std::int64_t layers)
{
    const std::int64_t dense = config.optionalSize({"first_k_dense_replace"}, 0, mostConfigLayers);
    // Counted from 1, DeepSeek's from 0.
    const bool counts = config.has("decoder_sparse_step") || config.has("interleave_moe_layer_step");
    const bool marked = config.has("moe_layer_freq") && config.json()["moe_layer_freq"].is_array();
    const ConfigNames steps{"decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq"};
    const std::int64_t step = marked ? 1 : std::max<std::int64_t>(1, config.optionalSize(steps, 1, mostConfigLayers));
    std::vector<bool> sparse;
    for (std::int64_t i = 0; i < layers; ++i) {
        sparse.push_back(i >= dense && (i + (counts ? 1 : 0)) % step == 0);
    }
    const std::int64_t first = config.optionalSize({"moe_layer_start_index"}, 0, mostConfigLayers);
    const std::int64_t interval =
        std::max<std::int64_t>(1, config.optionalSize({"moe_layer_interval"}, 1, mostConfigLayers));
    const std::int64_t last = lastSparse(config, layers);
    for (std::int64_t i = 0; i < layers; ++i) {
        const bool between = i >= first && i <= last && (i + 1) % interval == 0;
        sparse[static_cast<std::size_t>(i)] = sparse[static_cast<std::size_t>(i)] && between;
    }
    if (marked) {
        const std::vector<std::int64_t> marks = config.sizes("moe_layer_freq", 1);
        if (std::ssize(marks) != layers) {
            config.fail("moe_layer_freq", Core::tr("lists {} layers, but the model has {}", marks.size(), layers));
        }
        for (std::size_t i = 0; i < std::min(marks.size(), sparse.size()); ++i) {
            sparse[i] = marks[i] == 1;
        }
    }
    if (config.has("expert_layer_period")) {  // Jamba
        const std::int64_t period = std::max<std::int64_t>(1, config.size({"expert_layer_period"}, mostConfigLayers));
        const std::int64_t offset = config.optionalSize({"expert_layer_offset"}, 0, mostConfigLayers);
        for (std::int64_t i = 0; i < layers; ++i) {
            sparse[static_cast<std::size_t>(i)] = i % period == offset;
        }
    }
    if (const std::string listed = config.word("moe_layers_enum"); !listed.empty()) {
        sparse = enumeratedLayers(config, listed, layers);
    }
    const std::vector<std::string> parts = family.isApart ? layerTypes(config) : std::vector<std::string>();
    for (std::size_t i = 0; i < std::min(parts.size(), sparse.size()); ++i) {
        sparse[i] = parts[i] == "moe";
    }
    const std::vector<std::string> types = config.words("mlp_layer_types");
    checkTypes(config, "mlp_layer_types", types, {"dense", "sparse", "moe"}, sparse.size());
    for (std::size_t i = 0; i < std::min(types.size(), sparse.size()); ++i) {
        sparse[i] = types[i] != "dense";
    }
    for (const std::int64_t layer : config.sizes("mlp_only_layers", mostConfigLayers)) {
        if (layer < layers) {
            sparse[static_cast<std::size_t>(layer)] = false;
        }
    }
    return sparse;
}

}  // namespace

void Experts::settleGroups()
{
    if (groups <= 1 || topGroups == 0 || topGroups >= groups || count % groups != 0) {
        groups = topGroups = 0;
    }
}

Experts readExperts(ConfigReader& config, const DecoderFamily& family, std::int64_t layers, std::int64_t hidden)
{
    Experts experts;
    experts.count =
        config.optionalSize({"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"}, 0, 1 << 14);
    const bool isDense = experts.count == 0 || (experts.count == 1 && family.name == "jamba");
    if (isDense || !config.optionalFlag("enable_moe_block", true)) {
        return Experts();
    }
    const ConfigNames chosen{"num_experts_per_tok",
                             "num_experts_per_token",
                             "experts_per_token",
                             "moe_topk",
                             "moe_k",
                             "top_k_experts",
                             "moe_top_k"};
    experts.topK = family.name == "mixtral" ? config.sizeOr(chosen, 2, 1 << 14) : config.size(chosen, 1 << 14);
    if (experts.topK > experts.count) {
        config.fail("num_experts_per_tok",
                    Core::tr("is {}, expected from 1 to the {} expert(s)", experts.topK, experts.count));
    }
    experts.groups = config.optionalSize({"n_group", "num_expert_group"}, 0, 1 << 14);
    experts.topGroups = config.optionalSize({"topk_group"}, 0, 1 << 14);
    experts.settleGroups();
    experts.ffn = config.size({"moe_intermediate_size", "intermediate_size"}, 1 << 20);
    experts.shared = config.optionalSize({"shared_expert_intermediate_size"}, 0, 1 << 20);
    experts.extra += experts.shared > 0 ? hidden : 0;  // its gate
    const ConfigNames whole{"shared_intermediate_size", "moe_shared_expert_intermediate_size", "share_expert_dim"};
    const std::int64_t shared = config.optionalSize(whole, 0, 1 << 20);
    experts.shared += shared;
    experts.shared += family.name.starts_with("llama4") ? experts.ffn : 0;  // one that every token passes
    experts.shared += (shared > 0 ? 0 : 1) *
                      config.optionalSize({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"}, 0, 64) *
                      experts.ffn;
    const bool corrected = config.word("topk_method") == "noaux_tc" || family.corrected ||
                           config.optionalFlag("use_moe_router_bias", false);
    experts.extra += corrected ? experts.count : 0;
    if (family.name == "gpt_oss") {  // biases of the router and the experts; attention's sinks are added with it
        experts.extra += experts.count * (1 + 2 * experts.ffn + hidden);
    }
    experts.width = config.optionalSize({"moe_latent_size", "routed_expert_hidden_size"}, 0, 1 << 18);
    experts.sparse = sparseLayers(config, family, layers);
    if (family.addsDense) {  // Gemma 4: three more norms, the router's scale of inputs, and one per expert
        experts.addsDense = true;
        experts.extra += 4 * hidden + experts.count;
    }
    return experts;
}

std::vector<LayerSpec> withExperts(std::vector<LayerSpec> dense, const Experts& experts)
{
    for (std::size_t i = 0; i < dense.size() && experts.count > 0; ++i) {
        if (!experts.sparse[i]) {
            continue;
        }
        LayerSpec& layer = dense[i];
        layer.sharedFfn = experts.shared + (experts.addsDense ? layer.ffn : 0);
        layer.ffn = experts.ffn;
        layer.experts = experts.count;
        layer.topK = experts.topK;
        layer.expertGroups = experts.groups;
        layer.topGroups = experts.topGroups;
        layer.expertWidth = experts.width;
        layer.extraParameters += experts.extra;
    }
    return dense;
}

void addBlocks(const std::vector<LayerSpec>& layers, Architecture& model)
{
    std::vector<LayerSpec> runs;
    for (const LayerSpec& layer : layers) {
        LayerSpec same = runs.empty() ? LayerSpec() : runs.back();
        same.count = layer.count;
        if (runs.empty() || same != layer) {
            runs.push_back(layer);
            runs.back().count = 0;
        }
        ++runs.back().count;
    }
    const auto varies = [&runs](auto figure) {
        return std::ranges::any_of(runs, [&](const LayerSpec& run) { return figure(run) != figure(runs.front()); });
    };
    const bool variesExperts = varies([](const LayerSpec& run) { return run.experts > 0; });
    const bool variesMixer = varies([](const LayerSpec& run) { return run.mixer; });
    const bool variesWindow = varies([](const LayerSpec& run) { return run.window; });
    const bool variesIndex = varies([](const LayerSpec& run) { return run.indexHeads; });
    const bool variesCompression = varies([](const LayerSpec& run) { return run.compression; });
    std::map<std::string, int> numbers;
    for (LayerSpec& run : runs) {
        std::string words;
        const auto add = [&words](std::string_view word) { words += (words.empty() ? "" : " ") + std::string(word); };
        if (variesMixer && run.mixer != Mixer::None) {
            const bool isMamba = run.mixer == Mixer::Mamba2 || run.mixer == Mixer::Mamba1;
            add(isMamba ? "mamba" : run.mixer == Mixer::Attention ? "attention" : "linear");
        }
        if (variesWindow && run.mixer == Mixer::Attention) {
            add(run.window > 0 ? "window" : "full");
        }
        if (variesCompression) {
            add(run.compression == 0 ? "window" : run.selected > 0 ? "selected keys" : "compressed keys");
        } else if (variesIndex) {
            add(run.indexHeads > 0 ? "indexed" : "shared index");
        }
        if (variesExperts && run.ffn > 0) {
            add(run.experts > 0 ? "experts" : "dense");
        } else if (run.mixer == Mixer::None) {
            add("mlp");
        }
        run.name = words.empty() ? run.name : words;
        ++numbers[run.name];
    }
    const bool isNumbered = std::ranges::any_of(numbers, [](const auto& number) { return number.second > 1; });
    std::map<std::string, int> used;
    for (LayerSpec& run : runs) {
        if (isNumbered) {
            const std::string name = run.name;
            run.name += fmt::format(" {}", ++used[name]);
        }
        model.runs.push_back(run);
    }
}

}  // namespace pgram
