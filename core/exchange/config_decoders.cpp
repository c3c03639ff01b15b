// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/config_compression.h"
#include "core/exchange/config_experts.h"
#include "core/exchange/config_mixers.h"
#include "core/exchange/config_models.h"
#include "core/exchange/config_windows.h"
#include "core/exchange/decoder_family.h"
#include "core/model/mixers.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Norms of one width; what the layer's two do not hold is extra.
void setNorms(ConfigReader& config, const DecoderFamily& family, LayerSpec& layer)
{
    LayerNorms norms = family.norms;
    const bool parallel = config.optionalFlag(family.name == "stablelm" ? "use_parallel_residual" : "parallel_attn",
                                              family.name == "falcon");
    const bool newFalcon = config.optionalFlag("new_decoder_architecture", false);
    if ((family.name == "stablelm" || family.name == "falcon") && parallel) {
        const std::int64_t own = config.optionalSize({"num_ln_in_parallel_attn"}, newFalcon ? 2 : 1, 2);
        norms = own == 2 ? LayerNorms::TwoLayer : LayerNorms::OneLayer;
    }
    switch (norms) {
    case LayerNorms::TwoRms:
        layer.norm = Norm::RmsNorm;
        break;
    case LayerNorms::TwoLayer:
        layer.norm = Norm::LayerNorm;
        break;
    case LayerNorms::FourRms:
        layer.norm = Norm::RmsNorm;
        layer.extraParameters += 2 * layer.hidden;
        break;
    case LayerNorms::OneLayer:
        layer.norm = Norm::RmsNorm;  // two vectors of the width: one LayerNorm with its bias
        break;
    case LayerNorms::OneWeight:
        layer.norm = Norm::None;
        layer.extraParameters += layer.hidden;
        break;
    case LayerNorms::Bare:
        layer.norm = Norm::None;
        break;
    }
}

bool hasBias(ConfigReader& config, const BiasRule& rule)
{
    return rule.key != nullptr ? config.optionalFlag(rule.key, rule.usual) : rule.usual;
}

/// Biases as the layer's two switches have them, and as extra parameters where they do not.
void setBiases(ConfigReader& config, const DecoderFamily& family, LayerSpec& layer)
{
    const bool attention = hasBias(config, family.attention);
    const bool output = attention && family.attention.withOutput;
    const bool inputs = family.attention.inputs != nullptr && config.optionalFlag(family.attention.inputs, false);
    const bool mlp = hasBias(config, family.mlp);
    const std::int64_t inner = (layer.gatedMlp ? 2 : 1) * layer.ffn + layer.hidden;
    const bool attends = layer.mixer == Mixer::Attention;
    layer.qkvBias = attends && (attention || inputs);
    if (layer.experts > 0) {
        layer.linearBias = attends && output;
        return;
    }
    layer.linearBias = output && mlp;
    layer.extraParameters += attends && output && !mlp ? layer.hidden : 0;
    layer.extraParameters += mlp && !output ? inner : 0;
}

void setQueryNorms(ConfigReader& config, const DecoderFamily& family, LayerSpec& layer)
{
    const bool byKey = family.queryNorm == QueryNorm::ByKey && config.optionalFlag("use_qk_norm", false);
    if (family.queryNorm == QueryNorm::Head || byKey) {
        layer.extraParameters += 2 * layer.headDim;
    } else if (family.queryNorm == QueryNorm::Wide) {
        layer.extraParameters += (layer.heads + layer.kvHeads) * layer.headDim;
    } else if (config.optionalFlag("qk_layernorm", false) || config.optionalFlag("use_qk_norm", false)) {
        if (family.name != "qwen3_moe" && family.queryNorm != QueryNorm::Weightless && !byKey) {
            config.fail(config.has("qk_layernorm") ? "qk_layernorm" : "use_qk_norm",
                        Core::tr("asks for norms of queries and keys, which are not read for this family"));
        }
    }
}

std::int64_t keyHeads(ConfigReader& config, const DecoderFamily& family, std::int64_t heads)
{
    if (family.multiQuery && !config.optionalFlag("new_decoder_architecture", false)) {
        return config.flagOr("multi_query", true) ? 1 : heads;
    }
    const ConfigNames names{"num_key_value_heads", "num_kv_heads", "n_kv_heads", "n_head_kv", "num_attention_groups"};
    return family.keyHeads > 0 ? config.sizeOr(names, family.keyHeads, 1 << 14)
                               : config.optionalSize(names, heads, 1 << 14);
}

