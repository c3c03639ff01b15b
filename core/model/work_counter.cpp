// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/work_counter.h"

namespace pgram {

namespace {

/// Attention backward recomputes the scores when it is fused: five products for forward's two.
constexpr double fusedAttentionBackward = 2.5;

}  // namespace

void WorkCounter::gemm(double rows, double inner, double columns, double groups, double joined)
{
    const TensorGrid& grid = m_shard.grid;
    const int rowParts = grid.weightParts() / grid.side;
    const ProductSizes sizes{rows * rowParts, inner / grid.side, columns / grid.side, groups};
    addProduct(sizes, m_trains == Trains::All, joined);
    if (m_trains == Trains::All) {
        m_work.shapes.add(sizes.inner, sizes.columns / joined, groups * joined, hasBlock(m_layer));
    }
    if (m_part != LayerPart::Other && isQuantised(m_layer, m_training)) {
        expandWeights(sizes, joined);
    } else if (m_work.operators.back().quantised && keepsNarrow()) {
        m_work.narrowCopies += numbers().weightBytes() * groups * sizes.inner * sizes.columns;
    }
    if (isAdapted()) {
        addAdapters(sizes, joined);
    }
}

/// A framework that loops over its experts computes one matrix at a time.
void WorkCounter::addProduct(const ProductSizes& sizes, bool trained, double joined)
{
    const TensorGrid& grid = m_shard.grid;
    const bool loops = m_isExpert && m_training.framework.loopsExperts;
    const double launches = loops ? sizes.groups * joined : 1;
    const double rows = loops ? sizes.rows / sizes.groups : sizes.rows;
    const double inner = sizes.inner;
    const double columns = loops ? sizes.columns / joined : sizes.columns;
    const double groups = loops ? 1 : sizes.groups;
    Operator op;
    op.kind = Operator::Kind::Gemm;
    op.steps = grid.steps() * static_cast<int>(launches);
    op.quantised = hasNarrowProducts();
    op.aligned = isAligned(inner) && isAligned(columns);
    op.rows = rows;
    op.inner = inner;
    op.columns = columns;
    op.flops = 2 * rows * inner * columns;
    op.groups = groups;
    op.ofExperts = m_isExpert && !loops;
    op.bytes = m_width * (rows * inner + groups * inner * columns + rows * columns);
    op.narrowBytes = numbers().inputBytes() * rows * inner + numbers().weightBytes() * groups * inner * columns +
                     m_width * rows * columns;
    op.trained = trained;
    m_work.operators.push_back(op);
}

/// x·A·B beside x·W (2106.09685 §4.1): an A and a B for each matrix, the sum added to the product's result. In a tensor
/// group A is whole where W is split by columns, B where it is split by rows: the sums over the group are those of x·W.
void WorkCounter::addAdapters(const ProductSizes& sizes, double joined)
{
    const double rank = m_training.tuning.rank;
    const auto add = [&](double inner, double columns, double matrices) {
        addProduct({sizes.rows, inner, columns, sizes.groups}, true);
        Operator& op = m_work.operators.back();
        op.quantised = false;
        op.aligned = true;
        const double count = sizes.groups * matrices;
        m_work.shapes.add(inner, columns / matrices, count, true);
        (m_isExpert ? m_work.trained.experts : m_work.trained.owned) += sizes.groups * inner * columns;
    };
    add(sizes.inner, joined * rank, joined);
    add(rank, sizes.columns, joined);
    m_work.trained.used = m_work.trained.owned;
    keep(sizes.rows * joined * rank, m_width);  // input of B
    elementwise(sizes.rows * sizes.columns, 3, 1);
}

/// A matrix in 4 bits is written in 16 in front of its product, in forward and in backward.
void WorkCounter::expandWeights(const ProductSizes& sizes, double joined)
{
    const double matrix = sizes.inner * sizes.columns;
    Operator op;
    op.bytes = sizes.groups * matrix * (quantisedBytes + m_width);
    op.backwardFactor = 1;
    m_work.operators.push_back(op);
    m_work.quantised += sizes.groups * matrix;
    m_work.expanded = std::max(m_work.expanded, matrix / joined);
}

void WorkCounter::elementwise(double elements, double passes, double backwardFactor, int steps)
{
    Operator op;
    op.steps = steps;
    op.bytes = elements * passes * m_width / steps;
    op.backwardFactor = backwardFactor;
    m_work.operators.push_back(op);
}

void WorkCounter::keepGathered(double width)
{
    if (m_training.framework.keepsGatheredInputs) {
        keepInput(m_tokens * width);
        return;
    }
    keepInput(m_outer * width);
    gatherAgain(width);
}

void WorkCounter::norm(double elements)
{
    constexpr double singleSteps = 4 + 2;  // the input cast to 32 bits, and the normalised one in 16
    ++m_work.norms;
    elementwise(elements, 2);
    keep(elements, m_width + (m_training.framework.eagerNorms ? singleSteps : 0));
}

/// A norm whose output, a product's input, recomputing modules makes again.
void WorkCounter::normForModules(double elements)
{
    constexpr ModuleSet modules{Module::Norms, Module::Operations};
    repeated(modules, [&] { norm(elements); });
    dropped(modules, [&] { keepInput(elements); });
}

/// The output of attention, and input of the projection: fused kernels read it in their backward, too.
void WorkCounter::keepAttended(double elements)
{
    if (readsInput() || !m_training.storesAttentionMatrix()) {
        keep(elements, m_width + (readsInput() && keepsNarrow() ? inputWidth() : 0));
    }
}

/// Dropout with its mask, and the residual sum. Of several residual streams each takes its share of the result and of
/// all streams; backward reads the result and the streams once more.
void WorkCounter::residual(double elements)
{
    if (m_layer.streams > 1) {
        const double streams = static_cast<double>(m_layer.streams);
        const double passes = 2 * streams + 1;
        repeated({Module::Operations}, [&] { elementwise(elements, passes, (3 * streams + 2) / passes); });
        keep(elements, m_width);
        flow(2 * streams * elements);
        return;
    }
    recomputed({Module::Operations}, [&] {
        elementwise(elements, m_layer.dropout ? 4 : 3, 1);
        keep(elements, m_layer.dropout ? 1 : 0);
    });
}

void WorkCounter::attention(double queries, double keys, double visible, Attention of)
{
    ModuleSet modules{Module::Attention};
    if (m_training.storesAttentionMatrix()) {
        modules.add(Module::Operations);
    }
    recomputed(modules, [&] { attend(queries, keys, visible, of); });
}

/// `visible`: share of the query-key pairs that masks leave; fused kernels skip the others. `of`: whose keys they are.
void WorkCounter::attend(double queries, double keys, double visible, Attention of)
{
    const double t = m_shard.tensor;
    const double width = static_cast<double>(m_layer.heads) * (static_cast<double>(m_layer.headDim) + valueWidth()) / t;
    const double pairs = queries * keys;
    Operator op;
    op.kind = Operator::Kind::Attention;
    op.flops = 2 * pairs * width;
    op.backwardFactor = fusedAttentionBackward;
    op.visible = visible;
    if (!m_training.storesAttentionMatrix()) {
        op.flops *= visible;
        const double allQueries = m_shard.ulysses * queries;  // queries of 1/u of the heads
        const auto sequence = static_cast<double>(tokensOf(m_layer, m_shard.sequence) + m_shard.behind);
        const double document = of == Attention::Self ? documentOf(sequence) : 0;
        const double attending = document > 0 ? document : of == Attention::Self ? sequence / imagesHere() : sequence;
        op.rows = std::min(allQueries / m_shard.samples, attending);
        op.heads = allQueries / op.rows * static_cast<double>(m_layer.heads) / (t * m_shard.ulysses);
        op.headDim = static_cast<double>(m_layer.headDim);
        if (isCausal(m_layer) && of == Attention::Self) {
            const std::int64_t least = std::min(m_layer.window, m_layer.selected);
            op.window = isCompressed(m_layer)
                            ? keys
                            : static_cast<double>(least > 0 ? least : std::max(m_layer.window, m_layer.selected));
            op.sequence = attending;
        }
        // A window leaves each query few keys, and all of them are read.
        const double keyTokens = std::max(allQueries, m_shard.samples * keys);
        const double keyValue = keyValueElements(m_layer, of, m_shard.tensor * m_shard.ulysses).both();
        op.operandBytes = m_width * (queries * width + keyTokens * keyValue);
        m_work.operators.push_back(op);
        return;
    }
    op.kind = Operator::Kind::ScoreProduct;
    op.aligned = isAligned(static_cast<double>(m_layer.headDim));
    op.backwardFactor = 2;
    m_work.operators.push_back(op);
    // Scores are written, scaled and masked, normalised, dropped out, and read again.
    const double scores = pairs * static_cast<double>(m_layer.heads) / t;
    elementwise(scores, m_layer.dropout ? 7 : 5, 1);
    const double before = m_work.kept.whole;
    keep(scores, m_width);  // softmax output
    if (m_layer.dropout) {
        keep(scores, m_width + 1);  // dropout output and mask
    }
    m_work.kept.attentionMatrix += m_work.kept.whole - before;
    flow(2 * scores);  // gradients of the softmax output and of the scores
}

/// Kernels that never store scores skip the pairs of two documents; others compute and mask them.
double WorkCounter::documentOf(double tokens) const
{
    const double document = m_training.documents.pairTokens(static_cast<std::int64_t>(tokens) + m_shard.behind);
    const bool isSplit = document > 0 && document < tokens + static_cast<double>(m_shard.behind);
    return isSplit && m_layer.tokens == 0 && !m_training.storesAttentionMatrix() ? document : 0;
}

/// The first queries of a causal window see fewer keys than it is wide; of a window of all tokens, half on average.
double WorkCounter::visibleShare(double span, double tokens, std::int64_t window) const
{
    const bool causal = isCausal(m_layer);
    if (const double document = documentOf(tokens); document > 0) {
        if (!causal || m_training.documents.equal() > 0) {
            return causal ? 1 - span / (2 * document) : 1;
        }
        const std::int64_t whole = static_cast<std::int64_t>(tokens) + m_shard.behind;
        const std::int64_t limit = span < document ? static_cast<std::int64_t>(span) : window;
        return m_training.documents.keysPerToken(whole, limit) / span;
    }
    if (m_shard.behind == 0 || !causal) {
        return causal ? 1 - span / (2 * tokens) : 1;
    }
    // Keys of all queries up to a position, those before it of a window's width.
    const double most = window > 0 ? static_cast<double>(window) : span;
    const auto keysUpTo = [most](double x) { return x <= most ? x * x / 2 : most * (x - most / 2); };
    const auto behind = static_cast<double>(m_shard.behind);
    return (keysUpTo(behind + tokens) - keysUpTo(behind)) / (tokens * span);
}

/// Tokens that a query may read: its own and those behind.
double WorkCounter::reachOf(double tokens) const
{
    const double document = documentOf(tokens);
    return document > 0 ? document : (tokens + static_cast<double>(m_shard.behind)) / imagesHere();
}

/// The same, of a window no more than it is wide.
double WorkCounter::spanOf(double tokens) const
{
    const double all = reachOf(tokens);
    return m_layer.window > 0 ? std::min(all, static_cast<double>(m_layer.window)) : all;
}

/// Multi-latent attention as it is trained: down to the ranks on each device's own tokens, a norm there, up to the
/// heads of the device, whose keys are put together with the rotated part that they share.
void WorkCounter::latentAttention()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double t = m_shard.tensor;
    const double heads = static_cast<double>(m_layer.heads) / t;
    const double query = heads * static_cast<double>(m_layer.headDim);
    const double values = heads * valueWidth();
    const double unrotated = heads * static_cast<double>(m_layer.headDim - m_layer.ropeDim);
    const double queryRank = static_cast<double>(m_layer.queryRank);
    const double keyRank = static_cast<double>(m_layer.keyValueRank);
    const double tokens = static_cast<double>(tokensOf(m_layer, m_shard.sequence));

