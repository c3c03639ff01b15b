// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mixers with a state (linear attention, state-space layers), and the indexer of sparse attention.
#include "core/model/mixers.h"
#include "core/model/work_counter.h"

namespace pgram {

namespace {

/// Backward computes the states of all chunks again, as fused attention does its scores.
constexpr double stateBackward = 2.5;

}  // namespace

/// Counts a mixer with a state: the product of the input, a short convolution with its activation, the kernels that
/// update and read the states chunk by chunk, a gated norm of the output, and the product behind it. Heads are divided
/// as those of attention are; the first products of low-rank gates are whole on every device.
void WorkCounter::stateMixing(const StateMixer& mixer)
{
    const double h = static_cast<double>(m_layer.hidden);
    const double t = m_shard.tensor;
    const double heads = static_cast<double>(m_layer.heads) / t;
    const StateWidths all = stateWidthsOf(m_layer, mixer);
    const double keys = std::max(static_cast<double>(m_layer.headDim), all.keys / t);
    const double values = all.values / t;
    const double convolved = mixer.scansChannels ? values : 2 * keys + values;
    const double projected = convolved + mixer.gates * values + mixer.scalars * heads;

    m_part = LayerPart::Attention;
    constexpr ModuleSet operations{Module::Operations};
    repeated(operations, [&] { norm(m_outer * h); });
    dropped(operations, [&] { keepGathered(h); });
    repeated(nextProduct(), [&] { gemm(m_tokens, h, projected - mixer.scalars * heads); });
    if (mixer.scalars > 0) {
        // A product of its own: few columns, which frameworks pad to what the matrix units take.
        gemm(m_tokens, h, mixer.scalars * heads);
        m_work.operators.back().aligned = true;
    }
    keep(m_tokens * projected, m_width);
    if (mixer.lowRankGates) {
        lowRankGate(static_cast<double>(m_layer.headDim), keys);
        if (m_layer.outputGate) {
            gemm(m_tokens, h, values);
            keep(m_tokens * values, m_width);
        } else {
            lowRankGate(valueWidth(), values);
        }
    }
    if (m_layer.convolution > 0 || mixer.activates) {
        constexpr double passes = 2;  // read, written
        elementwise(m_tokens * convolved, passes);
        m_work.operators.back().flops = 2 * m_tokens * convolved * static_cast<double>(m_layer.convolution);
    }
    if (mixer.keepsActivated) {
        keep(m_tokens * convolved, m_width);
    }
    if (mixer.scansChannels) {
        lateProducts(keys, values);
    }
    Operator op;
    op.kind = Operator::Kind::StateScan;
    op.flops = m_tokens * heads * mixer.stateFlops * stateElements(m_layer) / static_cast<double>(m_layer.heads);
    op.kernelFlops = m_tokens * heads * chunkFlops(m_layer, mixer);
    op.backwardFactor = stateBackward;
    m_work.operators.push_back(op);
    keep(m_tokens * heads * mixer.chunk * mixer.keptSquares, m_width);
    keep(m_tokens * values, m_width);        // output of the states, input of the norm
    elementwise(m_tokens * values, 3, 1.5);  // gate, norm, result
    repeated(nextProduct(), [&] { gemm(m_tokens, values, h); });
    keepInput(m_tokens * values);
    flow(m_tokens * projected);
    residual(m_outer * h);
    ++m_work.tensorReductions;
}

/// Counts the products of Mamba-1's channels: the keys, what is written by them and read, and the ranks of the steps,
/// and from those the step of each channel. The sum over a tensor group in between, a few per cent of the block's, is
/// not counted.
void WorkCounter::lateProducts(double keys, double values)
{
    const double rank = static_cast<double>(m_layer.stepRank);
    gemm(m_tokens, values, rank + 2 * keys);
    gemm(m_tokens, rank, values);
    keep(m_tokens * (rank + 2 * keys + values), m_width);
}

/// Counts a gate of `width` channels that comes from the input through `rank` channels. Backward reads both results.
void WorkCounter::lowRankGate(double rank, double width)
{
    const double h = static_cast<double>(m_layer.hidden);
    gemm(m_tokens, h, rank);
    gemm(m_tokens, rank, width);
    keep(m_tokens * (rank + width), m_width);
}

/// Counts the indexer of sparse attention (DeepSeek-V3.2): queries of its own heads, one key and a weight for each head
/// from the input, and the scores of all keys that a query may see. Its parameters are whole on every device.
void WorkCounter::indexer(double visibleKeys, double visible)
{
    if (m_layer.indexHeads == 0) {
        return;
    }
    const double h = static_cast<double>(m_layer.hidden);
    const double heads = static_cast<double>(m_layer.indexHeads);
    const double width = static_cast<double>(m_layer.indexWidth);
    const double from = m_layer.queryRank > 0 ? static_cast<double>(m_layer.queryRank) : h;
    gemm(m_tokens, from, heads * width);
    if (isCompressed(m_layer)) {
        gemm(m_tokens, h, heads);
        compressor(width);
        keep(m_tokens * heads * (width + 1), m_width);
    } else {
        gemm(m_tokens, h, width + heads);
        keep(m_tokens * (heads * width + width + heads), m_width);
    }
    Operator op;
    op.kind = Operator::Kind::Attention;
    op.flops = 2 * m_tokens * visibleKeys * visible * heads * width;
    op.rows = m_tokens / m_shard.samples;
    op.heads = m_shard.samples * heads;
    op.headDim = width;
    op.operandBytes = m_width * m_tokens * (heads + 1) * width;
    op.backwardFactor = 2;
    m_work.operators.push_back(op);
}

}  // namespace pgram
