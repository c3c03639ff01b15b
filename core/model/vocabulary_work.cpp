// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The layers that work on the vocabulary: embedding, prediction of later tokens, head and loss.
#include "core/model/work_counter.h"

namespace pgram {

namespace {

/// Bytes a logit moves in an unfused loss in 32 bit: cast (2 + 4), maximum (4), shift and exponent (16), sum (4), pick;
/// backward: scale in place (8), cast back (4 + 2).
constexpr double lossBytes = 30;
constexpr double lossBackwardBytes = 14;

constexpr double tokenId = 8;      // 64 bit
constexpr double probability = 4;  // 32 bit

}  // namespace

/// Multi-token prediction (2412.19437 §2.2): the embedding of a later token beside the hidden state, each normalised,
/// both projected to one width, a block, and a norm; the head's product is counted with the head. In a tensor group the
/// projection's columns are gathered (Megatron-LM d98e8a64, multi_token_prediction.py: _concat_embeddings): about what
/// one more sum of a block's output moves.
void WorkCounter::prediction()
{
    const double h = static_cast<double>(m_layer.hidden);
    m_part = LayerPart::Other;
    elementwise(m_outer * h, 2, 2);           // look up
    m_work.kept.whole += m_tokens * tokenId;  // for the gradient of the table
    norm(m_outer * h);
    norm(m_outer * h);
    gemm(m_tokens, 2 * h, h / m_shard.tensor);
    keepGathered(2 * h);
    ++m_work.tensorReductions;
    transformerBlock();
    norm(m_outer * h);
}

void WorkCounter::embedding()
{
    const double elements = m_outer * static_cast<double>(m_layer.hidden);
    const auto table = static_cast<double>(m_layer.tableWidth);
    elementwise(table > 0 ? m_outer * table : elements, m_layer.learnedPositions > 0 ? 4 : 2, 2);
    if (table > 0) {
        gemm(m_outer, table, static_cast<double>(m_layer.hidden));
        keep(readsInput() ? m_outer * table : 0, m_width);
    }
    keep(elements, m_layer.dropout ? 1 : 0);
    m_work.kept.whole += m_tokens * tokenId;
    m_work.kept.input = m_tokens * tokenId;
    m_work.tensorReductions = 1;
}

void WorkCounter::head()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double vocabulary = static_cast<double>(m_layer.vocabulary) / m_shard.tensor;
    const double outputs = 1 + m_layer.predictions;  // for each token
    const double tokens = m_tokens * outputs;
    const double outer = m_outer * outputs;
    const auto table = static_cast<double>(m_layer.tableWidth);
    readStreams(outer, m_layer.streams);
    norm(m_outer * h);  // prediction layers end in norms of their own
    if (table > 0) {
        gemm(tokens, h, table);
        keep(readsInput() ? tokens * table : 0, m_width);
    }
    gemm(tokens, table > 0 ? table : h, vocabulary);
    const bool keepsGradient = m_training.loss == LossKind::Chunked;  // in the place of the input
    keep(readsInput() || keepsGradient ? outer * h : 0, m_width);
    gatherAgain(h);
    loss(tokens, vocabulary);
    flowGathered();
    m_work.tensorReductionsBackward = 1;
    finish(outer * static_cast<double>(streamWidth(m_layer)));
}

/// A fused loss reads the logits, and in backward puts their gradient in their place. A chunked one does so for a chunk
/// of tokens at a time, whose logits take as many bytes as the product's input, rounded up to a power of two, and makes
/// the gradients of the input and of the weights, in 16 bits, from these (Liger Kernel 00eba634,
/// fused_linear_cross_entropy.py).
void WorkCounter::loss(double tokens, double vocabulary)
{
    const Framework& framework = m_training.framework;
    const double logits = tokens * vocabulary;
    switch (m_training.loss) {
    case LossKind::Chunked: {
        const double width = static_cast<double>(m_layer.tableWidth > 0 ? m_layer.tableWidth : m_layer.hidden);
        const double chunk = std::exp2(std::ceil(std::log2(std::ceil(tokens / std::ceil(vocabulary / width)))));
        elementwise(logits, 1, 2);
        m_work.kept.logitGradients = std::min(chunk, tokens) * vocabulary * m_width;
        m_work.kept.logitGradients += m_trains == Trains::All ? vocabulary * width * m_width : 0;
        return;
    }
    case LossKind::Fused:
        elementwise(logits, 1, 2);
        keep(logits, m_width);
        m_work.kept.logitGradients = logits * framework.logitCopyBytes;
        return;
    case LossKind::Plain:
        break;
    }
    elementwise(logits, lossBytes / m_width, lossBackwardBytes / lossBytes);
    keep(logits, probability);
    m_work.kept.logitGradients = logits * (framework.logitCopyBytes + m_width);
    m_work.kept.freedByLoss = logits * (probability - m_width);
}

}  // namespace pgram
