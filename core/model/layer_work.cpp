// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/layer_work.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// Attention backward recomputes the scores when it is fused: five products for forward's two.
constexpr double fusedAttentionBackward = 2.5;

/// Rows of matrices must be whole multiples of this for the matrix units (NVIDIA, Matrix Multiplication Background).
constexpr double tensorCoreBytes = 16;

/// Bytes a logit moves in an unfused loss in 32 bit: cast (2 + 4), maximum (4), shift and exponent (16), sum (4), pick;
/// backward: scale in place (8), cast back (4 + 2).
constexpr double lossBytes = 30;
constexpr double lossBackwardBytes = 14;

/// Collects the operators and tensors of one layer. Elements are of the whole micro-batch on this device.
class WorkCounter {
public:
    WorkCounter(const LayerSpec& layer, const ShardShape& shard, const Training& training)
        : m_layer(layer),
          m_shard(shard),
          m_training(training),
          m_width(training.elementBytes()),
          m_tokens(shard.samples * static_cast<double>(tokensOf(layer, shard.sequence)) / shard.context),
          m_outer(shard.tokensSplit ? m_tokens / shard.tensor : m_tokens)
    {}

    LayerWork take() { return std::move(m_work); }

    void embedding();
    void patchEmbedding();
    void transformerBlock();
    void patchMerging();
    void convStem();
    void bottleneck();
    void head();
    void loss(double logits);
    void flowGathered();
    void classifier();

private:
    /// The matrix units of 16-bit formats load rows of whole multiples of 16 bytes; 32-bit formats do without them.
    [[nodiscard]] bool isAligned(double width) const
    {
        return m_width != 2 || std::fmod(width * m_width, tensorCoreBytes) == 0;
    }
    void gemm(double rows, double inner, double columns);
    void elementwise(double elements, double passes, double backwardFactor = 1.5);
    void keep(double elements, double width) { m_work.kept.whole += elements * width; }
    /// Inputs of products under 8-bit training, by frameworks that keep them so.
    [[nodiscard]] bool isNarrow() const
    {
        return m_training.precision == Precision::Fp8 && m_training.framework.keepsNarrowInputs;
    }
    /// Gradients of activations that a step of backward holds at once.
    void flow(double elements)
    {
        m_work.kept.activationGradients = std::max(m_work.kept.activationGradients, elements * m_width);
    }
    void keepInput(double elements) { keep(elements, isNarrow() ? 1 : m_width); }
    /// The input of a product that is gathered from the tensor group's shares of the tokens.
    void keepGathered(double width)
    {
        keepInput((m_training.framework.keepsGatheredInputs ? m_tokens : m_outer) * width);
    }
    void norm(double elements);
    void residual(double elements);
    void attention(double queries, double keys, double visible);
    void selfAttention();
    void crossAttention();
    void mlp(double tokens, double width, bool split);
    void experts();
    void convolution(double outputs, double kernelInputs, double outputChannels, double inputElements);
    void finish(double inputElements) { m_work.kept.input = inputElements * m_width; }

    const LayerSpec& m_layer;
    const ShardShape& m_shard;
    const Training& m_training;
    double m_width;   ///< w
    double m_tokens;  ///< tokens of the micro-batch inside the tensor-parallel regions
    double m_outer;   ///< outside of them
    LayerWork m_work;
};

void WorkCounter::gemm(double rows, double inner, double columns)
{
    Operator op;
    op.kind = Operator::Kind::Gemm;
    op.quantised = m_layer.heads > 0;
    op.aligned = isAligned(inner) && isAligned(columns);
    op.flops = 2 * rows * inner * columns;
    op.bytes = m_width * (rows * inner + inner * columns + rows * columns);
    op.narrowBytes = rows * inner + inner * columns + m_width * rows * columns;
    m_work.operators.push_back(op);
}

void WorkCounter::elementwise(double elements, double passes, double backwardFactor)
{
    Operator op;
    op.bytes = elements * passes * m_width;
    op.backwardFactor = backwardFactor;
    m_work.operators.push_back(op);
}

void WorkCounter::norm(double elements)
{
    constexpr double singleSteps = 4 + 2;  // the input cast to 32 bits, and the normalised one in 16
    elementwise(elements, 2);
    keep(elements, m_width + (m_training.framework.eagerNorms ? singleSteps : 0));
}

