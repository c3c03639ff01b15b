// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/layer_kinds.h"

#include "core/model/convolution.h"
#include "core/model/mixers.h"
#include "core/model/work_counter.h"

#include <array>
#include <cmath>

namespace pgram {

namespace {

double normParameters(const LayerSpec& layer, double width)
{
    switch (layer.norm) {
    case Norm::LayerNorm:
        return 2 * width;
    case Norm::RmsNorm:
        return width;
    case Norm::None:
        return 0;
    }
    return 0;
}

double mlpParameters(const LayerSpec& layer, double width)
{
    const double h = asDouble(layer.hidden);
    const double matrices = layer.gatedMlp ? 3 : 2;
    const double biases = layer.linearBias ? (matrices - 1) * width + h : 0;
    return matrices * h * width + biases;
}

double feedForwardParameters(const LayerSpec& layer)
{
    if (layer.ffn == 0) {
        return 0;
    }
    if (layer.experts == 0) {
        return mlpParameters(layer, asDouble(layer.ffn));
    }
    const double matrices = layer.gatedMlp ? 3 : 2;
    const double h = asDouble(layer.hidden);
    const double router = h * asDouble(layer.experts);
    const double latent = 2 * h * asDouble(layer.expertWidth);
    const double routed = matrices * asDouble(expertWidthOf(layer)) * asDouble(layer.experts * layer.ffn);
    return router + latent + routed + matrices * h * asDouble(layer.sharedFfn);
}

/// Returns the parameters of Swin's bias table: one value per head for each offset inside a window.
double relativePositionParameters(const LayerSpec& layer)
{
    if (layer.kind != LayerKind::Swin) {
        return 0;
    }
    const double side = std::sqrt(asDouble(layer.window));
    return (2 * side - 1) * (2 * side - 1) * asDouble(layer.heads);
}

/// Returns the parameters that weigh the residual streams: the product, a bias for each of its columns, and factors.
double streamParameters(const LayerSpec& layer, std::int64_t columns, int factors)
{
    return layer.streams > 1 ? asDouble(columns * (streamWidth(layer) + 1) + factors) : 0;
}

double blockParameters(const LayerSpec& layer)
{
    const bool cross = layer.kind == LayerKind::CrossDecoder;
    const double mixers = layer.mixer == Mixer::None ? 0 : cross ? 2 : 1;
    const double parts = mixers + (layer.ffn > 0 ? 1 : 0);
    return mixers * mixerParameters(layer) + feedForwardParameters(layer) +
           parts * (normParameters(layer, asDouble(layer.hidden)) + streamParameters(layer, streamColumns(layer), 3)) +
           relativePositionParameters(layer);
}

/// Returns the parameters of the norms of the hidden state and of the embedding, the projection of both to one width, a
/// block and the norm behind it. The embedding owns the table.
double predictionParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double table = layer.tied ? 0 : tableElements(layer);
    return blockParameters(layer) + 3 * normParameters(layer, h) + 2 * h * h + table;
}

/// Returns the parameters of the projection of patches, with learned positions as in ViT, or a norm as in Swin.
double patchEmbeddingParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double after = layer.learnedPositions > 0 ? h * asDouble(layer.learnedPositions) : normParameters(layer, h);
    return asDouble(layer.inputChannels) * h + (layer.linearBias ? h : 0) + after;
}

double convolutionParameters(const LayerSpec& layer)
{
    double count = 0;
    for (const ConvolutionShape& shape : convolutionsOf(layer)) {
        count += asDouble(shape.inputs * shape.channels) + asDouble(shape.biases) + 2 * asDouble(shape.normed);
    }
    return count;
}

/// Returns the parameters of the table and, if it is narrower than the layer, of the projection between the two with
/// its bias.
double embeddingParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double rows = asDouble(layer.vocabulary + layer.learnedPositions);
    if (layer.tableWidth == 0) {
        return h * rows;
    }
    return asDouble(layer.tableWidth) * (rows + h) + h;
}

/// Returns the parameters of a head. A tied head reads the embedding's table, and its projection the other way. A head
/// behind residual streams sums them, each with a weight.
double headParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double norm = normParameters(layer, h) + streamParameters(layer, layer.streams, 1);
    if (layer.tied) {
        return norm;
    }
    const double width = asDouble(layer.tableWidth);
    return norm + (width > 0 ? width * (h + asDouble(layer.vocabulary)) : h * asDouble(layer.vocabulary));
}

constexpr auto readsHidden = [](const LayerSpec& layer) { return layer.hidden; };
constexpr auto readsChannels = [](const LayerSpec& layer) { return layer.inputChannels; };

