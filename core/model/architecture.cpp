// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/architecture.h"

#include "core/base/index.h"
#include "core/model/attention.h"
#include "core/model/convolution.h"

#include <algorithm>
#include <charconv>
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

/// Multi-latent attention: down to the ranks, a norm there, up to the heads; the rotated part of the keys beside it.
double latentAttentionParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double values = asDouble(layer.heads * valueWidthOf(layer));
    const double query = asDouble(layer.heads * layer.headDim);
    const double keys = asDouble(layer.heads * (layer.headDim - layer.ropeDim));
    const double queryRank = asDouble(layer.queryRank);
    const double keyValueRank = asDouble(layer.keyValueRank);
    const double queries = layer.queryRank > 0 ? queryRank * (h + 1 + query) : h * query;
    return queries + h * (keyValueRank + asDouble(layer.ropeDim)) + keyValueRank * (1 + keys + values) + values * h;
}

/// Queries, keys, values and the output projection, with their biases.
double attentionParameters(const LayerSpec& layer)
{
    if (layer.keyValueRank > 0) {
        return latentAttentionParameters(layer);
    }
    const double h = asDouble(layer.hidden);
    const double query = asDouble(layer.heads * layer.headDim);
    const double keyValue = 2 * asDouble(layer.kvHeads * layer.headDim);
    double count = h * (query + keyValue) + query * h;
    count += layer.qkvBias ? query + keyValue : 0;
    count += layer.linearBias ? h : 0;
    return count;
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
    if (layer.experts == 0) {
        return mlpParameters(layer, asDouble(layer.ffn));
    }
    const double matrices = layer.gatedMlp ? 3 : 2;
    const double h = asDouble(layer.hidden);
    const double router = h * asDouble(layer.experts);
    return router + matrices * h * (asDouble(layer.experts * layer.ffn) + asDouble(layer.sharedFfn));
}

/// Swin's bias table: one value a head for each offset inside a window.
double relativePositionParameters(const LayerSpec& layer)
{
    if (layer.kind != LayerKind::Swin) {
        return 0;
    }
    const double side = std::sqrt(asDouble(layer.window));
    return (2 * side - 1) * (2 * side - 1) * asDouble(layer.heads);
}

double blockParameters(const LayerSpec& layer)
{
    const bool cross = layer.kind == LayerKind::CrossDecoder;
    const double attentions = cross ? 2 : 1;
    return attentions * attentionParameters(layer) + feedForwardParameters(layer) +
           (attentions + 1) * normParameters(layer, asDouble(layer.hidden)) + relativePositionParameters(layer);
}

/// Norms of the hidden state and of the embedding, the projection of both to one width, a block and the norm behind it.
/// The table is the embedding's.
double predictionParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double table = layer.tied ? 0 : tableElements(layer);
    return blockParameters(layer) + 3 * normParameters(layer, h) + 2 * h * h + table;
}

/// A projection of the patches; with learned positions as in ViT, or a norm as in Swin.
double patchEmbeddingParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double after = layer.learnedPositions > 0 ? h * asDouble(layer.learnedPositions) : normParameters(layer, h);
    return asDouble(layer.inputChannels) * h + h + after;
}

double convolutionParameters(const LayerSpec& layer)
{
    double count = 0;
    for (const ConvolutionShape& shape : convolutionsOf(layer)) {
        count += asDouble(shape.inputs * shape.channels) + asDouble(shape.biases) + 2 * asDouble(shape.normed);
    }
    return count;
}

/// The table and, where it is narrower than the layer, the projection between the two with its bias.
double embeddingParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double rows = asDouble(layer.vocabulary + layer.learnedPositions);
    if (layer.tableWidth == 0) {
        return h * rows;
    }
    return asDouble(layer.tableWidth) * (rows + h) + h;
}

/// A tied head reads the embedding's table, and the projection beside it the other way.
double headParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    const double norm = normParameters(layer, h);
    if (layer.tied) {
        return norm;
    }
    const double width = asDouble(layer.tableWidth);
    return norm + (width > 0 ? width * (h + asDouble(layer.vocabulary)) : h * asDouble(layer.vocabulary));
}

