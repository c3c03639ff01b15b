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

/// Returns the parameters of a layer that every rank of a tensor group has: the indexer, the products of compressed
/// keys, those to latent experts, the first products of low-rank gates, and what weighs residual streams.
double wholeParameters(const LayerSpec& layer)
{
    const std::int64_t parts = (layer.mixer != Mixer::None ? 1 : 0) + (layer.ffn > 0 ? 1 : 0);
    const double columns = asDouble(layer.kind == LayerKind::Head ? layer.streams : parts * streamColumns(layer));
    const double streams = layer.streams > 1 ? columns * asDouble(streamWidth(layer)) : 0;
    const StateMixer* mixer = stateMixerOf(layer);
    const bool isGated = mixer != nullptr && mixer->lowRankGates;
    const std::int64_t ranks = isGated ? layer.headDim + valueWidthOf(layer) : 0;
    return streams + indexerMatrices(layer) + compressorMatrices(layer) +
           static_cast<double>(layer.hidden * (2 * layer.expertWidth + ranks));
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
    const double down = isTransformerBlock(layer) ? asDouble(layer.hidden * layer.queryRank) : 0;
    const double whole = (wholeParameters(layer) + down) * (1 - 1.0 / tensor);
    if (layer.kvHeads == 0 || layer.kvHeads >= tensor) {
        return whole;
    }
    const double products = layer.valuesAreKeys ? 1 : 2;
    const double perHead = products * static_cast<double>(layer.headDim * (layer.hidden + (layer.qkvBias ? 1 : 0)));
    return whole + perHead * (1 - static_cast<double>(layer.kvHeads) / tensor);
}

/// Keys that a query reads: of the last tokens, as many as `limit`, a key for each `perKey` of them. 0 = no limit.
struct Reach {
    std::int64_t limit = 0;
    double perKey = 1;
    /// Returns the keys in reach of a query of a document.
    [[nodiscard]] double in(double document) const
    {
        return (limit > 0 ? std::min(document, static_cast<double>(limit)) : document) / perKey;
    }
};

/// Returns the keys of a query of an operator: of the indexer, those that it may choose of.
std::vector<Reach> reachesOf(const LayerSpec& layer, bool isIndexer)
{
    if (!isCompressed(layer)) {
        return {{layer.window, 1}};
    }
    const Reach compressed{isIndexer ? 0 : layer.selected * layer.compression, asDouble(layer.compression)};
    return isIndexer ? std::vector{compressed} : std::vector{Reach{layer.window, 1}, compressed};
}

/// Returns the pairs of tokens of documents of different lengths, over those of equal documents of the rounded length
/// that were counted.
double unevenPairs(const std::vector<Reach>& reaches, const DocumentLengths& documents, std::int64_t sequence)
{
    const double document = documents.pairTokens(sequence);
    double all = 0;
    double counted = 0;
    for (const Reach& reach : reaches) {
        all += reach.in(document);
        counted += reach.in(std::round(document));
    }
    return all / counted;
}

/// Returns the same of the pairs that a causal mask leaves.
double unevenKeys(const std::vector<Reach>& reaches, const DocumentLengths& documents, std::int64_t sequence)
{
    const double document = std::round(documents.pairTokens(sequence));
    double all = 0;
    double counted = 0;
    for (const Reach& reach : reaches) {
        const double span = reach.in(document);
        all += documents.keysPerToken(sequence, reach.limit) / reach.perKey;
        counted += span * (1 - span * reach.perKey / (2 * document));
    }
    return all / counted;
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
        const Flops flops = passesOf(op, work.backward) * op.steps * op.flops / shard.context;
        double pairs = 1;
        double keys = 1;
        if (isUneven) {
            const std::vector<Reach> reaches = reachesOf(layer, op.kind == Operator::Kind::Attention);
            pairs = unevenPairs(reaches, training.documents, sequence);
            keys = isCausal(layer) ? unevenKeys(reaches, training.documents, sequence) : pairs;
        }
        work.modelFlops += pairs * flops;
        work.causalFlops += keys * op.visible * flops;
    }
    return work;
}

double boundaryElements(const LayerSpec& layer, const LayerSpec& next, std::int64_t sequence)
{
    if (isConvolution(layer)) {
        return static_cast<double>(outputElements(layer) + next.carried);
    }
    double elements = static_cast<double>(tokensOf(layer, sequence) * streamWidth(layer));
    if (next.kind == LayerKind::CrossDecoder && layer.kind == LayerKind::CrossDecoder) {
        elements += static_cast<double>(keyTokensOf(layer, Attention::Cross, sequence) * layer.hidden);
    }
    return elements * (1 + next.predictions);
}

}  // namespace pgram