/// Returns the parameters of a norm and of one product without a bias, or of two products.
double mergingParameters(const LayerSpec& layer)
{
    const double inputs = asDouble(layer.inputChannels);
    const double inner = asDouble(layer.ffn);
    const double h = asDouble(layer.hidden);
    if (layer.ffn == 0) {
        return normParameters(layer, inputs) + inputs * h;
    }
    return normParameters(layer, inputs) + inner * (inputs + h) + (layer.linearBias ? inner + h : 0);
}

double classifierParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    return normParameters(layer, h) + (h + 1) * asDouble(layer.vocabulary);
}

constexpr auto countBlock = [](WorkCounter& counter) { counter.transformerBlock(); };
constexpr auto countConvolutions = [](WorkCounter& counter) { counter.convolutionLayer(); };

/// Returns the rules of a block of attention and an MLP.
constexpr LayerKindRules blockRules(Phrase title)
{
    return {.title = title, .reads = readsHidden, .parameters = blockParameters, .count = countBlock};
}

/// Returns the rules of a block of convolutions.
constexpr LayerKindRules convolutionRules(Phrase title)
{
    return {.title = title,
            .isConvolution = true,
            .reads = readsChannels,
            .parameters = convolutionParameters,
            .count = countConvolutions};
}

constexpr LayerKindRules causal(LayerKindRules rules)
{
    rules.isCausal = true;
    return rules;
}

constexpr LayerKindRules laidOut(LayerKindRules rules)
{
    rules.hasLayouts = true;
    return rules;
}

/// Returns the rules of a kind.
constexpr LayerKindRules makeRules(LayerKind kind)
{
    switch (kind) {
    case LayerKind::Embedding:
        return {.title = Core::tr("embedding"),
                .role = LayerRole::Front,
                .hasLayouts = true,
                .parameters = embeddingParameters,
                .count = [](WorkCounter& counter) { counter.embedding(); }};
    case LayerKind::PatchEmbedding:
        return {.title = Core::tr("patch embedding"),
                .role = LayerRole::Front,
                .hasLayouts = true,
                .parameters = patchEmbeddingParameters,
                .count = [](WorkCounter& counter) { counter.patchEmbedding(); }};
    case LayerKind::Encoder:
        return laidOut(blockRules(Core::tr("encoder")));
    case LayerKind::Decoder:
        return causal(laidOut(blockRules(Core::tr("decoder"))));
    case LayerKind::CrossDecoder:
        return causal(blockRules(Core::tr("cross decoder")));
    case LayerKind::Swin:
        return blockRules(Core::tr("Swin block"));
    case LayerKind::PatchMerging:
        return {.title = Core::tr("patch merging"),
                .role = LayerRole::Follower,
                .parameters = mergingParameters,
                .count = [](WorkCounter& counter) { counter.patchMerging(); }};
    case LayerKind::ConvStem:
        return {.title = Core::tr("stem"),
                .role = LayerRole::Front,
                .isConvolution = true,
                .parameters = convolutionParameters,
                .count = countConvolutions};
    case LayerKind::Convolution:
        return convolutionRules(Core::tr("convolution"));
    case LayerKind::UpConvolution:
        return convolutionRules(Core::tr("up-convolution"));
    case LayerKind::BasicBlock:
        return convolutionRules(Core::tr("basic block"));
    case LayerKind::Bottleneck:
        return convolutionRules(Core::tr("bottleneck"));
    case LayerKind::Prediction:
        return {.title = Core::tr("prediction"),
                .role = LayerRole::Prediction,
                .isCausal = true,
                .reads = readsHidden,
                .parameters = predictionParameters,
                .count = [](WorkCounter& counter) { counter.prediction(); }};
    case LayerKind::Head:
        return {.title = Core::tr("head"),
                .role = LayerRole::Back,
                .hasLayouts = true,
                .reads = readsHidden,
                .parameters = headParameters,
                .count = [](WorkCounter& counter) { counter.head(); }};
    case LayerKind::Classifier:
        return {.title = Core::tr("classifier"),
                .role = LayerRole::Back,
                .hasLayouts = true,
                .reads = readsHidden,
                .parameters = classifierParameters,
                .count = [](WorkCounter& counter) { counter.classifier(); }};
    }
    return {};
}

}  // namespace

const LayerKindRules& rulesOf(LayerKind kind)
{
    static constexpr auto rows = [] {
        std::array<LayerKindRules, enumNames<LayerKind>.size()> all{};
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = makeRules(static_cast<LayerKind>(i));
        }
        return all;
    }();
    return rows[static_cast<std::size_t>(kind)];
}

}  // namespace pgram
