// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model as a sequence of layers of several kinds: the contents of a model preset or of an imported configuration.
// Plain values; layer_profile.h has the figures of one layer under a strategy.
#pragma once

#include "core/base/index.h"
#include "core/base/names.h"
#include "core/model/constants.h"
#include "core/model/measured_layer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

/// Kinds of layers.
enum class LayerKind {
    Embedding,       ///< token (and learned position) table
    PatchEmbedding,  ///< image to tokens
    Encoder,         ///< self-attention + MLP, bidirectional
    Decoder,         ///< self-attention + MLP, causal
    CrossDecoder,    ///< causal self-attention + cross-attention + MLP (T5 decoder)
    Swin,            ///< windowed self-attention + MLP
    PatchMerging,    ///< several tokens to one: 2x2 with the width doubled (Swin), a projector
    ConvStem,        ///< first convolution of an image network
    Convolution,     ///< one convolution, with a pooling in front where it has one (VGG, U-Net)
    UpConvolution,   ///< transposed convolution that doubles the map (U-Net)
    BasicBlock,      ///< two 3x3 convolutions with a residual (wide ResNet)
    Bottleneck,      ///< 1x1, 3x3, 1x1 convolutions with a residual (ResNet)
    Prediction,      ///< multi-token prediction: a decoder that joins the embedding of a later token (2412.19437 §2.2)
    Head,            ///< final norm, vocabulary projection and loss
    Classifier,      ///< pooling and a small projection
};
template <>
inline constexpr std::array<std::string_view, 15> enumNames<LayerKind>{
    "embedding",   "patch-embedding", "encoder",    "decoder",     "cross-decoder",
    "swin",        "patch-merging",   "conv-stem",  "convolution", "up-convolution",
    "basic-block", "bottleneck",      "prediction", "head",        "classifier"};

/// Kinds of normalisation.
enum class Norm { LayerNorm, RmsNorm, None };
template <>
inline constexpr std::array<std::string_view, 3> enumNames<Norm>{"layer-norm", "rms-norm", "none"};

/// How a block mixes tokens (mixers.h).
enum class Mixer {
    Attention,   ///< each token attends to others
    GatedDelta,  ///< gated delta net (2412.06464; Qwen3-Next)
    KimiDelta,   ///< Kimi delta attention (2510.26692): a decay for each channel of the keys
    Lightning,   ///< lightning attention (2401.04658; MiniMax-01)
    Mamba2,      ///< Mamba-2 (2405.21060)
    Mamba1,      ///< Mamba (2312.00752): a state for each channel, and a step that is computed of the channels
    None,        ///< not at all: the block is a feed-forward part alone
};
template <>
inline constexpr std::array<std::string_view, 7> enumNames<Mixer>{
    "attention", "gated-delta-net", "kimi-delta-attention", "lightning-attention", "mamba-2", "mamba-1", "none"};