/// Multi-latent attention of DeepSeek.
void setLatentAttention(ConfigReader& config, LayerSpec& layer)
{
    layer.ropeDim = config.size({"qk_rope_head_dim"}, 1 << 13);
    layer.headDim = config.size({"qk_nope_head_dim"}, 1 << 13) + layer.ropeDim;
    layer.valueDim = config.size({"v_head_dim"}, 1 << 14);
    layer.keyValueRank = config.size({"kv_lora_rank"}, 1 << 20);
    layer.queryRank = config.optionalSize({"q_lora_rank"}, 0, 1 << 20);
    layer.kvHeads = layer.heads;
    if (config.optionalFlag("attention_bias", false)) {
        config.fail("attention_bias", Core::tr("asks for biases in latent attention, which are not read"));
    }
}

void setAttention(ConfigReader& config, const DecoderFamily& family, LayerSpec& layer)
{
    layer.heads = config.size({"num_attention_heads", "n_head", "n_heads"}, 1 << 14);
    if (config.has("kv_lora_rank")) {
        setLatentAttention(config, layer);
        return;
    }
    layer.kvHeads = keyHeads(config, family, layer.heads);
    if (layer.kvHeads < 1 || layer.heads % layer.kvHeads != 0) {
        config.fail(config.has("num_kv_heads") ? "num_kv_heads" : "num_key_value_heads",
                    Core::tr("is {}, which does not divide the {} head(s)", layer.kvHeads, layer.heads));
    }
    const bool says = config.has("head_dim") || config.has("attention_head_dim") || config.has("kv_channels");
    if (!says && family.headDim > 0) {
        layer.headDim = config.sizeOr({"head_dim"}, family.headDim, 1 << 14);
        return;
    }
    layer.headDim =
        config.optionalSize({"head_dim", "attention_head_dim", "kv_channels"}, layer.hidden / layer.heads, 1 << 14);
    layer.valueDim = config.optionalSize({"v_head_dim"}, 0, 1 << 14);
    layer.valueDim = layer.valueDim == layer.headDim ? 0 : layer.valueDim;
    if (layer.headDim < 1 || (!says && layer.hidden % layer.heads != 0)) {
        config.fail("num_attention_heads",
                    Core::tr("is {}, which does not divide the width {}", layer.heads, layer.hidden),
                    Core::tr("Give head_dim"));
    }
}

LayerSpec embeddingOf(ConfigReader& config, const DecoderFamily& family, std::int64_t hidden)
{
    LayerSpec embedding{.kind = LayerKind::Embedding, .name = "embedding", .hidden = hidden};
    // LLaDA pads its tables beyond the words of the tokenizer.
    const bool padded = config.has("vocab_size") && family.name == "llada" && config.has("embedding_size");
    const char* words = padded ? "embedding_size" : "vocab_size";
    setVocabulary(embedding, config.size({words}, largestConfigVocabulary));
    if (family.learned) {
        const std::int64_t positions = config.size({"max_position_embeddings", "n_positions"}, 1 << 24);
        embedding.learnedPositions = positions + family.positionsBeside;
    }
    embedding.extraParameters = family.embeddingNorm ? 2 * hidden : 0;
    if (config.optionalSize({"word_embed_proj_dim"}, hidden, widestConfig) != hidden) {
        config.fail("word_embed_proj_dim", Core::tr("gives words another width than layers, which is not read"));
    }
    return embedding;
}

LayerSpec headOf(ConfigReader& config, const DecoderFamily& family, const LayerSpec& embedding)
{
    LayerSpec head{.kind = LayerKind::Head, .name = "head", .hidden = embedding.hidden};
    head.vocabulary = embedding.vocabulary;
    head.publishedVocabulary = embedding.publishedVocabulary;
    const std::string architecture = architectureOf(config);
    const bool bare = architecture.ends_with("Model") || architecture.ends_with("Classification");
    head.tied = (bare && !architecture.ends_with("LMHeadModel")) ||
                config.flagOr(config.has("weight_tying") ? "weight_tying" : "tie_word_embeddings", family.tied);
    if (bare && !architecture.ends_with("LMHeadModel")) {
        config.assume("head", "tied",
                      Core::tr("{} has none of words; training is taken to use the table", architecture));
    }
    const bool layer = family.norms == LayerNorms::TwoLayer || family.norms == LayerNorms::OneLayer;
    const bool none = family.norms == LayerNorms::OneWeight || family.norms == LayerNorms::Bare;
    head.norm = layer ? Norm::LayerNorm : none ? Norm::None : Norm::RmsNorm;
    head.extraParameters = family.norms == LayerNorms::OneWeight ? head.hidden : 0;
    const std::int64_t words = head.publishedVocabulary > 0 ? head.publishedVocabulary : head.vocabulary;
    head.extraParameters += family.headBias && !head.tied ? words : 0;
    return head;
}

