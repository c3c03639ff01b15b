// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Encoders of words, and encoder-decoders.
#include "core/exchange/config_models.h"

#include <algorithm>

namespace pgram {

namespace {

bool says(const std::string& name, std::string_view part)
{
    return name.find(part) != std::string::npos;
}

std::int64_t wordsOf(const LayerSpec& run)
{
    return run.publishedVocabulary > 0 ? run.publishedVocabulary : run.vocabulary;
}

std::int64_t labelsOf(ConfigReader& config)
{
    if (config.has("id2label") && config.json()["id2label"].is_object() && !config.json()["id2label"].empty()) {
        return static_cast<std::int64_t>(config.json()["id2label"].size());
    }
    return config.sizeOr({"num_labels"}, 2, 1 << 20);
}

/// Returns the head: that of masked words, classes, or the pooler alone. Its norm is the norm of the words' transform,
/// or counts in place of the embedding's norm.
LayerSpec bertHead(ConfigReader& config, const std::string& architecture, const LayerSpec& embedding)
{
    const std::int64_t h = embedding.hidden;
    const std::int64_t pooler = h * h + h;
    if (says(architecture, "Classification") || says(architecture, "QuestionAnswering")) {
        LayerSpec classes{.kind = LayerKind::Classifier, .name = "classifier", .hidden = h, .norm = Norm::None};
        classes.vocabulary = says(architecture, "QuestionAnswering") ? 2 : labelsOf(config);
        classes.extraParameters = says(architecture, "Sequence") ? pooler : 0;
        return classes;
    }
    LayerSpec head{.kind = LayerKind::Head, .name = "head", .hidden = h, .tied = true};
    head.vocabulary = embedding.vocabulary;
    head.publishedVocabulary = embedding.publishedVocabulary;
    if (says(architecture, "MaskedLM") || says(architecture, "PreTraining") || says(architecture, "LMHead")) {
        head.extraParameters = pooler + wordsOf(embedding);
        head.extraParameters += says(architecture, "PreTraining") ? pooler + 2 * h + 2 : 0;
        if (!config.optionalFlag("tie_word_embeddings", true)) {
            config.fail("tie_word_embeddings", Core::tr("asks for a head of its own, which is not read for encoders"));
        }
        return head;
    }
    head.norm = Norm::None;
    head.extraParameters = pooler;
    config.assume("head", "tied",
                  Core::tr("the file has no head; training is taken to predict masked words with the table"));
    return head;
}

LayerSpec wordTable(ConfigReader& config, std::int64_t hidden, std::int64_t positions)
{
    LayerSpec embedding{.kind = LayerKind::Embedding, .name = "embedding", .hidden = hidden};
    embedding.learnedPositions = positions;
    setVocabulary(embedding, config.size({"vocab_size"}, largestConfigVocabulary));
    return embedding;
}

LayerSpec tiedHead(ConfigReader& config, const LayerSpec& embedding, bool usual)
{
    LayerSpec head{.kind = LayerKind::Head, .name = "head", .hidden = embedding.hidden};
    head.vocabulary = embedding.vocabulary;
    head.publishedVocabulary = embedding.publishedVocabulary;
    head.tied = config.flagOr("tie_word_embeddings", usual);
    return head;
}

/// T5: rms norms without biases, one table of relative positions a stack (umT5: a layer).
LayerSpec t5Block(ConfigReader& config)
{
    LayerSpec block{.kind = LayerKind::Encoder, .linearBias = false, .qkvBias = false, .norm = Norm::RmsNorm};
    block.hidden = config.size({"d_model"}, widestConfig);
    block.heads = config.size({"num_heads"}, 1 << 14);
    block.kvHeads = block.heads;
    block.headDim = config.sizeOr({"d_kv"}, 64, 1 << 14);
    block.ffn = config.size({"d_ff"}, 1 << 20);
    block.gatedMlp = config.word("feed_forward_proj").starts_with("gated");
    block.dropout = config.anyAboveZero({"dropout_rate"}, true);
    return block;
}

}  // namespace

void readBert(ConfigReader& config, const std::string& family, Architecture& model)
{
    LayerSpec block = encoderBlock(config, {});
    block.dropout = config.anyAboveZero({"hidden_dropout_prob", "attention_probs_dropout_prob"}, family != "albert");
    const std::int64_t positions = config.size({"max_position_embeddings"}, 1 << 24);
    LayerSpec embedding = wordTable(config, block.hidden, positions);
    const std::int64_t types = config.sizeOr({"type_vocab_size"}, 2, 1 << 16);
    embedding.extraParameters = (types + 2) * block.hidden;  // and its norm
    embedding.dropout = block.dropout;
    LayerSpec last = bertHead(config, architectureOf(config), embedding);
    last.dropout = block.dropout;
    model.runs = {embedding, block, last};
}

/// BERT's block, the same in all layers, behind a table that is narrower. Of masked words the head has a projection to
/// the table's width with a norm, and a bias of each word.
void readAlbert(ConfigReader& config, const std::string& family, Architecture& model)
{
    readBert(config, family, model);
    for (const char* groups : {"num_hidden_groups", "inner_group_num"}) {
        if (const std::int64_t count = config.sizeOr({groups}, 1, mostConfigLayers); count != 1) {
            config.fail(groups, Core::tr("is {}: layers that share several sets of parameters are not read", count));
        }
    }
    if (model.runs.size() != 3) {
        return;
    }
    LayerSpec& embedding = model.runs.front();
    LayerSpec& last = model.runs.back();
    const std::int64_t width = config.sizeOr({"embedding_size"}, 128, widestConfig);
    const std::int64_t h = embedding.hidden;
    embedding.tableWidth = width;
    embedding.extraParameters = embedding.extraParameters / h * width;
    model.runs[1].sharedBy = model.runs[1].count;
    if (last.kind == LayerKind::Head) {
        last.tableWidth = width;
        if (last.norm != Norm::None) {
            last.norm = Norm::None;
            last.extraParameters = h * width + 3 * width + wordsOf(embedding);
        }
    }
}

void readT5(ConfigReader& config, const std::string& family, Architecture& model)
{
    LayerSpec encoder = t5Block(config);
    encoder.name = "encoder";
    encoder.count = static_cast<int>(config.size({"num_layers"}, mostConfigLayers));
    LayerSpec decoder = encoder;
    decoder.kind = LayerKind::CrossDecoder;
    decoder.name = "decoder";
    decoder.count = static_cast<int>(config.optionalSize({"num_decoder_layers"}, encoder.count, mostConfigLayers));
    if (decoder.count < 1) {
        config.fail("num_decoder_layers", Core::tr("is 0: an encoder alone is not read"));
        return;
    }
    if (says(architectureOf(config), "EncoderModel")) {
        config.fail("architectures", Core::tr("is {}: an encoder alone is not read", architectureOf(config)));
        return;
    }
    LayerSpec embedding = wordTable(config, encoder.hidden, 0);
    const std::int64_t buckets = config.sizeOr({"relative_attention_num_buckets"}, 32, 1 << 16);
    const bool each = family == "umt5";
    encoder.extraParameters = decoder.extraParameters = each ? buckets * encoder.heads : 0;
    embedding.extraParameters = encoder.hidden + (each ? 0 : 2 * buckets * encoder.heads);
    embedding.dropout = encoder.dropout;
    LayerSpec head = tiedHead(config, embedding, family == "t5");
    head.norm = Norm::RmsNorm;
    head.dropout = encoder.dropout;
    model.runs = {embedding, encoder, decoder, head};
}

void readBart(ConfigReader& config, const std::string& family, Architecture& model)
{
    LayerSpec encoder =
        encoderBlock(config, {"encoder_layers", "d_model", "encoder_attention_heads", "encoder_ffn_dim"});
    encoder.dropout = config.anyAboveZero({"dropout", "attention_dropout"}, true);
    LayerSpec decoder = encoder;
    decoder.kind = LayerKind::CrossDecoder;
    decoder.name = "decoder";
    decoder.count = static_cast<int>(config.size({"decoder_layers"}, mostConfigLayers));
    decoder.ffn = config.size({"decoder_ffn_dim"}, 1 << 20);
    decoder.heads = decoder.kvHeads = config.size({"decoder_attention_heads"}, 1 << 14);
    decoder.headDim = decoder.hidden / decoder.heads;
    checkHeads(config, "decoder_attention_heads", decoder);
    const std::int64_t positions = config.size({"max_position_embeddings"}, 1 << 24) + 2;
    LayerSpec embedding = wordTable(config, encoder.hidden, positions);
    // The decoder's positions, a norm of each embedding, and mBART's norm behind each stack.
    embedding.extraParameters = encoder.hidden * (positions + (family == "mbart" ? 8 : 4));
    embedding.dropout = encoder.dropout;
    LayerSpec head = tiedHead(config, embedding, true);
    head.norm = Norm::None;
    head.dropout = encoder.dropout;
    model.runs = {embedding, encoder, decoder, head};
}

}  // namespace pgram
