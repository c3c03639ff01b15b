// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/layer_work.h"

#include "core/model/attention.h"
#include "core/model/convolution.h"
#include "core/model/layer_kinds.h"
#include "core/model/layer_role.h"
#include "core/model/mixers.h"
#include "core/model/work_counter.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

LayerWork operatorsOf(const LayerSpec& layer, const ShardShape& shard, const Training& training)
{
    WorkCounter counter(layer, shard, training);
    rulesOf(layer.kind).count(counter);
    return counter.take();
}

/// Sets the trained parameters of a layer whose parameters are counted. Those outside of matrices are vectors.
void setTrained(const LayerSpec& layer, const Training& training, const ShardShape& shard, LayerWork& work)
{
    work.backward = hasBackward(layer, training);
    switch (trainsIn(layer, training)) {
    case Trains::All:
        work.trained = {work.parameters, work.expertParameters, work.usedParameters};
        if (layer.kind == LayerKind::Embedding || (isPrediction(layer) && layer.vocabulary > 0)) {
            const double parts = shard.tensor * shard.grid.weightParts();
            work.shapes.add(static_cast<double>(layer.vocabulary) / parts, static_cast<double>(tableWidth(layer)), 1,
                            false);
        }
        work.shapes.vectors = std::max(0.0, work.usedParameters + work.expertParameters - work.shapes.all());
        break;
    case Trains::Adapters:
        break;  // counted with their products
    case Trains::Nothing:
        work.trained = {};
        work.shapes = {};
        break;
    }
    if (!work.backward) {
        // Forward leaves nothing: its widest step is as wide as backward's would be.
        KeptTensors& kept = work.kept;
        kept.whole = kept.input = kept.lasting;
        kept.attentionMatrix = kept.modules = kept.logitGradients = kept.freedByLoss = 0;
        work.tensorReductionsBackward = work.moduleReductions = 0;
        work.regathered.clear();
    }
}

/// Forward, the gradients of what a product reads, and those of its weights.
double passesOf(const Operator& op, bool backward)
{
    return 1 + (backward ? (op.trained ? 2 : 1) : 0);
}

/// Returns true if tensor parallelism splits the layer's parameters. Its vectors (norms, biases), under 0.1 %, are
/// counted as split, too.
bool isSplit(const LayerSpec& layer)
{
    return isTransformerBlock(layer) || layer.kind == LayerKind::Embedding || layer.kind == LayerKind::Head;
}

/// Returns the parameters of a block that every rank of a tensor group has: the indexer, the products to latent
/// experts, the first products of low-rank gates.
double wholeParameters(const LayerSpec& layer)
{
    const StateMixer* mixer = stateMixerOf(layer);
    const bool isGated = mixer != nullptr && mixer->lowRankGates;
    const std::int64_t ranks = isGated ? layer.headDim + valueWidthOf(layer) : 0;
    return indexerMatrices(layer) + static_cast<double>(layer.hidden * (2 * layer.expertWidth + ranks));
}

/// Key and value projections beyond an even split: where the heads are fewer than the tensor group, several ranks hold
/// the same one.
double replicatedParameters(const LayerSpec& layer, int tensor)
{
    const bool isTable = layer.kind == LayerKind::Embedding || layer.kind == LayerKind::Head;
    if (isTable && layer.tableWidth > 0) {  // the table is split, the projection beside it is whole on every device
        return static_cast<double>(layer.tableWidth * layer.hidden) * (1 - 1.0 / tensor);
    }
    if (layer.keyValueRank > 0) {  // the projections down to the ranks stand whole on every device
        const auto down = static_cast<double>(layer.queryRank + layer.keyValueRank + layer.ropeDim);
        return (static_cast<double>(layer.hidden) * down + wholeParameters(layer)) * (1 - 1.0 / tensor);
    }
    const double whole = wholeParameters(layer) * (1 - 1.0 / tensor);
    if (layer.kvHeads == 0 || layer.kvHeads >= tensor) {
        return whole;
    }
    const double perHead = 2 * static_cast<double>(layer.headDim * (layer.hidden + (layer.qkvBias ? 1 : 0)));
    return whole + perHead * (1 - static_cast<double>(layer.kvHeads) / tensor);
}

/// Returns the keys within reach of a query.
double spanIn(const LayerSpec& layer, double tokens)
{
    return layer.window > 0 ? std::min(tokens, static_cast<double>(layer.window)) : tokens;
}

