// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/config_mixers.h"

#include "core/exchange/config_compression.h"
#include "core/exchange/layer_pattern.h"
#include "core/model/mixers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram {

namespace {

using Types = std::vector<std::string>;

constexpr const char* linearType = "linear_attention";
constexpr const char* fullType = "full_attention";

/// Returns the types with the names of transformers 5 for those of earlier files.
Types renamed(Types types)
{
    for (std::string& type : types) {
        if (type == "mamba" || type == "kda_attention") {
            type = linearType;
        } else if (type == "attention") {
            type = fullType;
        }
    }
    return types;
}

/// Returns one type per letter of Nemotron-H's pattern.
Types typesOfLetters(ConfigReader& config, const char* name)
{
    const auto letters = parseHybridPattern(config.word(name));
    if (!letters) {
        config.fail(name, Core::tr("is not a pattern of the letters M, *, E and -"));
        return {};
    }
    Types types;
    for (const char letter : *letters) {
        types.emplace_back(letter == '*' ? fullType : letter == 'E' ? "moe" : letter == '-' ? "mlp" : linearType);
    }
    return types;
}

/// Returns the member that lists the types of layers; null: the file has none.
const char* typesName(ConfigReader& config)
{
    constexpr std::array names{"layer_types", "layers_block_type", "block_types", "hybrid_override_pattern",
                               "hybrid_layer_pattern"};
    const auto* found = std::ranges::find_if(names, [&config](const char* name) {
        const bool isPattern = std::string_view(name).ends_with("pattern");
        return config.has(name) && (!isPattern || config.json()[name].is_string());
    });
    return found == names.end() ? nullptr : *found;
}

/// Returns `linear` for each layer but every `period`-th.
Types everyNth(std::int64_t layers, std::int64_t period)
{
    Types types;
    for (std::int64_t i = 0; i < layers; ++i) {
        types.emplace_back((i + 1) % period == 0 ? fullType : linearType);
    }
    return types;
}

bool hasGatedDelta(const DecoderFamily& family)
{
    return family.name.starts_with("qwen3_next") || family.name.starts_with("qwen3_5");
}

/// Returns the layers of full attention that Kimi Linear's table lists, counted from 1, and the linear ones.
Types kimiTypes(ConfigReader& config, ConfigReader& table, std::int64_t layers)
{
    Types types(static_cast<std::size_t>(layers));
    bool isOutside = false;
    for (const auto& [name, type] : {std::pair{"full_attn_layers", fullType}, std::pair{"kda_layers", linearType}}) {
        for (const std::int64_t layer : table.sizes(name, mostConfigLayers)) {
            const bool isInside = layer >= 1 && layer <= layers;
            isOutside = isOutside || !isInside;
            if (isInside) {
                types[static_cast<std::size_t>(layer - 1)] = type;
            }
        }
    }
    if (isOutside) {
        config.fail("linear_attn_config", Core::tr("lists a layer outside of 1 to {}", layers));
    } else if (std::ranges::find(types, std::string()) != types.end()) {
        config.fail("linear_attn_config", Core::tr("does not say of all {} layers how they mix tokens", layers),
                    Core::tr("List each layer in full_attn_layers or kda_layers, counted from 1"));
    }
    return types;
}

LayerSpec gatedDeltaBlock(ConfigReader& config, LayerSpec block)
{
    clearMixer(block);
    block.mixer = Mixer::GatedDelta;
    block.heads = config.sizeOr({"linear_num_value_heads"}, 32, 1 << 14);
    block.kvHeads = config.sizeOr({"linear_num_key_heads"}, 16, 1 << 14);
    block.headDim = config.sizeOr({"linear_key_head_dim"}, 128, 1 << 14);
    block.valueDim = config.sizeOr({"linear_value_head_dim"}, 128, 1 << 14);
    block.convolution = config.sizeOr({"linear_conv_kernel_dim"}, 4, 1 << 10);
    if (block.kvHeads > 0 && block.heads % block.kvHeads != 0) {
        config.fail("linear_num_key_heads",
                    Core::tr("is {}, which does not divide the {} head(s)", block.kvHeads, block.heads));
    }
    return block;
}

LayerSpec kimiBlock(ConfigReader& table, LayerSpec block)
{
    clearMixer(block);
    block.mixer = Mixer::KimiDelta;
    block.heads = block.kvHeads = table.size({"num_heads"}, 1 << 14);
    block.headDim = block.valueDim = table.size({"head_dim"}, 1 << 14);
    block.convolution = table.sizeOr({"short_conv_kernel_size"}, 4, 1 << 10);
    block.outputGate = table.optionalFlag("use_full_rank_gate", false);
    return block;
}

LayerSpec lightningBlock(const LayerSpec& attention)
{
    LayerSpec block = attention;
    clearMixer(block);
    block.mixer = Mixer::Lightning;
    block.heads = block.kvHeads = attention.heads;
    block.headDim = block.valueDim = attention.headDim;
    return block;
}

/// Returns true for each layer that has an indexer of its own; the others use the tokens that one before them selected.
std::vector<bool> indexedLayers(ConfigReader& config, std::int64_t layers)
{
    const Types types = config.words("indexer_types");
    checkTypes(config, "indexer_types", types, {"full", "shared"}, static_cast<std::size_t>(layers));
    const std::int64_t period = std::max<std::int64_t>(1, config.optionalSize({"index_topk_freq"}, 1, 1 << 12));
    const std::int64_t offset = config.optionalSize({"index_skip_topk_offset"}, 2, mostConfigLayers);
    std::vector<bool> indexed;
    for (std::int64_t i = 0; i < layers; ++i) {
        const auto at = static_cast<std::size_t>(i);
        indexed.push_back(at < types.size() ? types[at] != "shared"
                                            : std::max<std::int64_t>(i - offset + 1, 0) % period == 0);
    }
    return indexed;
}

/// Gives the layers of MiniMax-M3's list an indexer that selects blocks of tokens.
void setBlockSelection(ConfigReader& config, std::vector<LayerSpec>& blocks)
{
    ConfigReader table(config.json()["sparse_attention_config"], "sparse_attention_config");
    const std::vector<std::int64_t> marks = table.sizes("sparse_attention_freq", 1);
    const std::int64_t selected =
        table.size({"sparse_topk_blocks"}, 1 << 20) * table.size({"sparse_block_size"}, 1 << 20);
    const std::int64_t heads = table.size({"sparse_num_index_heads"}, 1 << 14);
    const std::int64_t width = table.size({"sparse_index_dim"}, 1 << 14);
    if (!table.optionalFlag("use_sparse_attention", true)) {
        return;
    }
    if (marks.size() != blocks.size()) {
        config.fail("sparse_attention_config",
                    Core::tr("lists {} layers, but the model has {}", marks.size(), blocks.size()));
    } else if (table.error()) {
        config.fail("sparse_attention_config", table.error()->what);
    }
    for (std::size_t i = 0; i < std::min(marks.size(), blocks.size()); ++i) {
        if (marks[i] == 1) {
            blocks[i].selected = selected;
            blocks[i].indexHeads = heads;
            blocks[i].indexWidth = width;
        }
    }
    for (const SaidSetting& member : table.unread()) {
        config.leave("sparse_attention_config/" + member.name, member.value);
    }
}

/// Gives each layer the indexer of DeepSeek's sparse attention.
void setIndexers(ConfigReader& config, std::vector<LayerSpec>& blocks)
{
    if (config.has("sparse_attention_config") && config.json()["sparse_attention_config"].is_object()) {
        setBlockSelection(config, blocks);
        return;
    }
    if (!config.has("index_topk") || config.has("compress_ratios")) {
        return;
    }
    const std::int64_t selected = config.size({"index_topk"}, 1 << 24);
    const std::int64_t heads = config.size({"index_n_heads"}, 1 << 14);
    const std::int64_t width = config.size({"index_head_dim"}, 1 << 14);
    const std::vector<bool> indexed = indexedLayers(config, static_cast<std::int64_t>(blocks.size()));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i].selected = selected;
        blocks[i].indexHeads = indexed[i] ? heads : 0;
        blocks[i].indexWidth = indexed[i] ? width : 0;
    }
}

