// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The model of Megatron-LM's arguments, declared in megatron_settings.h.
#include "core/base/quantity.h"
#include "core/exchange/config_experts.h"
#include "core/exchange/config_reader.h"
#include "core/exchange/layer_pattern.h"
#include "core/exchange/megatron_settings.h"
#include "core/exchange/words.h"
#include "core/model/mixers.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace pgram {

namespace {

constexpr std::int64_t widestHidden = 1 << 18;

/// By the flag, the file, or the tokenizer's usual one.
std::int64_t vocabularyOf(MegatronReader& reader)
{
    for (const char* flag : {"padded-vocab-size", "pad-vocab-size-to", "vocab-size"}) {
        if (const auto size = reader.number(flag, 1, 1 << 24)) {
            return *size;
        }
    }
    const std::string tokenizer = reader.text("tokenizer-type");
    const std::int64_t usual = tokenizer.starts_with("Llama2")   ? 32000
                               : tokenizer.starts_with("Llama3") ? 128256
                                                                 : 50257;
    reader.settings().assume("vocab-size", std::to_string(usual),
                             Core::tr("the file leaves it to the tokenizer {}", tokenizer));
    return usual;
}

void setAttention(MegatronReader& reader, LayerSpec& block)
{
    block.heads = reader.numberOr("num-attention-heads", 1, 1, 1 << 14);
    const bool grouped = reader.isSet("group-query-attention");
    block.kvHeads = grouped ? reader.numberOr("num-query-groups", 1, 1, 1 << 14) : block.heads;
    block.headDim = reader.numberOr("kv-channels", std::max<std::int64_t>(1, block.hidden / block.heads), 1, 1 << 14);
    if (reader.isSet("multi-latent-attention")) {
        block.kvHeads = block.heads;
        block.queryRank = reader.numberOr("q-lora-rank", 0, 0, 1 << 20);
        block.keyValueRank = reader.numberOr("kv-lora-rank", 512, 1, 1 << 20);
        block.ropeDim = reader.numberOr("qk-pos-emb-head-dim", 64, 1, 1 << 13);
        block.headDim = reader.numberOr("qk-head-dim", 128, 1, 1 << 13) + block.ropeDim;
        block.valueDim = reader.numberOr("v-head-dim", 128, 1, 1 << 14);
    }
    block.outputGate = reader.isSet("attention-output-gate");
}

/// Gives each layer the indexer of DeepSeek's sparse attention (transformer_config.py, dsa_indexer_topk_freq).
void setIndexers(MegatronReader& reader, std::vector<LayerSpec>& blocks)
{
    const std::int64_t period = reader.numberOr("dsa-indexer-topk-freq", 1, 1, 1 << 12);
    const std::int64_t offset = reader.numberOr("dsa-indexer-skip-topk-offset", 0, 0, 4096);
    const std::int64_t heads = reader.numberOr("dsa-indexer-n-heads", 64, 1, 1 << 14);
    const std::int64_t width = reader.numberOr("dsa-indexer-head-dim", 128, 1, 1 << 14);
    const std::int64_t selected = reader.numberOr("dsa-indexer-topk", 2048, 1, 1 << 24);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const bool isIndexed = std::max<std::int64_t>(static_cast<std::int64_t>(i) - offset + 1, 0) % period == 0;
        blocks[i].selected = selected;
        blocks[i].indexHeads = isIndexed ? heads : 0;
        blocks[i].indexWidth = isIndexed ? width : 0;
    }
}

/// Takes attention and its norms of queries and keys, the extra parameters, from a block.
void leaveAttention(LayerSpec& block)
{
    clearMixer(block);
    block.extraParameters = 0;
}

void setGatedDelta(MegatronReader& reader, LayerSpec& block)
{
    leaveAttention(block);
    block.mixer = Mixer::GatedDelta;
    block.heads = reader.numberOr("linear-num-value-heads", 32, 1, 1 << 14);
    block.kvHeads = reader.numberOr("linear-num-key-heads", 16, 1, 1 << 14);
    block.headDim = reader.numberOr("linear-key-head-dim", 128, 1, 1 << 14);
    block.valueDim = reader.numberOr("linear-value-head-dim", 128, 1, 1 << 14);
    block.convolution = reader.numberOr("linear-conv-kernel-dim", 4, 1, 1 << 10);
}