    m_part = LayerPart::Attention;
    normForModules(m_outer * h);
    if (queryRank > 0) {
        const ModuleSet down = nextProduct();
        repeated(down, [&] { gemm(m_outer, h, queryRank); });
        dropped(down, [&] { normForModules(m_outer * queryRank); });
    }
    const ModuleSet ofQueries = nextProduct({Module::LatentUp});
    repeated(ofQueries, [&] { gemm(m_tokens, queryRank > 0 ? queryRank : h, query); });
    const ModuleSet down = nextProduct();
    repeated(down, [&] { gemm(m_outer, h, keyRank + static_cast<double>(m_layer.ropeDim)); });
    dropped(down, [&] { normForModules(m_outer * keyRank); });
    gatherAgain(queryRank > 0 ? queryRank : h);
    gatherAgain(keyRank);
    const ModuleSet ofKeys = nextProduct({Module::LatentUp});
    repeated(ofKeys, [&] { gemm(m_tokens, keyRank, unrotated + values); });
    repeated({Module::LatentUp, Module::Operations}, [&] {
        elementwise(m_tokens * (2 * query + values), 2, 1);  // rotation, and keys and values put together
    });
    dropped(ofQueries, [&] { keep(m_tokens * query, m_width); });
    dropped(ofKeys, [&] { keep(m_tokens * keptKeyValue(Attention::Self), m_width); });
    attendToSelf(tokens);
    attentionOutput();
}