/// Sets the sizes of a Mamba-1 mixer in `block`: a state for each channel, all of which share their keys.
void setMamba1(ConfigReader& config, LayerSpec& block)
{
    clearMixer(block);
    block.mixer = Mixer::Mamba1;
    block.headDim = config.sizeOr({"mamba_d_state", "state_size"}, 16, 1 << 14);
    block.valueDim = block.kvHeads = 1;
    block.convolution = config.sizeOr({"mamba_d_conv", "conv_kernel"}, 4, 1 << 10);
    const std::int64_t expand = config.optionalSize({"mamba_expand", "expand"}, 2, 64);
    const std::int64_t channels = expand * block.hidden;
    block.heads = block.ffn > 0 ? channels : config.optionalSize({"intermediate_size"}, channels, 1 << 14);
    const char* rank = config.has("mamba_dt_rank") ? "mamba_dt_rank" : "time_step_rank";
    const bool isOpen = config.word(rank) == "auto" || !config.has(rank);
    block.stepRank = isOpen ? (block.hidden + 15) / 16 : config.size({rank}, 1 << 14);
}

/// Returns the types of a family whose layers of attention come in a period, or are listed by number.
Types listedTypes(ConfigReader& config, std::int64_t layers)
{
    if (config.has("attn_layer_period")) {
        const std::int64_t period = config.size({"attn_layer_period"}, mostConfigLayers);
        const std::int64_t offset = config.optionalSize({"attn_layer_offset"}, 0, mostConfigLayers);
        Types types;
        for (std::int64_t i = 0; i < layers; ++i) {
            types.emplace_back(period > 0 && i % period == offset ? fullType : linearType);
        }
        return types;
    }
    Types types(static_cast<std::size_t>(layers), linearType);
    for (const std::int64_t layer : config.sizes("attn_layer_indices", mostConfigLayers)) {
        if (layer < layers) {
            types[static_cast<std::size_t>(layer)] = fullType;
        } else {
            config.fail("attn_layer_indices", Core::tr("lists a layer outside of 0 to {}", layers - 1));
        }
    }
    return types;
}