double dimensionParameters(const LayerSpec& layer)
{
    const double h = asDouble(layer.hidden);
    switch (layer.kind) {
    case LayerKind::Embedding:
        return embeddingParameters(layer);
    case LayerKind::PatchEmbedding:
        return patchEmbeddingParameters(layer);
    case LayerKind::Encoder:
    case LayerKind::Decoder:
    case LayerKind::CrossDecoder:
    case LayerKind::Swin:
        return blockParameters(layer);
    case LayerKind::PatchMerging:
        return normParameters(layer, asDouble(layer.inputChannels)) + asDouble(layer.inputChannels) * h;
    case LayerKind::ConvStem:
    case LayerKind::Convolution:
    case LayerKind::UpConvolution:
    case LayerKind::BasicBlock:
    case LayerKind::Bottleneck:
        return convolutionParameters(layer);
    case LayerKind::Head:
        return headParameters(layer);
    case LayerKind::Prediction:
        return predictionParameters(layer);
    case LayerKind::Classifier:
        return normParameters(layer, h) + (h + 1) * asDouble(layer.vocabulary);
    }
    return 0;
}

}  // namespace

bool hasExperts(const Architecture& model)
{
    return std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.experts > 0; });
}

bool isCausal(const LayerSpec& layer)
{
    return layer.kind == LayerKind::Decoder || layer.kind == LayerKind::CrossDecoder ||
           layer.kind == LayerKind::Prediction;
}

void resolvePredictions(Architecture& model)
{
    const bool hasTiedHead =
        std::ranges::any_of(model.runs, [](const LayerSpec& run) { return run.kind == LayerKind::Head && run.tied; });
    int before = 0;
    for (LayerSpec& run : model.runs) {
        run.predictions = before;
        if (run.kind != LayerKind::Prediction) {
            continue;
        }
        run.tied = before == 0 && !hasTiedHead;
        run.vocabulary = run.tied ? model.runs.front().vocabulary : 0;
        run.tableWidth = run.tied ? model.runs.front().tableWidth : 0;
        before += run.count;
    }
}

int Architecture::layerCount() const
{
    int count = 0;
    for (const LayerSpec& run : runs) {
        count += run.count;
    }
    return count;
}

int Architecture::runOf(int layer) const
{
    int run = 0;
    for (int end = runs.front().count; layer >= end; end += runs[at(run)].count) {
        ++run;
    }
    return run;
}

/// A run whose name ends in a number, "conv2_2", counts on from there.
std::string Architecture::layerName(int layer) const
{
    const int run = runOf(layer);
    int first = 0;
    for (int i = 0; i < run; ++i) {
        first += runs[at(i)].count;
    }
    const LayerSpec& spec = runs[at(run)];
    if (spec.count == 1) {
        return spec.name;
    }
    const std::size_t number = spec.name.find_last_not_of("0123456789") + 1;
    constexpr std::size_t mostDigits = 4;
    int from = 0;
    if (number > 0 && spec.name[number - 1] == '_' && spec.name.size() - number <= mostDigits &&
        std::from_chars(spec.name.data() + number, spec.name.data() + spec.name.size(), from).ec == std::errc()) {
        return spec.name.substr(0, number) + std::to_string(from + layer - first);
    }
    return spec.name + ' ' + std::to_string(layer - first + 1);
}

double parameterCount(const LayerSpec& layer)
{
    return dimensionParameters(layer) + asDouble(layer.extraParameters);
}

double parameterCount(const Architecture& model)
{
    double count = 0;
    for (const LayerSpec& run : model.runs) {
        count += parameterSets(run) * parameterCount(run);
    }
    return count;
}

double publishedParameterCount(const Architecture& model)
{
    double count = 0;
    for (LayerSpec run : model.runs) {
        run.vocabulary = run.publishedVocabulary > 0 ? run.publishedVocabulary : run.vocabulary;
        count += parameterSets(run) * parameterCount(run);
    }
    return count;
}

}  // namespace pgram