/// Dropout with its mask, and the residual sum.
void WorkCounter::residual(double elements)
{
    elementwise(elements, m_layer.dropout ? 4 : 3, 1);
    keep(elements, m_layer.dropout ? 1 : 0);
}

/// `visible`: share of the query-key pairs that masks leave; fused kernels skip the others.
void WorkCounter::attention(double queries, double keys, double visible)
{
    const double t = m_shard.tensor;
    const double width = static_cast<double>(m_layer.heads * m_layer.headDim) / t;
    const double pairs = queries * keys;
    Operator op;
    op.kind = Operator::Kind::Attention;
    op.flops = 4 * pairs * width;
    op.backwardFactor = fusedAttentionBackward;
    if (!m_training.storesAttentionMatrix()) {
        op.flops *= visible;
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

void WorkCounter::selfAttention()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double t = m_shard.tensor;
    const double query = static_cast<double>(m_layer.heads * m_layer.headDim) / t;
    const double keyHeads = std::max(1.0, static_cast<double>(m_layer.kvHeads) / t);
    const double keyValue = 2 * keyHeads * static_cast<double>(m_layer.headDim);
    const double tokens = static_cast<double>(tokensOf(m_layer, m_shard.sequence));
    const bool causal = m_layer.kind == LayerKind::Decoder || m_layer.kind == LayerKind::CrossDecoder;
    const double span = m_layer.window > 0 ? std::min(tokens, static_cast<double>(m_layer.window)) : tokens;

    norm(m_outer * h);
    gemm(m_tokens, h, query + keyValue);
    keepGathered(h);                               // input of the QKV product
    keep(m_tokens * (query + keyValue), m_width);  // queries, keys, values
    // The first queries of a causal window see fewer keys than it is wide; of a window of all tokens, half on average.
    attention(m_tokens, span, causal ? 1 - span / (2 * tokens) : 1);
    gemm(m_tokens, query, h);
    keep(m_tokens * query, m_width + (isNarrow() ? 1 : 0));  // output of attention, and input of the projection
    residual(m_outer * h);
    ++m_work.tensorReductions;
}

void WorkCounter::crossAttention()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double query = static_cast<double>(m_layer.heads * m_layer.headDim) / m_shard.tensor;
    const double source = static_cast<double>(m_layer.sourceTokens > 0 ? m_layer.sourceTokens : m_shard.sequence);
    const double sourceTokens = m_shard.samples * source / m_shard.context;

    norm(m_outer * h);
    gemm(m_tokens, h, query);
    gemm(sourceTokens, h, 2 * query);
    keep(m_outer * h, m_width);
    keep(m_tokens * query + sourceTokens * 2 * query, m_width);
    attention(m_tokens, source, 1);
    gemm(m_tokens, query, h);
    keep(m_tokens * query, m_width);
    residual(m_outer * h);
    ++m_work.tensorReductions;
}

/// The feed-forward part on `tokens` tokens with inner width `width` (already divided by t where split).
void WorkCounter::mlp(double tokens, double width, bool split)
{
    const double h = static_cast<double>(m_layer.hidden);
    const double inner = split ? width / m_shard.tensor : width;
    gemm(tokens, h, m_layer.gatedMlp ? 2 * inner : inner);
    elementwise(tokens * inner, m_layer.gatedMlp ? 3 : 2);
    keep(tokens * inner * (m_layer.gatedMlp ? 2 : 1), m_width);  // input of the activation
    flow(tokens * inner * (m_layer.gatedMlp ? 3 : 2));           // gradients of the activation's output and input
    gemm(tokens, inner, h);
    keepInput(tokens * inner);  // input of the second product
}

/// Routed experts: each token visits topK of them; a device holds experts/e and sees its share of all tokens.
void WorkCounter::experts()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double routed = m_tokens * static_cast<double>(m_layer.topK);
    gemm(m_tokens, h, static_cast<double>(m_layer.experts));
    keep(m_tokens * static_cast<double>(m_layer.experts), 4);  // router probabilities
    elementwise(routed * h, 4, 1);                             // permute, and weigh and sum on the way back
    keep(2 * routed * h, m_width);                             // dispatched tokens, expert outputs
    mlp(routed, static_cast<double>(m_layer.ffn), true);
    if (m_layer.sharedFfn > 0) {
        mlp(m_tokens, static_cast<double>(m_layer.sharedFfn), true);
    }
}