/// Returns the number of layers: of a family whose layers have one part each, that of the types listed.
std::int64_t layerCountOf(ConfigReader& config, const DecoderFamily& family)
{
    const ConfigNames names{"num_hidden_layers", "n_layer", "n_layers"};
    const std::size_t listed = family.isApart ? layerTypes(config).size() : 0;
    return listed > 0 ? std::min(static_cast<std::int64_t>(listed), mostConfigLayers)
                      : config.size(names, mostConfigLayers);
}

/// Gives each layer the heads of keys and the width that Nemotron's search chose; a part that it left out is absent.
void setBlocks(ConfigReader& config, std::vector<LayerSpec>& blocks)
{
    if (!config.has("block_configs") || !config.json()["block_configs"].is_array() ||
        config.json()["block_configs"].size() != blocks.size()) {
        config.fail("block_configs", Core::tr("is not a list with an object for each layer"));
        return;
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const Json& own = config.json()["block_configs"][i];
        const std::string where = fmt::format("block_configs/{}", i);
        if (!own.is_object() || !own.value("attention", Json()).is_object() || !own.value("ffn", Json()).is_object()) {
            config.fail("block_configs", Core::tr("is not a list with an object for each layer"));
            return;
        }
        ConfigReader attention(own["attention"], where + "/attention");
        ConfigReader ffn(own["ffn"], where + "/ffn");
        LayerSpec& block = blocks[i];
        if (attention.optionalFlag("replace_with_linear", false) || ffn.optionalFlag("replace_with_linear", false)) {
            config.fail("block_configs", Core::tr("replaces a part of layer {} by one product, which is not read", i));
        }
        if (attention.optionalFlag("no_op", false)) {
            clearMixer(block);
        } else if (const std::int64_t group = attention.size({"n_heads_in_group"}, block.heads);
                   group > 0 && block.heads % group == 0) {
            block.kvHeads = block.heads / group;
            block.window = attention.optionalSize({"window_length"}, 0, 1 << 24);
        } else {
            config.fail("block_configs", Core::tr("gives layer {} heads that do not divide", i));
        }
        // DeciLM rounds two thirds of the multiple of the width up to 256.
        const double multiple = ffn.optionalFlag("no_op", false) ? 0 : ffn.number({"ffn_mult"}, 0, 64).value_or(0);
        const auto width = static_cast<std::int64_t>(2 * multiple * asDouble(block.hidden) / 3);
        block.ffn = (width + 255) / 256 * 256;
        for (const ConfigReader* part : {&attention, &ffn}) {
            if (part->error()) {
                config.fail("block_configs", part->error()->what);
            }
        }
        if (block.mixer == Mixer::None && block.ffn == 0) {
            config.fail("block_configs", Core::tr("leaves out both parts of layer {}, which is not read", i));
        }
    }
}

/// Refuses members that give a family other layers than its row describes.
void refuseVariants(ConfigReader& config, std::string_view family)
{
    if (family == "qwen" && !config.optionalFlag("no_bias", true)) {
        config.fail("no_bias", Core::tr("asks for biases in all products, which are not read for this family"));
    }
    for (const char* member : {"hidden_size_per_layer_input", "num_kv_shared_layers"}) {  // Gemma 3n, small Gemma 4
        if (const std::int64_t own = config.optionalSize({member}, 0, widestConfig); own > 0) {
            config.fail(member, Core::tr("is {}: layers with inputs or keys of other layers are not read", own));
        }
    }
    if (family == "llada" && config.has("block_type") && config.word("block_type") != "llama") {
        config.fail("block_type", Core::tr("is '{}', only 'llama' is read", config.word("block_type")));
    }
}

}  // namespace

