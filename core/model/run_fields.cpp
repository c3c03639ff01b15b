// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/run_fields.h"

#include "core/base/json.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <array>

namespace pgram {

namespace {

constexpr unsigned bit(LayerKind kind)
{
    return 1u << static_cast<unsigned>(kind);
}

using enum LayerKind;
using Type = RunField::Type;

constexpr unsigned every = ~0u;
constexpr unsigned blocks = bit(Encoder) | bit(Decoder) | bit(CrossDecoder) | bit(Swin) | bit(Prediction);
constexpr unsigned mixing = bit(Encoder) | bit(Decoder) | bit(Prediction);  // blocks that may have another mixer
constexpr unsigned decodes = bit(Decoder);
constexpr unsigned attends = 1u << static_cast<unsigned>(Mixer::Attention);
constexpr unsigned skips = 1u << static_cast<unsigned>(Mixer::None);
constexpr unsigned hasState = ~(attends | skips);
constexpr unsigned joining = bit(Convolution) | bit(UpConvolution);  // kinds that may join a skip
constexpr unsigned plain = joining | bit(ConvStem);                  // one convolution
constexpr unsigned residual = bit(BasicBlock) | bit(Bottleneck);
constexpr unsigned convolutions = plain | residual;
constexpr unsigned images = bit(PatchEmbedding) | bit(Swin) | bit(PatchMerging);
constexpr unsigned everyTransformerLayer = every & ~convolutions;
constexpr unsigned tables = bit(Embedding) | bit(Head);
constexpr unsigned normed =
    blocks | bit(PatchEmbedding) | bit(PatchMerging) | bit(Convolution) | bit(Head) | bit(Classifier);

constexpr RunField fields[] = {
    {"name", Type::Name, Core::tr("Name"), Core::tr("What the run is called, unlike every other of the model"), every},
    {"count", Type::Count, Core::tr("Layers"), Core::tr("Layers of this run, one like the other"), every, 0,
     mostModelLayers},
    {"hidden", Type::Size, Core::tr("Hidden"), Core::tr("Width of a token between the layers"), everyTransformerLayer,
     everyTransformerLayer, 1 << 18, &LayerSpec::hidden},
    {"mixer", Type::Mixer, Core::tr("Mixer"),
     Core::tr("How tokens are mixed: by attention, by a state that each token updates and reads, or not at all"),
     mixing},
    {.key = "heads",
     .type = Type::Size,
     .title = Core::tr("Heads"),
     .meaning = Core::tr("Heads of attention, or states of linear attention and state-space layers"),
     .usedBy = blocks,
     .requiredBy = blocks,
     .most = 1 << 14,
     .size = &LayerSpec::heads,
     .mixers = ~skips},
    {"kv_heads", Type::Size, Core::tr("KV heads"), Core::tr("Heads of keys and values; empty: as many as heads"),
     blocks, 0, 1 << 14, &LayerSpec::kvHeads, nullptr, ~skips},
    {"head_dim", Type::Size, Core::tr("Head width"),
     Core::tr("Of the queries and keys of one head; empty: hidden over heads"), blocks, 0, 1 << 14, &LayerSpec::headDim,
     nullptr, ~skips},
    {"value_dim", Type::Size, Core::tr("Value width"),
     Core::tr("Of the values of one head, in multi-latent attention and states; empty: as the keys"), blocks, 0,
     1 << 14, &LayerSpec::valueDim, nullptr, ~skips},
    {"kv_rank", Type::Size, Core::tr("KV rank"),
     Core::tr("Width that keys and values come from, in multi-latent attention; empty: another attention"), blocks, 0,
     1 << 20, &LayerSpec::keyValueRank, nullptr, attends},
    {"query_rank", Type::Size, Core::tr("Query rank"), Core::tr("Width that queries come from; empty: hidden"), blocks,
     0, 1 << 20, &LayerSpec::queryRank, nullptr, attends},
    {"rope_dim", Type::Size, Core::tr("RoPE width"),
     Core::tr("Part of the head width that the keys of all heads share, in multi-latent attention"), blocks, 0, 1 << 14,
     &LayerSpec::ropeDim, nullptr, attends},
    {"convolution", Type::Size, Core::tr("Short convolution"),
     Core::tr("Tokens of the convolution in front of the states; empty: none"), mixing, 0, 1 << 10,
     &LayerSpec::convolution, nullptr, hasState},
    {"output_rank", Type::Size, Core::tr("Output rank"),
     Core::tr("Width of a group of heads between two products of the output; empty: there is one product"), decodes, 0,
     1 << 20, &LayerSpec::outputRank, nullptr, attends},
    {"output_groups", Type::Size, Core::tr("Output groups"),
     Core::tr("Groups of heads, each with a product of its own to the output rank"), decodes, 0, 1 << 14,
     &LayerSpec::outputGroups, nullptr, attends},
    {"step_rank", Type::Size, Core::tr("Step rank"),
     Core::tr("Width that the steps of the channels come from, in Mamba-1"), mixing, 0, 1 << 14, &LayerSpec::stepRank,
     nullptr, 1u << static_cast<unsigned>(Mixer::Mamba1)},
    {"compression", Type::Size, Core::tr("Compression"),
     Core::tr(
         "Tokens of one compressed key, which queries attend to beside those of the window; empty: there are none"),
     decodes, 0, 1 << 14, &LayerSpec::compression, nullptr, attends},
    {"selected", Type::Size, Core::tr("Selected tokens"),
     Core::tr("Tokens, or compressed keys, that a query of sparse attention attends to at most; empty: all of them"),
     mixing, 0, longestSequence, &LayerSpec::selected, nullptr, attends},
    {"index_heads", Type::Size, Core::tr("Index heads"),
     Core::tr("Heads of the indexer that selects the tokens; empty: an earlier layer selected them"), mixing, 0,
     1 << 14, &LayerSpec::indexHeads, nullptr, attends},
    {"index_width", Type::Size, Core::tr("Index width"), Core::tr("Width of one head of the indexer"), mixing, 0,
     1 << 14, &LayerSpec::indexWidth, nullptr, attends},
    {.key = "streams",
     .type = Type::Size,
     .title = Core::tr("Residual streams"),
     .meaning =
         Core::tr("Residual streams, of the hidden width each, which hyper-connections mix; 1: a plain residual"),
     .usedBy = decodes | bit(Head),
     .most = 64,
     .size = &LayerSpec::streams},
    {"ffn", Type::Size, Core::tr("FFN"),
     Core::tr(
         "Inner width of the MLP, of one expert where there are experts; 0 beside a mixer: no MLP. Of merged tokens, "
         "the width between two products (a projector); 0: one product"),
     blocks | bit(PatchMerging), blocks, 1 << 20, &LayerSpec::ffn},
    {"experts", Type::Size, Core::tr("Experts"), Core::tr("Experts of a layer; empty: one MLP for all tokens"), blocks,
     0, 1 << 14, &LayerSpec::experts},
    {"top_k", Type::Size, Core::tr("Experts per token"), Core::tr("Experts that each token is sent to"), blocks, 0,
     1 << 14, &LayerSpec::topK},
    {"expert_groups", Type::Size, Core::tr("Groups of experts"),
     Core::tr("Groups that routing chooses among first; empty: it chooses among all experts"), blocks, 0, 1 << 14,
     &LayerSpec::expertGroups},
    {"top_groups", Type::Size, Core::tr("Groups per token"),
     Core::tr("Groups of experts that each token is sent to at most"), blocks, 0, 1 << 14, &LayerSpec::topGroups},
    {"shared_ffn", Type::Size, Core::tr("Shared FFN"),
     Core::tr("Inner width of the experts that all tokens go through; empty: none"), blocks, 0, 1 << 20,
     &LayerSpec::sharedFfn},
    {"expert_width", Type::Size, Core::tr("Latent width"),
     Core::tr("Width that routed experts read and write, between two products; empty: hidden"), blocks, 0, 1 << 18,
     &LayerSpec::expertWidth},
    {"tokens", Type::Size, Core::tr("Tokens"),
     Core::tr("Tokens per sample that the layer works on; empty: the sequence length"), everyTransformerLayer, images,
     longestSequence, &LayerSpec::tokens},
    {"images", Type::Size, Core::tr("Images"),
     Core::tr("Images or clips of a sample, which the tokens are of together; each attends to itself alone"),
     bit(Encoder), 0, longestSequence, &LayerSpec::images, nullptr, attends},
    {"source_tokens", Type::Size, Core::tr("Source tokens"),
     Core::tr("Tokens of the encoder's output; empty: the sequence length"), bit(CrossDecoder), 0, longestSequence,
     &LayerSpec::sourceTokens},
    {"window", Type::Size, Core::tr("Window"), Core::tr("Tokens that attention spans; empty: all of them"), blocks,
     bit(Swin), longestSequence, &LayerSpec::window, nullptr, attends},
    {"learned_positions", Type::Size, Core::tr("Learned positions"), Core::tr("Rows of the table of positions"),
     bit(Embedding) | bit(PatchEmbedding), 0, longestSequence, &LayerSpec::learnedPositions},
    {"input_channels", Type::Size, Core::tr("Input channels"),
     Core::tr(
         "Channels that the layer reads; of patches, all values of one; of merged tokens, a multiple of the width"),
     convolutions | bit(PatchEmbedding) | bit(PatchMerging), convolutions | bit(PatchEmbedding) | bit(PatchMerging),
     1 << 20, &LayerSpec::inputChannels},
    {"mid_channels", Type::Size, Core::tr("Middle channels"),
     Core::tr("Channels inside a bottleneck; of a layer that joins a skip, those that it writes itself"),
     bit(Bottleneck) | joining, bit(Bottleneck), 1 << 16, &LayerSpec::midChannels},
    {"output_channels", Type::Size, Core::tr("Output channels"), Core::tr("Channels that the layer writes"),
     convolutions, convolutions, 1 << 16, &LayerSpec::outputChannels},
    {"spatial", Type::Size, Core::tr("Map side"), Core::tr("Height and width of the map that the layer writes"),
     convolutions, convolutions, 1 << 14, &LayerSpec::spatial},
    {"stride", Type::Size, Core::tr("Stride"), Core::tr("Positions from one window of the convolution to the next"),
     convolutions & ~bit(UpConvolution), 0, 64, &LayerSpec::stride},
    {"kernel", Type::Size, Core::tr("Kernel"), Core::tr("Height and width of the convolution's window"), plain, plain,
     64, &LayerSpec::kernel},
    {"pool", Type::Size, Core::tr("Pooling"),
     Core::tr("Side of the max-pooling in front of the convolution; 1: there is none"), bit(Convolution), 0, 64,
     &LayerSpec::pool},
    {"table_width", Type::Size, Core::tr("Table width"),
     Core::tr("Width of the table beside a projection to the hidden width; empty: hidden, and no projection"), tables,
     0, 1 << 18, &LayerSpec::tableWidth},
    {"extra_parameters", Type::Size, Core::tr("Extra parameters"),
     Core::tr("Of one layer, beyond its sizes: token types, norms of heads"), every, 0, std::int64_t{1} << 40,
     &LayerSpec::extraParameters},
    {"vocabulary", Type::Vocabulary, Core::tr("Vocabulary"), Core::tr("Tokens that there are, as published"), tables,
     tables, largestVocabulary},
    {"vocabulary_multiple", Type::Vocabulary, Core::tr("Padded to"),
     Core::tr("The table has a multiple of so many rows; 1: as many as there are tokens"), tables, 0,
     largestVocabulary},
    {"classes", Type::Vocabulary, Core::tr("Classes"), Core::tr("Classes among which it chooses"), bit(Classifier),
     bit(Classifier), largestVocabulary},
    {"output_gate", Type::Switch, Core::tr("Output gate"),
     Core::tr("The output of attention is gated by a product of the input"), mixing, 0, 0, nullptr,
     &LayerSpec::outputGate, attends | 1u << static_cast<unsigned>(Mixer::KimiDelta)},
    {"values_are_keys", Type::Switch, Core::tr("Values are keys"),
     Core::tr("Keys and values come from one product (Gemma 4); beside a query rank they are one tensor (DeepSeek-V4)"),
     blocks, 0, 0, nullptr, &LayerSpec::valuesAreKeys, attends},
    {"gated_mlp", Type::Switch, Core::tr("Gated MLP"), Core::tr("Three matrices in the MLP (SwiGLU) and not two"),
     blocks, 0, 0, nullptr, &LayerSpec::gatedMlp},
    {"linear_bias", Type::Switch, Core::tr("Biases"), Core::tr("Biases of the products and convolutions"),
     blocks | joining | bit(PatchEmbedding) | bit(PatchMerging), 0, 0, nullptr, &LayerSpec::linearBias},
    {"qkv_bias", Type::Switch, Core::tr("QKV biases"), Core::tr("Biases of queries, keys and values"), blocks, 0, 0,
     nullptr, &LayerSpec::qkvBias, attends},
    {"dropout", Type::Switch, Core::tr("Dropout"), Core::tr("Dropout, whose masks are kept for backward"),
     blocks | bit(Embedding), 0, 0, nullptr, &LayerSpec::dropout},
    {"tied", Type::Switch, Core::tr("Tied to the embedding"), Core::tr("The head reads the table of the embedding"),
     bit(Head), 0, 0, nullptr, &LayerSpec::tied},
    {"padded", Type::Switch, Core::tr("Padded map"),
     Core::tr("The map is as large as the one in front, stride and pooling aside"), bit(Convolution), 0, 0, nullptr,
     &LayerSpec::padded},
    {"pre_activation", Type::Switch, Core::tr("Norms in front"),
     Core::tr("Norms stand in front of the convolutions of a block"), residual, 0, 0, nullptr,
     &LayerSpec::preActivation},
    {"frozen", Type::Switch, Core::tr("Frozen"), Core::tr("Its parameters stay as they are: they are not trained"),
     every, 0, 0, nullptr, &LayerSpec::frozen},
    {"norm", Type::Norm, Core::tr("Norm"), Core::tr("How activations are normalised"), normed},
    {"shares_parameters", Type::Sharing, Core::tr("One set of parameters"),
     Core::tr("All layers of the run are the same parameters (ALBERT)"), blocks},
    {"skip_from", Type::Run, Core::tr("Skip from"),
     Core::tr("Run whose last output is joined to this layer's (U-Net); empty: none"), joining},
};

constexpr LayerKind kinds[] = {Embedding,  PatchEmbedding, Encoder,    Decoder,     CrossDecoder,
                               Swin,       PatchMerging,   ConvStem,   Convolution, UpConvolution,
                               BasicBlock, Bottleneck,     Prediction, Head,        Classifier};
static_assert(std::size(kinds) == static_cast<std::size_t>(Classifier) + 1);

}  // namespace

bool RunField::isUsedBy(LayerKind kind) const
{
    return (usedBy & bit(kind)) != 0;
}

bool RunField::isUsedBy(const LayerSpec& run) const
{
    return isUsedBy(run.kind) && (mixers & (1u << static_cast<unsigned>(run.mixer))) != 0;
}

bool RunField::isRequiredBy(LayerKind kind) const
{
    return (requiredBy & bit(kind)) != 0;
}

std::int64_t RunField::leastIn(LayerKind kind) const
{
    const bool divides = size == &LayerSpec::stride || size == &LayerSpec::pool || size == &LayerSpec::images ||
                         size == &LayerSpec::streams;
    const bool isPart = size == &LayerSpec::heads || size == &LayerSpec::ffn;  // a block may lack one of the two
    const bool mayLack = isPart && (mixing & bit(kind)) != 0;
    return type != Type::Size || divides || (isRequiredBy(kind) && !mayLack) ? 1 : 0;
}

std::span<const RunField> runFields()
{
    return fields;
}

const RunField* runField(std::string_view key)
{
    const auto* found =
        std::ranges::find(fields, key, [](const RunField& field) { return std::string_view(field.key); });
    return found != std::end(fields) ? found : nullptr;
}

std::span<const LayerKind> layerKinds()
{
    return kinds;
}

std::int64_t impliedSize(const RunField& field, const LayerSpec& run)
{
    if (field.size == &LayerSpec::kvHeads) {
        return run.heads;
    }
    if (field.size == &LayerSpec::headDim) {
        return run.heads > 0 && run.hidden % run.heads == 0 ? run.hidden / run.heads : 0;
    }
    return LayerSpec().*field.size;
}

Result<Json> typedValue(const RunField& field, LayerKind kind, std::string_view typed)
{
    const bool isEmpty = typed.find_first_not_of(" \t") == std::string_view::npos;
    if (isEmpty && !field.isRequiredBy(kind) && field.type != Type::Name) {
        return Json();
    }
    if (field.isNumber()) {
        return parseCount(typed, field.leastIn(kind), field.most).map([](std::int64_t number) { return Json(number); });
    }
    if (field.type == Type::Switch || field.type == Type::Sharing) {
        return Json(typed == "true");
    }
    if (isEmpty) {
        return badInput(Core::tr("is empty"), {}, Core::tr("Give the run a name"));
    }
    return Json(std::string(typed));
}

}  // namespace pgram