/// Elements of a token's keys and values that backward reads: of all tokens for 1/u of the heads, or, alike, of this
/// rank's for u times as many. A head that several ranks of a Ulysses group need is on each of them.
double WorkCounter::keptKeyValue(Attention attention) const
{
    return m_shard.ulysses * keyValueElements(m_layer, attention, m_shard.tensor * m_shard.ulysses).both();
}

void WorkCounter::selfAttention()
{
    if (m_layer.keyValueRank > 0) {
        latentAttention();
        return;
    }
    if (m_layer.queryRank > 0) {
        rankedAttention();
        return;
    }
    const double h = static_cast<double>(m_layer.hidden);
    const double t = m_shard.tensor;
    const double query = static_cast<double>(m_layer.heads * m_layer.headDim) / t;
    const KeyValueElements elements = keyValueElements(m_layer, Attention::Self, m_shard.tensor);
    const double values = m_layer.valuesAreKeys ? 0 : elements.values;
    const double product = query + elements.keys + values;
    const double tokens = static_cast<double>(tokensOf(m_layer, m_shard.sequence));

    m_part = LayerPart::Attention;
    constexpr ModuleSet operations{Module::Operations};
    const KeyValueElements kept = keyValueElements(m_layer, Attention::Self, m_shard.tensor * m_shard.ulysses);
    const double keptKeys = m_shard.ulysses * kept.keys;
    const double keptValues = m_shard.ulysses * kept.values;
    repeated(operations, [&] { norm(m_outer * h); });
    m_products += 3;  // queries, keys and values; the second product is dropped
    repeated(
        operations, [&] { gemm(m_tokens, h, product, 1, 3); }, values / product);
    dropped(operations, [&] { keepGathered(h); });  // input of the QKV product
    keep(m_tokens * (query + keptKeys), m_width);
    dropped(operations, [&] { keep(m_tokens * keptValues, m_width); });
    attendToSelf(tokens);
    attentionOutput();
}