void setMamba(MegatronReader& reader, LayerSpec& block)
{
    leaveAttention(block);
    block.mixer = Mixer::Mamba2;
    block.headDim = reader.numberOr("mamba-state-dim", 128, 1, 1 << 14);
    block.valueDim = reader.numberOr("mamba-head-dim", 64, 1, 1 << 14);
    block.kvHeads = reader.numberOr("mamba-num-groups", 8, 1, 1 << 14);
    block.heads =
        reader.numberOr("mamba-num-heads", std::max<std::int64_t>(1, 2 * block.hidden / block.valueDim), 1, 1 << 14);
    block.convolution = 4;
}

/// Gives layers of linear attention a gated delta net: all but every N-th, or those of a list.
void setLinearLayers(MegatronReader& reader, std::vector<LayerSpec>& blocks)
{
    const std::string frequency = reader.text("linear-attention-freq");
    const auto step = wholeNumber(frequency);
    const auto list = parsePattern(frequency, static_cast<std::int64_t>(blocks.size()));
    if ((!step || *step < 1) && (!list || list->size() != blocks.size())) {
        reader.fail("linear-attention-freq", Core::tr("is neither a number nor a list of 0 and 1 for each layer"));
        return;
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const bool isLinear = list ? (*list)[i] : (i + 1) % static_cast<std::size_t>(*step) != 0;
        if (isLinear) {
            setGatedDelta(reader, blocks[i]);
        }
    }
}

/// Gives the blocks the mixers of --experimental-attention-variant.
void setVariant(MegatronReader& reader, std::vector<LayerSpec>& blocks)
{
    const std::string variant = reader.text("experimental-attention-variant");
    if (variant == "dsa") {
        setIndexers(reader, blocks);
    } else if (variant == "gdn" || variant == "gated_delta_net") {
        setLinearLayers(reader, blocks);
    } else if (!variant.empty()) {
        reader.fail("experimental-attention-variant",
                    Core::tr("is '{}', expected gdn, gated_delta_net or dsa", variant.substr(0, 40)));
    }
}

/// Returns the letters of a hybrid model's layers; empty: it has no pattern.
std::string hybridPattern(MegatronReader& reader)
{
    for (const char* flag : {"hybrid-layer-pattern", "hybrid-override-pattern"}) {
        const std::string text = reader.text(flag);
        if (text.empty()) {
            continue;
        }
        if (const auto letters = parseHybridPattern(text)) {
            return *letters;
        }
        reader.fail(flag, Core::tr("is not a pattern of the letters M, *, E and -"));
    }
    return {};
}

/// Makes each block the part that its letter names: a mixer or a feed-forward part.
void setParts(MegatronReader& reader, const std::string& letters, std::vector<LayerSpec>& blocks)
{
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        LayerSpec& block = blocks[i];
        switch (letters[i]) {
        case 'M':
            setMamba(reader, block);
            break;
        case 'G':
            setGatedDelta(reader, block);
            break;
        case '*':
            break;
        default:
            leaveAttention(block);
            continue;
        }
        block.ffn = 0;
    }
}

/// Returns the inner width of a block without experts.
std::int64_t denseWidth(MegatronReader& reader, const LayerSpec& block)
{
    constexpr std::int64_t multiple = 64;
    const std::int64_t usual = block.gatedMlp ? 4 * block.hidden * 2 / 3 / multiple * multiple : 4 * block.hidden;
    return reader.numberOr("ffn-hidden-size", std::max<std::int64_t>(usual, 1), 1, 1 << 20);
}