/// One run of `count` identical layers.
struct LayerSpec {
    LayerKind kind = LayerKind::Decoder;  ///< which of the fields below apply
    Mixer mixer = Mixer::Attention;       ///< blocks: how tokens are mixed
    std::string name;                     ///< "encoder", "stage 3", …; unique among a model's runs
    int count = 1;                        ///< layers of the run
    std::int64_t hidden = 0;              ///< h
    std::int64_t heads = 0;               ///< a; 0 = no attention
    std::int64_t kvHeads = 0;             ///< g
    std::int64_t headDim = 0;             ///< width of queries and keys
    std::int64_t valueDim = 0;            ///< width of values; 0 = headDim
    std::int64_t keyValueRank = 0;  ///< multi-latent attention (DeepSeek): width that keys and values come from; 0 = h
    std::int64_t queryRank = 0;     ///< attention: width that queries come from; 0 = h
    std::int64_t ropeDim = 0;       ///< beside keyValueRank: part of headDim that all heads' keys share
    std::int64_t convolution = 0;   ///< mixers with a state: tokens of the short convolution; 0 = none
    bool outputGate = false;  ///< attention, Kimi delta attention: the output is gated by a whole product of the input
    std::int64_t stepRank = 0;      ///< Mamba-1: width that the steps of the channels come from
    std::int64_t outputRank = 0;    ///< attention: width of each group of heads between two products of the output; 0 =
                                    ///< there is one product
    std::int64_t outputGroups = 0;  ///< beside outputRank: groups of heads, each with a first product of its own
    bool valuesAreKeys = false;     ///< attention: keys and values come from one product; beside queryRank they are one
                                    ///< tensor, too
    std::int64_t compression = 0;  ///< attention: tokens of one compressed key, which queries attend to beside those of
                                   ///< the window (DeepSeek-V4); 0 = there are none
    std::int64_t selected = 0;     ///< sparse attention: tokens that each query attends to at most, or compressed
                                   ///< keys; 0 = all
    std::int64_t indexHeads = 0;   ///< beside selected: heads of the indexer that selects them; 0 = an earlier layer's
    std::int64_t indexWidth = 0;   ///< beside indexHeads: width of the indexer's queries and key
    std::int64_t streams = 1;      ///< Decoder, Head: residual streams, of h each, that it reads and a decoder writes
    std::int64_t ffn = 0;          ///< f; of one expert when experts > 0; 0 = the block has no feed-forward part.
                                   ///< PatchMerging: width between two products; 0 = there is one product
    bool gatedMlp = false;         ///< two input matrices, as in SwiGLU
    bool linearBias = true;        ///< linear layers have biases
    bool qkvBias = true;           ///< the projections of queries, keys and values have biases
    bool dropout = true;           ///< masks are kept for backward
    Norm norm = Norm::LayerNorm;   ///< normalisation of the layer
    std::int64_t tokens = 0;       ///< tokens per sample that this layer works on; 0 = the sequence length
    std::int64_t images = 1;       ///< Encoder: images or clips of a sample, which attend to themselves; tokens of all
    std::int64_t sourceTokens = 0;         ///< CrossDecoder: tokens of the encoder's output; 0 = the sequence length
    std::int64_t window = 0;               ///< attention span in tokens (Swin window, sliding window); 0 = all
    std::int64_t experts = 0;              ///< 0 = dense
    std::int64_t topK = 0;                 ///< experts per token
    std::int64_t expertGroups = 0;         ///< equal groups of experts, among which routing chooses first; 0 = none
    std::int64_t topGroups = 0;            ///< groups that a token's experts are in at most
    std::int64_t sharedFfn = 0;            ///< width of always-on experts; 0 = none
    std::int64_t expertWidth = 0;          ///< latent experts: width that routed experts read and write; 0 = h
    std::int64_t vocabulary = 0;           ///< Embedding, Head: V, padded; Classifier: classes
    std::int64_t publishedVocabulary = 0;  ///< V before padding; 0 = as `vocabulary`
    std::int64_t learnedPositions = 0;     ///< rows of a position table; 0 = none
    std::int64_t tableWidth = 0;           ///< Embedding, Head: E of a table beside a projection (ALBERT); 0 = h
    bool tied = false;                     ///< Head, by resolvePredictions() Prediction: shares the embedding's table
    int predictions = 0;                   ///< by resolvePredictions(): prediction layers in front of it, whose outputs
                                           ///< come beside its input; a head works on all of them
    int sharedBy = 0;                      ///< layers that are one set of parameters, this one among them; 0 = its own
    std::int64_t inputChannels = 0;        ///< convolutions, PatchEmbedding (3·patch²), PatchMerging (merged widths)
    std::int64_t midChannels = 0;          ///< Bottleneck; of a layer that joins a skip: written by itself, 0 = all
    std::int64_t outputChannels = 0;       ///< convolutions
    std::int64_t spatial = 0;              ///< height = width of the output map
    std::int64_t stride = 1;               ///< stride of the first convolution
    std::int64_t kernel = 0;               ///< ConvStem, Convolution, UpConvolution
    std::int64_t pool = 1;                 ///< Convolution: side of the max-pooling in front of it; 1 = none
    bool padded = true;             ///< Convolution: its map is as large as its input's, stride and pooling aside
    bool preActivation = false;     ///< blocks: norms are in front of the convolutions (1603.05027)
    bool frozen = false;            ///< its parameters are not trained
    bool frozenBelow = false;       ///< by resolveFrozen(): nor those of any layer in front of it
    std::string skipFrom;           ///< run whose last output is joined to this layer's: beside its channels, or
                                    ///< added where the layer writes all of outputChannels
    std::int64_t carried = 0;       ///< by resolveSkips(): elements a sample of earlier outputs that later layers
                                    ///< join, in front of each layer, beside its input
    std::int64_t lastingInput = 0;  ///< by resolveSkips(): elements of its input, where a later layer joins it
    std::int64_t extraParameters =
        0;  ///< parameters of one layer beyond its dimensions: token types, class token, head norms, …
    std::optional<MeasuredLayer> measured;  ///< costs follow it if present, otherwise the dimensions