/// Counts attention to the layer's own tokens, `tokens` a sample: to all that the mask leaves, or to those that an
/// indexer selects. Beside the tokens of a window it may be compressed keys: all, or those that an indexer selects.
void WorkCounter::attendToSelf(double tokens)
{
    const double span = spanOf(tokens);
    if (isCompressed(m_layer)) {
        const auto perKey = static_cast<double>(m_layer.compression);
        const double all = reachOf(tokens);
        indexer(all / perKey, visibleShare(all, tokens, 0));
        const double limit = static_cast<double>(m_layer.selected) * perKey;
        const double read = limit > 0 ? std::min(all, limit) : all;
        const double compressed = read / perKey;
        const double visible = span * visibleShare(span, tokens) + compressed * visibleShare(read, tokens, 0);
        attention(m_tokens, span + compressed, visible / (span + compressed));
        return;
    }
    indexer(span, visibleShare(span, tokens));
    const double selected = selectedOf(span);
    attention(m_tokens, selected, visibleShare(selected, tokens));
}

/// Counts the gate of attention's output: a product of the input as wide as the output, whose result backward reads
/// beside the output.
void WorkCounter::outputGate()
{
    if (!m_layer.outputGate) {
        return;
    }
    const double values = static_cast<double>(m_layer.heads) * valueWidth() / m_shard.tensor;
    gemm(m_tokens, static_cast<double>(m_layer.hidden), values);
    elementwise(m_tokens * values, 3, 1);
    keep(2 * m_tokens * values, m_width);
}

void WorkCounter::crossAttention()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double query = static_cast<double>(m_layer.heads * m_layer.headDim) / m_shard.tensor;
    const double keyValue = keyValueElements(m_layer, Attention::Cross, m_shard.tensor).both();
    const auto source = static_cast<double>(keyTokensOf(m_layer, Attention::Cross, m_shard.sequence));
    const double sourceTokens = m_shard.samples * source / (m_shard.context * m_shard.ulysses);

    m_part = LayerPart::Attention;
    norm(m_outer * h);
    gatherAgain(h);
    gemm(m_tokens, h, query);
    gemm(sourceTokens, h, keyValue, 1, 2);
    keep(readsInput() ? m_outer * h : 0, m_width);
    keep(m_tokens * query + sourceTokens * keptKeyValue(Attention::Cross), m_width);
    attention(m_tokens, source, 1, Attention::Cross);
    gemm(m_tokens, query, h);
    keep(m_tokens * query, m_width);
    residual(m_outer * h);
    ++m_work.tensorReductions;
}

/// Under Megatron SP a product's backward holds its gathered input and that one's gradient.
void WorkCounter::flowGathered()
{
    if (m_shard.tokensSplit) {
        m_work.kept.activationGradients += 2 * m_tokens * static_cast<double>(m_layer.hidden) * m_width;
    }
}

void WorkCounter::classifier()
{
    const double width = static_cast<double>(m_layer.hidden);
    elementwise(m_tokens * width, 1);
    gemm(m_shard.samples / m_shard.grid.weightParts(), width, static_cast<double>(m_layer.vocabulary));
    keep(m_tokens * width, m_width);
    finish(m_tokens * width);
}

}  // namespace pgram