void WorkCounter::transformerBlock()
{
    const double h = static_cast<double>(m_layer.hidden);
    selfAttention();
    if (m_layer.kind == LayerKind::CrossDecoder) {
        crossAttention();
    }
    norm(m_outer * h);
    keepGathered(h);  // input of the feed-forward part
    if (m_layer.experts > 0) {
        experts();
    } else {
        mlp(m_tokens, static_cast<double>(m_layer.ffn), true);
    }
    residual(m_outer * h);
    ++m_work.tensorReductions;
    m_work.tensorReductionsBackward = m_work.tensorReductions;
    flowGathered();
    finish(m_outer * h);
}

void WorkCounter::embedding()
{
    const double elements = m_outer * static_cast<double>(m_layer.hidden);
    elementwise(elements, m_layer.learnedPositions > 0 ? 4 : 2, 2);
    keep(elements, m_layer.dropout ? 1 : 0);
    m_work.kept.whole += m_tokens * 8;  // token ids, 64 bit
    m_work.kept.input = m_tokens * 8;
    m_work.tensorReductions = 1;
}

void WorkCounter::patchEmbedding()
{
    const double channels = static_cast<double>(m_layer.inputChannels);
    gemm(m_tokens, channels, static_cast<double>(m_layer.hidden));
    keep(m_tokens * channels, m_width);
    finish(m_tokens * channels);
}

void WorkCounter::patchMerging()
{
    const double channels = static_cast<double>(m_layer.inputChannels);
    norm(m_tokens * channels);
    gemm(m_tokens, channels, static_cast<double>(m_layer.hidden));
    keep(m_tokens * channels, m_width);
    finish(m_tokens * channels);
}

/// A convolution as a matrix product, its batch norm and its activation.
void WorkCounter::convolution(double outputs, double kernelInputs, double outputChannels, double inputElements)
{
    gemm(outputs, kernelInputs, outputChannels);
    elementwise(outputs * outputChannels, 4);
    keep(inputElements, m_width);             // its input
    keep(outputs * outputChannels, m_width);  // the batch norm's input
}

void WorkCounter::convStem()
{
    const double b = m_shard.samples;
    const double map = static_cast<double>(m_layer.spatial * m_layer.spatial);
    const double stride2 = static_cast<double>(m_layer.stride * m_layer.stride);
    const double in = static_cast<double>(m_layer.inputChannels);
    const double out = static_cast<double>(m_layer.outputChannels);
    const double kernel = static_cast<double>(m_layer.kernel * m_layer.kernel);
    convolution(b * map, kernel * in, out, b * map * stride2 * in);
    finish(b * map * stride2 * in);
}

void WorkCounter::bottleneck()
{
    const double b = m_shard.samples;
    const double map = static_cast<double>(m_layer.spatial * m_layer.spatial);
    const double stride2 = static_cast<double>(m_layer.stride * m_layer.stride);
    const double in = static_cast<double>(m_layer.inputChannels);
    const double mid = static_cast<double>(m_layer.midChannels);
    const double out = static_cast<double>(m_layer.outputChannels);
    const double input = b * map * stride2;
    convolution(input, in, mid, input * in);
    convolution(b * map, 9 * mid, mid, input * mid);  // the stride sits in the 3x3
    convolution(b * map, mid, out, b * map * mid);
    if (m_layer.inputChannels != m_layer.outputChannels || m_layer.stride != 1) {
        convolution(b * map, in, out, 0);  // projection of the residual; its input is the block's, counted above
    }
    elementwise(b * map * out, 3, 1);
    finish(input * in);
}

void WorkCounter::head()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double vocabulary = static_cast<double>(m_layer.vocabulary) / m_shard.tensor;
    const double logits = m_tokens * vocabulary;
    norm(m_outer * h);
    gemm(m_tokens, h, vocabulary);
    keep(m_outer * h, m_width);
    loss(logits);
    flowGathered();
    m_work.tensorReductionsBackward = 1;
    finish(m_outer * h);
}

/// Under Megatron SP a product's backward holds its gathered input and that one's gradient.
void WorkCounter::flowGathered()
{
    if (m_shard.tokensSplit) {
        m_work.kept.activationGradients += 2 * m_tokens * static_cast<double>(m_layer.hidden) * m_width;
    }
}

