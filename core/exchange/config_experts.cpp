// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/config_experts.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Returns the index of the last layer that may have experts; the file writes -1 for the last of all.
std::int64_t lastSparse(ConfigReader& config, std::int64_t layers)
{
    const char* name = "moe_layer_end_index";
    const bool open = !config.has(name) || config.json()[name] == -1;
    return open ? layers - 1 : config.optionalSize({name}, layers - 1, mostConfigLayers);
}

/// Which layers have experts.
std::vector<bool> sparseLayers(ConfigReader& config, std::int64_t layers)
{
    const std::int64_t dense = config.optionalSize({"first_k_dense_replace"}, 0, mostConfigLayers);
    const bool counts = config.has("decoder_sparse_step");  // counted from 1, DeepSeek's from 0
    const std::int64_t step =
        std::max<std::int64_t>(1, config.optionalSize({"decoder_sparse_step", "moe_layer_freq"}, 1, mostConfigLayers));
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
    if (experts.count == 0) {
        return experts;
    }
    const ConfigNames chosen{"num_experts_per_tok", "experts_per_token", "moe_topk", "moe_k"};
    experts.topK = family.name == "mixtral" ? config.sizeOr(chosen, 2, 1 << 14) : config.size(chosen, 1 << 14);
    if (experts.topK > experts.count) {
        config.fail("num_experts_per_tok",
                    Core::tr("is {}, expected from 1 to the {} expert(s)", experts.topK, experts.count));
    }
    experts.groups = config.optionalSize({"n_group"}, 0, 1 << 14);
    experts.topGroups = config.optionalSize({"topk_group"}, 0, 1 << 14);
    experts.settleGroups();
    experts.ffn = config.size({"moe_intermediate_size", "intermediate_size"}, 1 << 20);
    experts.shared = config.optionalSize({"shared_expert_intermediate_size"}, 0, 1 << 20);
    experts.extra += experts.shared > 0 ? hidden : 0;  // its gate
    experts.shared += config.optionalSize({"shared_intermediate_size"}, 0, 1 << 20);
    experts.shared +=
        config.optionalSize({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"}, 0, 64) * experts.ffn;
    const bool corrected = config.word("topk_method") == "noaux_tc" || family.corrected;
    experts.extra += corrected ? experts.count : 0;
    if (family.name == "gpt_oss") {  // biases of the router and the experts; attention's sinks are added with it
        experts.extra += experts.count * (1 + 2 * experts.ffn + hidden);
    }
    experts.sparse = sparseLayers(config, layers);
    return experts;
}

void addBlocks(const LayerSpec& dense, const LayerSpec& sparse, const Experts& experts, std::int64_t layers,
               Architecture& model)
{
    if (experts.count == 0) {
        model.runs.push_back(dense);
        model.runs.back().count = static_cast<int>(layers);
        return;
    }
    std::vector<LayerSpec> runs;
    for (const bool isSparse : experts.sparse) {
        const LayerSpec& kind = isSparse ? sparse : dense;
        if (runs.empty() || runs.back().experts != kind.experts) {
            runs.push_back(kind);
            runs.back().count = 0;
        }
        ++runs.back().count;
    }
    const bool numbered = runs.size() > 2;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        runs[i].name = runs.size() == 1 ? "decoder" : runs[i].experts == 0 ? "dense" : "experts";
        if (numbered) {
            runs[i].name += fmt::format(" {}", i / 2 + 1);
        }
        model.runs.push_back(runs[i]);
    }
}

}  // namespace pgram