std::vector<std::string_view> decoderFamilies()
{
    std::vector<std::string_view> names;
    for (const DecoderFamily& family : decoderFamilyRows()) {
        names.push_back(family.name);
    }
    return names;
}

void readDecoder(ConfigReader& config, const std::string& name, Architecture& model)
{
    refuseVariants(config, name);
    const auto found = std::ranges::find(decoderFamilyRows(), name, &DecoderFamily::name);
    const DecoderFamily& family = *found;
    model.sequenceLength = name == "qwen" ? config.optionalSize({"seq_length"}, 0, 1 << 24) : 0;
    const std::int64_t layers = layerCountOf(config, family);
    LayerSpec block{.kind = LayerKind::Decoder, .name = "decoder"};
    block.kind = family.bidirectional ? LayerKind::Encoder : LayerKind::Decoder;
    block.hidden = config.size({"hidden_size", "n_embd", "n_embed", "d_model"}, widestConfig);
    block.gatedMlp = family.gated;
    if (family.hasHeads) {
        setAttention(config, family, block);
    }
    const bool isPerBlock = config.has("block_configs");
    const ConfigNames widths{"intermediate_size_mlp", "dense_ffn_hidden", "dense_intermediate_size",
                             "intermediate_size",     "n_inner",          "ffn_dim",
                             "ffn_hidden_size",       "mlp_hidden_size"};
    block.ffn = !family.hasHeads                ? 0
                : family.fourfold || isPerBlock ? config.optionalSize(widths, 4 * block.hidden, 1 << 20)
                                                : config.optionalSize(widths, 0, 1 << 20);
    block.ffn /= family.ffnShare;
    // configuration_gpt2.py, configuration_opt.py, configuration_gpt_bigcode.py: 0.1.
    const bool usual = name == "gpt2" || name == "opt" || name == "gpt_bigcode";
    block.dropout = config.anyAboveZero({"resid_pdrop", "attn_pdrop", "embd_pdrop", "hidden_dropout", "dropout",
                                         "attention_dropout", "residual_dropout", "embedding_dropout", "output_dropout",
                                         "attn_dropout_prob", "emb_dropout_prob"},
                                        usual);
    const bool isGated = config.optionalFlag("attn_output_gate", family.gatesOutput);
    block.outputGate = config.optionalFlag("mla_use_output_gate", isGated);
    setNorms(config, family, block);
    setQueryNorms(config, family, block);
    block.extraParameters += name == "gpt_oss" ? block.heads : 0;  // attention's sinks
    setStreams(config, block);
    const Experts experts = readExperts(config, family, layers, block.hidden);
    const bool needsDense = std::ranges::find(experts.sparse, false) != experts.sparse.end() || experts.count == 0;
    if (block.ffn == 0 && family.hasHeads && needsDense) {
        block.ffn = config.size({"intermediate_size"}, 1 << 20);  // reported as missing
    }
    std::vector<LayerSpec> blocks = withExperts(readMixers(config, family, block, layers), experts);
    const std::vector<std::int64_t> windows = readWindows(config, family, layers);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        setBiases(config, family, blocks[i]);
        blocks[i].window = blocks[i].mixer == Mixer::Attention ? windows[i] : 0;
    }
    setHeadsByWindow(config, family, blocks);
    setHashLayers(config, blocks);
    if (name == "nemotron-nas") {
        setBlocks(config, blocks);
    }
    if (family.hasMambaBeside) {
        blocks = withMambaInFront(config, blocks);
    }
    LayerSpec embedding = embeddingOf(config, family, block.hidden);
    embedding.dropout = block.dropout;
    LayerSpec head = headOf(config, family, embedding);
    head.dropout = block.dropout;
    head.streams = block.streams;
    model.runs.push_back(embedding);
    addBlocks(blocks, model);
    model.runs.push_back(head);
    const std::array names{"num_mtp_modules", "num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_layers"};
    const auto* ahead = std::ranges::find_if(names, [&config](const char* each) { return config.has(each); });
    if (ahead != names.end() && config.optionalSize({*ahead}, 0, 64) > 0) {
        config.assume(*ahead, "0",
                      Core::tr("layers that predict further tokens are left out, as the published count leaves them"));
    }
}

}  // namespace pgram