    bool operator==(const LayerSpec&) const = default;
};

/// A model: its layers, front to back.
struct Architecture {
    std::string name;                 ///< preset name: lower case with dashes
    std::string title;                ///< name on the screen
    std::string family;               ///< bert, gpt3, llama, t5, swin, resnet, …
    std::int64_t sequenceLength = 0;  ///< tokens per sample
    std::vector<LayerSpec> runs;      ///< front to back
    std::string source;               ///< source of the dimensions
    ModelConstants constants;         ///< constants that change no figure

    bool operator==(const Architecture&) const = default;

    /// Returns the number of layers, all runs together.
    [[nodiscard]] int layerCount() const;
    /// Returns the index into `runs` of layer `layer` (0 … layerCount()-1).
    [[nodiscard]] int runOf(int layer) const;
    /// Returns the run that layer `layer` belongs to.
    [[nodiscard]] const LayerSpec& layer(int layer) const { return runs[at(runOf(layer))]; }
    /// Returns the name of a layer, "encoder 7" or "conv2_3": the run's name and the index in the run. A run of one
    /// layer has no index.
    [[nodiscard]] std::string layerName(int layer) const;
};

/// Returns a count as a floating point factor.
[[nodiscard]] constexpr double asDouble(std::int64_t count)
{
    return static_cast<double>(count);
}

/// Returns the trainable parameters of one layer of a run, from its dimensions. A tied head has none.
[[nodiscard]] double parameterCount(const LayerSpec& layer);
/// Returns the elements of a row of the vocabulary table of an embedding or a head.
[[nodiscard]] inline std::int64_t tableWidth(const LayerSpec& layer)
{
    return layer.tableWidth > 0 ? layer.tableWidth : layer.hidden;
}
/// Returns the elements of that table, also when the embedding owns it.
[[nodiscard]] inline double tableElements(const LayerSpec& layer)
{
    return asDouble(tableWidth(layer)) * asDouble(layer.vocabulary);
}
/// Returns the width of a token between layers, all residual streams together.
[[nodiscard]] inline std::int64_t streamWidth(const LayerSpec& layer)
{
    return layer.hidden * layer.streams;
}
/// Returns the number of weights that mix the residual streams around a part of a block: each of n streams has a weight
/// for the part's input, a weight for its output, and n weights for the other streams (manifold-constrained
/// hyper-connections, 2512.24880). Returns 0 for a single stream.
[[nodiscard]] inline std::int64_t streamColumns(const LayerSpec& layer)
{
    return layer.streams > 1 ? layer.streams * (layer.streams + 2) : 0;
}
/// Returns the width of the tokens that routed experts read and write.
[[nodiscard]] inline std::int64_t expertWidthOf(const LayerSpec& layer)
{
    return layer.expertWidth > 0 ? layer.expertWidth : layer.hidden;
}
/// Returns the number of parameter sets of a run: one per layer, fewer when layers share a set (ALBERT).
[[nodiscard]] inline double parameterSets(const LayerSpec& run)
{
    return run.sharedBy > 0 ? static_cast<double>(run.count) / run.sharedBy : run.count;
}
/// Returns the trainable parameters of the whole model.
[[nodiscard]] double parameterCount(const Architecture& model);
/// Returns true if a layer routes tokens to experts.
[[nodiscard]] bool hasExperts(const Architecture& model);
/// Returns true if each token attends only to the tokens before it.
[[nodiscard]] bool isCausal(const LayerSpec& layer);
/// Sets `predictions` of all runs. The first prediction layer keeps a copy of the embedding's table, whole and padded
/// as that one, where no tied head keeps it: `vocabulary`, `tableWidth` and `tied` of prediction layers say so.
void resolvePredictions(Architecture& model);
/// Returns the parameters of the whole model with the vocabulary before padding: the count of papers and model cards.
[[nodiscard]] double publishedParameterCount(const Architecture& model);

}  // namespace pgram