/// A fused loss reads the logits, and in backward puts their gradient in their place.
void WorkCounter::loss(double logits)
{
    const Framework& framework = m_training.framework;
    m_work.kept.logitGradients = logits * framework.logitCopyBytes;
    if (framework.fusedLoss) {
        elementwise(logits, 1, 2);
        keep(logits, m_width);
        return;
    }
    elementwise(logits, lossBytes / m_width, lossBackwardBytes / lossBytes);
    keep(logits, 4);  // probabilities
    m_work.kept.logitGradients += logits * m_width;
}

void WorkCounter::classifier()
{
    const double width = static_cast<double>(m_layer.hidden);
    elementwise(m_tokens * width, 1);
    gemm(m_shard.samples, width, static_cast<double>(m_layer.vocabulary));
    keep(m_tokens * width, m_width);
    finish(m_tokens * width);
}

LayerWork operatorsOf(const LayerSpec& layer, const ShardShape& shard, const Training& training)
{
    WorkCounter counter(layer, shard, training);
    switch (layer.kind) {
    case LayerKind::Embedding:
        counter.embedding();
        break;
    case LayerKind::PatchEmbedding:
        counter.patchEmbedding();
        break;
    case LayerKind::Encoder:
    case LayerKind::Decoder:
    case LayerKind::CrossDecoder:
    case LayerKind::Swin:
        counter.transformerBlock();
        break;
    case LayerKind::PatchMerging:
        counter.patchMerging();
        break;
    case LayerKind::ConvStem:
        counter.convStem();
        break;
    case LayerKind::Bottleneck:
        counter.bottleneck();
        break;
    case LayerKind::Head:
        counter.head();
        break;
    case LayerKind::Classifier:
        counter.classifier();
        break;
    }
    return counter.take();
}

/// Whether tensor parallelism splits the layer's parameters. Its vectors (norms, biases), under 0.1 % of them, are
/// counted as split too.
bool isSplit(const LayerSpec& layer)
{
    return layer.heads > 0 || layer.kind == LayerKind::Embedding || layer.kind == LayerKind::Head;
}

/// Key and value projections beyond an even split: where the heads are fewer than the tensor group, several ranks hold
/// the same one.
double replicatedParameters(const LayerSpec& layer, int tensor)
{
    if (layer.kvHeads == 0 || layer.kvHeads >= tensor) {
        return 0;
    }
    const double perHead = 2 * static_cast<double>(layer.headDim * (layer.hidden + (layer.qkvBias ? 1 : 0)));
    return perHead * (1 - static_cast<double>(layer.kvHeads) / tensor);
}

double expertParametersOf(const LayerSpec& layer)
{
    const double matrices = layer.gatedMlp ? 3 : 2;
    return static_cast<double>(layer.experts) * matrices * static_cast<double>(layer.hidden * layer.ffn);
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
    const double split = isSplit(layer) ? shard.tensor : 1;
    work.usedParameters = (all - inExperts) / split + replicatedParameters(layer, shard.tensor);
    work.expertParameters = inExperts / (split * shard.expert);
    const bool owned = !layer.tied || pipeline > 1;
    work.parameters = owned ? work.usedParameters : (parameterCount(layer) - inExperts) / split;

    ShardShape whole = shard;
    whole.tensor = whole.context = whole.expert = 1;
    whole.tokensSplit = false;
    Training full = training;
    full.fusedAttention = false;
    for (const Operator& op : operatorsOf(layer, whole, full).operators) {
        work.modelFlops += 3 * op.flops / shard.context;
    }
    return work;
}

double boundaryElements(const LayerSpec& layer, const LayerSpec& next, std::int64_t sequence)
{
    if (layer.spatial > 0) {
        return static_cast<double>(layer.spatial * layer.spatial * layer.outputChannels);
    }
    double elements = static_cast<double>(tokensOf(layer, sequence) * layer.hidden);
    if (next.kind == LayerKind::CrossDecoder && layer.kind == LayerKind::CrossDecoder) {
        const std::int64_t source = layer.sourceTokens > 0 ? layer.sourceTokens : sequence;
        elements += static_cast<double>(source * layer.hidden);
    }
    return elements;
}

}  // namespace pgram
