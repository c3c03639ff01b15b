// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/serving/served_model.h"

#include "core/model/attention.h"
#include "core/model/mixers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgram {

namespace {

ServedBlocks blocksOf(const LayerSpec& layer)
{
    ServedBlocks blocks;
    const double matrices = layer.gatedMlp ? 3 : 2;
    const double h = asDouble(layer.hidden);
    const bool latent = layer.keyValueRank > 0;
    blocks.count = layer.count;
    blocks.weights = mixerMatrices(layer);
    if (layer.experts > 0) {
        const double beside = asDouble(layer.experts + 2 * layer.expertWidth) + matrices * asDouble(layer.sharedFfn);
        blocks.weights += h * beside;
        blocks.expertWeights = matrices * asDouble(expertWidthOf(layer)) * asDouble(layer.ffn);
        blocks.experts = static_cast<int>(layer.experts);
        blocks.topK = static_cast<int>(std::min(layer.topK, layer.experts));
    } else {
        blocks.weights += matrices * h * asDouble(layer.ffn);
    }
    if (!attentionsOf(layer).empty()) {
        const std::int64_t values = hasOneKeyValue(layer) ? 0 : valueWidthOf(layer);
        blocks.cacheElements =
            asDouble(latent ? layer.keyValueRank + layer.ropeDim : layer.kvHeads * (layer.headDim + values));
        const double index = layer.indexHeads > 0 ? asDouble(layer.indexWidth) : 0;
        if (isCompressed(layer)) {
            blocks.compressedElements = blocks.cacheElements + index;
        } else {
            blocks.cacheElements += index;
        }
        blocks.cacheHeads = latent ? 1 : static_cast<int>(std::max<std::int64_t>(layer.kvHeads, 1));
        blocks.attentionWidth = asDouble(layer.heads * (layer.headDim + valueWidthOf(layer))) / 2;
    }
    blocks.stateElements = 2 * stateElements(layer);  // a state element has 32 bits
    blocks.stateHeads = static_cast<int>(std::max<std::int64_t>(layer.heads, 1));
    blocks.selected = layer.selected;
    blocks.compression = layer.compression;
    blocks.window = layer.window;
    const double used = layer.experts > 0 ? asDouble(layer.topK * layer.ffn + layer.sharedFfn) : asDouble(layer.ffn);
    blocks.innerWidth = (matrices - 1) * used;
    return blocks;
}

}  // namespace

double ServedModel::body() const
{
    double sum = 0;
    for (const ServedBlocks& run : blocks) {
        sum += run.count * (run.weights + run.experts * run.expertWeights);
    }
    return sum;
}

double ServedModel::activeBody() const
{
    double sum = 0;
    for (const ServedBlocks& run : blocks) {
        sum += run.count * (run.weights + run.topK * run.expertWeights);
    }
    return sum;
}

double ServedModel::readBody(double tokens) const
{
    double sum = 0;
    for (const ServedBlocks& run : blocks) {
        const double used =
            run.experts > 0
                ? run.experts * (1 - std::pow(1 - static_cast<double>(run.topK) / run.experts, std::max(tokens, 1.0)))
                : 0;
        sum += run.count * (run.weights + used * run.expertWeights);
    }
    return sum;
}

double ServedModel::cacheElements(double tokens, int ranks) const
{
    double sum = 0;
    for (const ServedBlocks& run : blocks) {
        const double kept = run.window > 0 ? std::min(tokens, asDouble(run.window)) : tokens;
        const double compressed = run.compression > 0 ? tokens / asDouble(run.compression) : 0;
        sum += run.count * (run.cacheElements * kept + run.compressedElements * compressed) /
               std::min(ranks, run.cacheHeads);
        sum += run.count * run.stateElements / std::min(ranks, run.stateHeads);
    }
    return sum;
}

double ServedModel::promptAttentionFlops(double tokens) const
{
    double sum = 0;
    for (const ServedBlocks& run : blocks) {
        double window = run.window > 0 ? std::min(tokens, asDouble(run.window)) : tokens;
        const bool isCompressed = run.compression > 0;
        window = run.selected > 0 && !isCompressed ? std::min(window, asDouble(run.selected)) : window;
        double pairs = tokens * window - window * window / 2;
        if (isCompressed) {
            const double limit = asDouble(run.selected * run.compression);
            const double read = limit > 0 ? std::min(tokens, limit) : tokens;
            pairs += (tokens * read - read * read / 2) / asDouble(run.compression);
        }
        sum += run.count * 4 * pairs * run.attentionWidth;
    }
    return sum;
}

Result<ServedModel> servedModel(const Architecture& model)
{
    ServedModel served;
    bool owns = false;
    double ofTraining = 0;  // parameters that serving leaves out
    for (const LayerSpec& run : model.runs) {
        switch (run.kind) {
        case LayerKind::Embedding:
            served.embedding = asDouble(run.hidden * run.vocabulary);
            break;
        case LayerKind::Decoder: {
            served.blocks.push_back(blocksOf(run));
            served.hidden = std::max(served.hidden, asDouble(run.hidden));
            served.heads =
                served.layers == 0 ? static_cast<int>(run.heads) : std::gcd(served.heads, static_cast<int>(run.heads));
            served.layers += run.count;
            break;
        }
        case LayerKind::Prediction:
            ofTraining += parameterCount(run);
            break;
        case LayerKind::Head:
            served.vocabulary = asDouble(run.vocabulary);
            served.head = asDouble(run.hidden * run.vocabulary);
            owns = !run.tied;
            break;
        default:
            return badInput(Core::tr("{} has layers of kind '{}', which generate no tokens", model.title,
                                     std::string(name(run.kind))),
                            {}, Core::tr("Serving is worked out of causal decoders"));
        }
    }
    if (served.layers == 0) {
        return badInput(Core::tr("{} has no causal decoder: it generates no tokens", model.title), {},
                        Core::tr("Serving is worked out of causal decoders"));
    }
    served.rest =
        std::max(0.0, parameterCount(model) - ofTraining - served.body() - served.embedding - (owns ? served.head : 0));
    served.embedding = owns ? served.embedding : 0;
    return served;
}

}  // namespace pgram