void setMlp(MegatronReader& reader, LayerSpec& block)
{
    block.gatedMlp = reader.isAnySet({"swiglu", "quick-geglu"});
    const bool isOff = reader.isUnset("add-bias-linear");
    const bool bias = !reader.isSet("disable-bias-linear") && !isOff;
    block.linearBias = bias;
    block.qkvBias = bias || reader.isSet("add-qkv-bias");
    block.norm = reader.text("normalization") == "RMSNorm" ? Norm::RmsNorm : Norm::LayerNorm;
    block.extraParameters = reader.isSet("qk-layernorm") ? 2 * block.headDim : 0;
    const auto isZero = [&reader](const char* flag) {
        const auto share = decimalNumber(reader.text(flag));
        return share && *share == 0;
    };
    const bool isPlain = isZero("hidden-dropout");
    block.dropout = !isZero("attention-dropout") || !isPlain;
}

/// Returns which layers have experts, from "2" (every second one) or a list.
std::vector<bool> sparseLayers(MegatronReader& reader, std::int64_t layers)
{
    const std::string pattern = reader.text("moe-layer-freq");
    std::vector<bool> sparse;
    if (const auto step = wholeNumber(pattern); step && *step > 0) {
        for (std::int64_t i = 0; i < layers; ++i) {
            sparse.push_back(i % *step == 0);
        }
        return sparse;
    }
    auto list = parsePattern(pattern, layers);
    if (!list && !pattern.empty()) {
        reader.settings().assume("--moe-layer-freq", "1",
                                 Core::tr("'{}' is not a list of 0 and 1", pattern.substr(0, 40)));
    }
    sparse = list ? std::move(*list) : std::vector<bool>();
    sparse.resize(static_cast<std::size_t>(layers), true);
    return sparse;
}

/// Returns the tokens that a token attends to by --window-size, "4095,0": those before and behind it, and itself. 0:
/// all.
std::int64_t windowOf(MegatronReader& reader)
{
    const std::string text = reader.text("window-size");
    const auto words = numbersIn(text);
    if (words.empty() || text.find('-') != std::string::npos) {
        return 0;
    }
    return std::min<std::int64_t>(words.front(), 1 << 24) + 1 +
           (words.size() > 1 ? std::min<std::int64_t>(words[1], 1 << 24) : 0);
}

/// Returns the window of each layer: all have it, all but every n-th, or those of a list.
std::vector<std::int64_t> windowsOf(MegatronReader& reader, std::int64_t layers)
{
    const std::int64_t window = windowOf(reader);
    std::vector<std::int64_t> windows(static_cast<std::size_t>(layers), window);
    const std::string skips = window > 0 ? reader.text("window-attn-skip-freq") : std::string();
    const auto step = wholeNumber(skips);
    const auto list = parsePattern(skips, layers);
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const bool isFull = (step && *step > 0 && (i + 1) % static_cast<std::size_t>(*step) == 0) ||
                            (list && i < list->size() && !(*list)[i]);
        windows[i] = isFull ? 0 : windows[i];
    }
    if (!skips.empty() && !step && !list) {
        reader.settings().assume("--window-attn-skip-freq", "none",
                                 Core::tr("'{}' is not a list of 0 and 1", skips.substr(0, 40)));
    }
    return windows;
}

Experts expertsOf(MegatronReader& reader, const LayerSpec& block, std::int64_t layers)
{
    Experts experts;
    experts.count = reader.numberOr("num-experts", 0, 0, 1 << 14);
    if (experts.count > 0) {
        experts.topK = std::min(experts.count, reader.numberOr("moe-router-topk", 2, 1, 1 << 14));
        experts.groups = reader.numberOr("moe-router-num-groups", 0, 0, 1 << 14);
        experts.topGroups = experts.groups > 0 ? reader.numberOr("moe-router-group-topk", 0, 0, 1 << 14) : 0;
        experts.settleGroups();
        const auto width = reader.number("moe-ffn-hidden-size", 1, 1 << 20);
        experts.ffn = width ? *width : denseWidth(reader, block);
        experts.shared = reader.numberOr("moe-shared-expert-intermediate-size", 0, 0, 1 << 20);
        experts.extra = experts.shared > 0 && reader.isSet("moe-shared-expert-gate") ? block.hidden : 0;
        experts.width = reader.numberOr("moe-latent-size", 0, 0, 1 << 18);
        experts.sparse = sparseLayers(reader, layers);
    }
    return experts;
}