/// Returns the part of a layer that its type names, of families whose layers have one part each.
LayerSpec partOf(const LayerSpec& attention, const LayerSpec& linear, std::string_view type)
{
    LayerSpec part = type == linearType ? linear : attention;
    if (type == linearType || type == fullType) {
        part.ffn = 0;
        return part;
    }
    clearMixer(part);
    return part;
}

/// Returns 0 for lightning attention and 1 for full attention, layer by layer, as MiniMax's files list them.
Types minimaxTypes(ConfigReader& config)
{
    Types types;
    const char* name = config.has("attn_type_list") ? "attn_type_list" : "decoder_attention_types";
    for (const std::int64_t kind : config.sizes(name, 1)) {
        types.emplace_back(kind == 0 ? linearType : fullType);
    }
    return types;
}

}  // namespace

void checkTypes(ConfigReader& config, const char* name, const Types& types,
                std::initializer_list<std::string_view> known, std::size_t layers)
{
    if (types.empty()) {
        return;
    }
    if (types.size() != layers) {
        config.fail(name, Core::tr("lists {} layers, but the model has {}", types.size(), layers));
    }
    const auto other = std::ranges::find_if(
        types, [&known](const std::string& type) { return std::ranges::find(known, type) == known.end(); });
    if (other != types.end()) {
        config.fail(name, Core::tr("has the word '{}', expected {}", other->substr(0, 40),
                                   fmt::format("{}", fmt::join(known, ", "))));
    }
}

Types layerTypes(ConfigReader& config)
{
    const char* name = typesName(config);
    if (name == nullptr) {
        return {};
    }
    return std::string_view(name).ends_with("pattern") ? typesOfLetters(config, name) : renamed(config.words(name));
}

void setMamba(ConfigReader& config, LayerSpec& block)
{
    clearMixer(block);
    block.mixer = Mixer::Mamba2;
    block.headDim = config.sizeOr({"ssm_state_size", "mamba_d_state", "state_size"}, 128, 1 << 14);
    block.valueDim = config.sizeOr({"mamba_head_dim", "mamba_d_head", "head_dim"}, 64, 1 << 14);
    block.kvHeads = config.sizeOr({"n_groups", "mamba_n_groups"}, 8, 1 << 14);
    block.convolution = config.sizeOr({"conv_kernel", "mamba_d_conv"}, 4, 1 << 10);
    const std::int64_t expand = config.optionalSize({"expand", "mamba_expand"}, 2, 64);
    block.heads = config.optionalSize({"mamba_num_heads", "mamba_n_heads", "num_heads"},
                                      expand * block.hidden / std::max<std::int64_t>(1, block.valueDim), 1 << 14);
}

