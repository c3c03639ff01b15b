// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Members and shapes: Hugging Face transformers 02356fec, models/deepseek_v4.
#include "core/exchange/config_compression.h"

#include <algorithm>

namespace pgram {

namespace {

/// A compressed key of so many tokens is chosen by an indexer; keys of other sizes are all read.
constexpr std::int64_t indexedCompression = 4;

/// Returns the tokens of a compressed key by layer. Files list the layers that predict further tokens behind the
/// others.
std::vector<std::int64_t> compressions(ConfigReader& config, std::size_t layers)
{
    std::vector<std::int64_t> listed = config.sizes("compress_ratios", 1 << 14);
    if (listed.size() < layers) {
        config.fail("compress_ratios", Core::tr("lists {} layers, but the model has {}", listed.size(), layers));
    } else if (std::ranges::find(listed, 1) != listed.end()) {
        config.fail("compress_ratios", Core::tr("has a layer of 1 token for each compressed key, which is not read"));
    }
    listed.resize(layers);
    return listed;
}

}  // namespace

void setCompression(ConfigReader& config, std::vector<LayerSpec>& blocks)
{
    if (!config.has("compress_ratios")) {
        return;
    }
    const std::vector<std::int64_t> tokens = compressions(config, blocks.size());
    const std::int64_t selected = config.size({"index_topk"}, 1 << 24);
    const std::int64_t heads = config.size({"index_n_heads"}, 1 << 14);
    const std::int64_t width = config.size({"index_head_dim"}, 1 << 14);
    const std::int64_t rank = config.size({"q_lora_rank"}, 1 << 20);
    const std::int64_t outputRank = config.size({"o_lora_rank"}, 1 << 20);
    const std::int64_t groups = config.size({"o_groups"}, 1 << 14);
    config.optionalSize({"qk_rope_head_dim"}, 0, 1 << 13);  // rotation changes no figure
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        LayerSpec& block = blocks[i];
        const bool isIndexed = tokens[i] == indexedCompression;
        block.valuesAreKeys = true;
        block.queryRank = rank;
        block.outputRank = outputRank;
        block.outputGroups = groups;
        block.compression = tokens[i];
        block.selected = isIndexed ? selected : 0;
        block.indexHeads = isIndexed ? heads : 0;
        block.indexWidth = isIndexed ? width : 0;
        block.extraParameters += block.headDim + block.heads;  // the norm of the keys, and attention's sinks
    }
}

void setStreams(ConfigReader& config, LayerSpec& block)
{
    block.streams = std::max<std::int64_t>(1, config.optionalSize({"hc_mult"}, 1, 64));
    if (block.streams > 1) {
        config.assume("hc_sinkhorn_iters", "left out",
                      Core::tr("the iterations that balance the weights of the residual streams work on {} elements of "
                               "a token and are not counted",
                               block.streams * block.streams));
    }
}

void setHashLayers(ConfigReader& config, std::vector<LayerSpec>& blocks)
{
    const std::int64_t hashed = config.optionalSize({"num_hash_layers"}, 0, mostConfigLayers);
    for (std::size_t i = 0; i < std::min(blocks.size(), static_cast<std::size_t>(hashed)); ++i) {
        if (blocks[i].experts > 0 && blocks[i].extraParameters >= blocks[i].experts) {
            blocks[i].extraParameters -= blocks[i].experts;
        }
    }
    if (hashed > 0) {
        config.assume(
            "num_hash_layers", "0",
            Core::tr("layers that choose experts by a table of words have a router all the same, which weighs "
                     "them; the table is not counted"));
    }
}

}  // namespace pgram