/// Returns the pairs of tokens of documents of different lengths, over those of equal documents of the rounded length
/// that were counted.
double unevenPairs(const LayerSpec& layer, const DocumentLengths& documents, std::int64_t sequence)
{
    const double document = documents.pairTokens(sequence);
    return spanIn(layer, document) / spanIn(layer, std::round(document));
}

/// Returns the same of the pairs that a causal mask leaves; 1 unless `isUneven`.
double unevenKeys(const LayerSpec& layer, const DocumentLengths& documents, std::int64_t sequence, bool isUneven)
{
    if (!isUneven) {
        return 1;
    }
    const double counted = std::round(documents.pairTokens(sequence));
    const double span = spanIn(layer, counted);
    return documents.keysPerToken(sequence, layer.window) / (span * (1 - span / (2 * counted)));
}

double expertParametersOf(const LayerSpec& layer)
{
    const double matrices = layer.gatedMlp ? 3 : 2;
    return static_cast<double>(layer.experts) * matrices * static_cast<double>(expertWidthOf(layer) * layer.ffn);
}

}  // namespace

std::int64_t tokensOf(const LayerSpec& layer, std::int64_t sequence)
{
    return layer.tokens > 0 ? layer.tokens : sequence;
}

LayerWork layerWork(const LayerSpec& layer, const ShardShape& shard, const Training& training, int pipeline)
{
    LayerWork work = operatorsOf(layer, shard, training);

    LayerSpec untied = layer;
    untied.tied = false;
    const double all = parameterCount(untied);
    const double inExperts = expertParametersOf(layer);
    const double split = isSplit(layer) ? shard.tensor * shard.grid.weightParts() : shard.grid.weightParts();
    work.usedParameters = (all - inExperts) / split + replicatedParameters(layer, shard.tensor);
    const double expertSplit = shard.expertTensor > 0 ? shard.expertTensor : split;
    work.expertParameters = inExperts / (expertSplit * shard.expert);
    const bool owned = !layer.tied || pipeline > 1;
    work.parameters = owned ? work.usedParameters : (parameterCount(layer) - inExperts) / split;
    setTrained(layer, training, shard, work);

    ShardShape whole = shard;
    whole.tensor = whole.context = whole.ulysses = whole.expert = whole.expertTensor = 1;
    whole.grid = {};
    whole.tokensSplit = false;
    const std::int64_t sequence = whole.sequence;
    const double document = training.documents.pairTokens(sequence);
    const bool isPacked = document > 0 && document < static_cast<double>(sequence) && layer.tokens == 0 &&
                          !training.storesAttentionMatrix();
    if (isPacked) {
        // Pairs inside documents alone, as of so many more samples.
        whole.sequence = std::llround(document);
        whole.samples *= static_cast<double>(sequence) / static_cast<double>(whole.sequence);
        whole.behind = 0;
    }
    Training full = training;
    full.fusedAttention = false;
    full.documents = {};
    for (const Operator& op : operatorsOf(layer, whole, full).operators) {
        const bool hasPairs = op.kind == Operator::Kind::ScoreProduct || op.kind == Operator::Kind::Attention;
        const bool isUneven = isPacked && hasPairs && training.documents.equal() == 0;
        const double pairs = isUneven ? unevenPairs(layer, training.documents, sequence) : 1;
        const Flops flops = passesOf(op, work.backward) * op.steps * op.flops / shard.context;
        work.modelFlops += pairs * flops;
        work.causalFlops +=
            (isCausal(layer) ? unevenKeys(layer, training.documents, sequence, isUneven) : pairs) * op.visible * flops;
    }
    return work;
}

double boundaryElements(const LayerSpec& layer, const LayerSpec& next, std::int64_t sequence)
{
    if (isConvolution(layer)) {
        return static_cast<double>(outputElements(layer) + next.carried);
    }
    double elements = static_cast<double>(tokensOf(layer, sequence) * layer.hidden);
    if (next.kind == LayerKind::CrossDecoder && layer.kind == LayerKind::CrossDecoder) {
        elements += static_cast<double>(keyTokensOf(layer, Attention::Cross, sequence) * layer.hidden);
    }
    return elements * (1 + next.predictions);
}

}  // namespace pgram