std::vector<LayerSpec> withMambaInFront(ConfigReader& config, const std::vector<LayerSpec>& blocks)
{
    std::vector<LayerSpec> all;
    for (const LayerSpec& block : blocks) {
        LayerSpec mamba = block;
        setMamba(config, mamba);
        mamba.ffn = mamba.extraParameters = 0;
        mamba.norm = Norm::None;
        mamba.linearBias = false;
        all.push_back(mamba);
        all.push_back(block);
        const std::int64_t channels = mamba.heads * mamba.valueDim;
        if (config.optionalSize({"mamba_d_ssm"}, channels, 1 << 20) != channels) {
            config.fail("mamba_d_ssm", Core::tr("is not {}, the width of all {} state(s)", channels, mamba.heads));
        }
    }
    config.assume(
        "mamba_d_ssm", "in front of attention",
        Core::tr("a block has both on one input; planned one behind the other, it has a norm and a sum over a "
                 "tensor group more"));
    return all;
}

std::vector<LayerSpec> readMixers(ConfigReader& config, const DecoderFamily& family, const LayerSpec& attention,
                                  std::int64_t layers)
{
    std::vector<LayerSpec> blocks(static_cast<std::size_t>(std::max<std::int64_t>(1, layers)), attention);
    setIndexers(config, blocks);
    setCompression(config, blocks);
    Types types =
        family.name.starts_with("minimax") && !config.has("layer_types") ? minimaxTypes(config) : layerTypes(config);
    std::unique_ptr<ConfigReader> table;
    if (config.has("linear_attn_config") && config.json()["linear_attn_config"].is_object()) {
        table = std::make_unique<ConfigReader>(config.json()["linear_attn_config"], "linear_attn_config");
        types = types.empty() ? kimiTypes(config, *table, layers) : types;
    }
    if (types.empty() && hasGatedDelta(family)) {
        types = everyNth(layers, std::max<std::int64_t>(1, config.sizeOr({"full_attention_interval"}, 4, 1 << 12)));
    }
    if (family.hasMamba && types.empty()) {
        types = listedTypes(config, layers);
    }
    if (!family.isApart && std::ranges::find(types, linearType) == types.end()) {
        return blocks;
    }
    const char* listed = typesName(config);
    const char* place = listed != nullptr ? listed : "num_hidden_layers";
    if (family.isApart) {
        checkTypes(config, place, types, {linearType, fullType, "mlp", "moe"}, blocks.size());
    } else {
        checkTypes(config, place, types, {linearType, fullType}, blocks.size());
    }
    if (config.error()) {
        return blocks;
    }
    LayerSpec linear;
    if (hasGatedDelta(family) || config.has("linear_num_value_heads")) {
        linear = gatedDeltaBlock(config, attention);
    } else if (family.hasMamba) {
        linear = attention;
        if (family.isMamba1) {
            setMamba1(config, linear);
            const std::int64_t norms = linear.stepRank + 2 * linear.headDim;  // Jamba norms the steps and both keys
            linear.extraParameters += family.name == "jamba" ? norms : 0;
        } else {
            setMamba(config, linear);
        }
    } else if (table != nullptr) {
        linear = kimiBlock(*table, attention);
    } else if (family.name.starts_with("minimax")) {
        linear = lightningBlock(attention);
    } else {
        config.fail("layer_types",
                    Core::tr("has layers of linear attention, which are not read for the model type '{}'",
                             std::string(family.name)));
    }
    if (family.queryNorm == QueryNorm::Head) {  // norms of queries and keys are attention's
        linear.extraParameters -= 2 * attention.headDim;
    }
    if (table != nullptr) {
        if (table->error()) {
            config.fail("linear_attn_config", table->error()->what);
        }
        for (const SaidSetting& member : table->unread()) {
            config.leave("linear_attn_config/" + member.name, member.value);
        }
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (family.isApart) {
            blocks[i] = partOf(attention, linear, types[i]);
        } else if (types[i] == linearType) {
            blocks[i] = linear;
        }
    }
    return blocks;
}

}  // namespace pgram
