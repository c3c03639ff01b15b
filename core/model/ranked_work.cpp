// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Attention whose queries come from a rank, compressed keys, and residual streams (DeepSeek-V4: transformers 02356fec,
// models/deepseek_v4; Megatron-LM 009276bb, experimental_attention_variant/deepseek_v4_hybrid_attention.py).
#include "core/model/work_counter.h"

namespace pgram {

/// Counts attention whose queries come from a rank: down to it on each device's own tokens, a norm there, up to the
/// heads of the device, whose queries have a norm without weights each. Keys, values and compressed keys come from the
/// whole input: ranks of a tensor group that share a head of keys make it alike.
void WorkCounter::rankedAttention()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double t = m_shard.tensor;
    const double rank = static_cast<double>(m_layer.queryRank);
    const double query = static_cast<double>(m_layer.heads * m_layer.headDim) / t;
    const double heads = std::max(1.0, static_cast<double>(m_layer.kvHeads) / t);
    const double values = m_layer.valuesAreKeys ? 0 : heads * valueWidth();
    const double keys = heads * static_cast<double>(m_layer.headDim);

    m_part = LayerPart::Attention;
    constexpr ModuleSet operations{Module::Operations};
    repeated(operations, [&] { norm(m_outer * h); });
    dropped(operations, [&] { keepGathered(h); });
    const ModuleSet down = nextProduct();
    repeated(down, [&] { gemm(m_outer, h, rank); });
    dropped(down, [&] { normForModules(m_outer * rank); });
    gatherAgain(rank);
    const ModuleSet ofQueries = nextProduct({Module::LatentUp});
    repeated(ofQueries, [&] { gemm(m_tokens, rank, query); });
    const ModuleSet ofKeys = nextProduct();
    repeated(ofKeys, [&] { gemm(m_tokens, h, keys + values, 1, m_layer.valuesAreKeys ? 1 : 2); });
    repeated({Module::LatentUp, Module::Operations}, [&] {
        elementwise(m_tokens * query, 4);            // norm, rotation
        elementwise(m_tokens * (keys + values), 2);  // rotation
    });
    dropped(ofQueries, [&] { keep(2 * m_tokens * query, m_width); });  // in front of the norm, and behind it
    dropped(ofKeys, [&] { keep(m_tokens * keptKeyValue(Attention::Self), m_width); });
    if (isCompressed(m_layer)) {
        compressor(keys);
    }
    attendToSelf(static_cast<double>(tokensOf(m_layer, m_shard.sequence)));
    attentionOutput();
}

/// Counts what is behind attention: its gate, the product, of each group of heads and then of all if the output has a
/// rank, and the sum with the residual.
void WorkCounter::attentionOutput()
{
    const double h = static_cast<double>(m_layer.hidden);
    const double attended = static_cast<double>(m_layer.heads) * valueWidth() / m_shard.tensor;
    outputGate();
    if (m_layer.outputRank > 0) {
        const double groups = static_cast<double>(m_layer.outputGroups) / m_shard.tensor;
        const double rank = static_cast<double>(m_layer.outputRank);
        const ModuleSet ofGroups = nextProduct();
        repeated(ofGroups, [&] { gemm(m_tokens * groups, attended / groups, rank, groups); });
        dropped(ofGroups, [&] { keepInput(m_tokens * groups * rank); });
        repeated(nextProduct(), [&] { gemm(m_tokens, groups * rank, h); });
    } else {
        repeated(nextProduct(), [&] { gemm(m_tokens, attended, h); });
    }
    keepAttended(m_tokens * attended);
    residual(m_outer * h);
    ++m_work.tensorReductions;
}

/// Counts compressed keys of `width` channels: a product of the input, whose results are summed by their weights over
/// the tokens of a key, and a norm. Backward reads the product's results.
void WorkCounter::compressor(double width)
{
    const auto columns = static_cast<double>(compressorColumns(m_layer, std::llround(width)));
    gemm(m_tokens, static_cast<double>(m_layer.hidden), columns, 1, 2);
    elementwise(m_tokens * columns, 1);
    keep(m_tokens * columns, m_width);
    norm(m_tokens * width / static_cast<double>(m_layer.compression));
}

/// Counts how a part of a block, or the head, makes its input of several residual streams: a norm without weights, a
/// product of all streams to `columns` weights, and the sum of the streams. Backward reads the streams. The Sinkhorn
/// iterations work on a few elements of a token and are not counted.
void WorkCounter::readStreams(double tokens, std::int64_t columns)
{
    if (m_layer.streams == 1) {
        return;
    }
    constexpr double weightBytes = 4;
    const double streams = static_cast<double>(m_layer.streams);
    const double all = tokens * static_cast<double>(streamWidth(m_layer));
    m_part = LayerPart::Other;
    elementwise(all, 1);
    gemm(tokens, static_cast<double>(streamWidth(m_layer)), static_cast<double>(columns));
    m_work.operators.back().quantised = false;
    m_work.operators.back().aligned = true;  // few columns, which frameworks pad to what the matrix units take
    keep(tokens * static_cast<double>(columns), weightBytes);
    elementwise(all, 1 + 1 / streams);
    keep(all, m_width);
}

}  // namespace pgram