/// Layers of multi-token prediction have a block like the last of the others.
void addPredictions(MegatronReader& reader, Architecture& model)
{
    const std::int64_t layers = reader.numberOr("mtp-num-layers", 0, 0, 64);
    LayerSpec run = model.runs.back();
    run.kind = LayerKind::Prediction;
    run.count = 1;
    for (std::int64_t i = 0; i < layers; ++i) {
        run.name = layers > 1 ? fmt::format("prediction {}", i + 1) : "prediction";
        model.runs.push_back(run);
    }
}

}  // namespace

std::optional<Architecture> modelOfMegatron(MegatronReader& reader, const std::string& name)
{
    const std::string letters = hybridPattern(reader);
    const auto layers = letters.empty() ? reader.number("num-layers", 1, 4096)
                                        : std::optional(std::min<std::int64_t>(4096, std::ssize(letters)));
    const auto hidden = reader.number("hidden-size", 1, widestHidden);
    if (!layers || !hidden) {
        if (layers || hidden) {
            reader.settings().ask(layers ? "--hidden-size" : "--num-layers",
                                  Core::tr("the file has {} alone", layers ? "--num-layers" : "--hidden-size"));
        }
        return std::nullopt;
    }
    const bool isEncoder = reader.isSet("bert-no-binary-head") || name.find("bert") != std::string::npos;
    LayerSpec block{.kind = isEncoder ? LayerKind::Encoder : LayerKind::Decoder, .name = "decoder"};
    block.name = isEncoder ? "encoder" : "decoder";
    block.hidden = *hidden;
    setAttention(reader, block);
    setMlp(reader, block);
    Experts experts = expertsOf(reader, block, *layers);
    for (std::size_t i = 0; i < letters.size() && i < experts.sparse.size(); ++i) {
        experts.sparse[i] = letters[i] == 'E';
    }
    const bool allSparse = experts.count > 0 && std::ranges::all_of(experts.sparse, std::identity());
    block.ffn = allSparse ? experts.ffn : denseWidth(reader, block);
    const std::vector<std::int64_t> windows = windowsOf(reader, *layers);
    std::vector<LayerSpec> blocks(static_cast<std::size_t>(*layers), block);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i].window = windows[i];
    }
    if (letters.empty()) {
        setVariant(reader, blocks);
    } else {
        setParts(reader, letters, blocks);
    }
    LayerSpec embedding{.kind = LayerKind::Embedding, .name = "embedding", .hidden = *hidden, .dropout = block.dropout};
    setVocabulary(embedding, vocabularyOf(reader));
    const std::int64_t positions = reader.numberOr("max-position-embeddings", 0, 0, 1 << 24);
    const std::string kind = reader.text("position-embedding-type");
    const bool learned = (kind.empty() || kind == "learned_absolute") && !reader.isSet("no-position-embedding");
    embedding.learnedPositions = learned ? positions : 0;
    LayerSpec head{.kind = LayerKind::Head, .name = "head", .hidden = *hidden, .dropout = block.dropout};
    head.norm = block.norm;
    head.vocabulary = embedding.vocabulary;
    head.publishedVocabulary = embedding.publishedVocabulary;
    head.tied = !reader.isSet("untie-embeddings-and-output-weights");
    Architecture model{.name = name.empty() ? "model" : name, .title = name, .family = "megatron"};
    model.sequenceLength = reader.settings().sequence.value_or(positions > 0 ? positions : 2048);
    model.runs = {embedding};
    addBlocks(withExperts(std::move(blocks), experts), model);
    addPredictions(reader, model);
    model.runs.push_back(head);
    readConstants(reader, model.constants);
    if (reader.asks() || reader.error()) {
        return std::nullopt;
    }
    const Result<Architecture> checked = parseArchitecture(dumped(toJson(model)), name);
    if (!checked) {
        reader.fail("num-attention-heads", Core::tr("makes no model that can be planned: {}", checked.error().what));
        return std::nullopt;
    }
    return model;
}

}  // namespace pgram
