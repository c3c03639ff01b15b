// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The kinds of layers that vision models have beside their transformer blocks.
#include "core/model/work_counter.h"

namespace pgram {

void WorkCounter::patchEmbedding()
{
    const double channels = static_cast<double>(m_layer.inputChannels);
    gemm(m_tokens, channels, static_cast<double>(m_layer.hidden));
    keep(readsInput() ? m_tokens * channels : 0, m_width);
    finish(m_tokens * channels);
}

void WorkCounter::patchMerging()
{
    const double channels = static_cast<double>(m_layer.inputChannels);
    const auto inner = static_cast<double>(m_layer.ffn);
    const auto h = static_cast<double>(m_layer.hidden);
    if (m_layer.norm != Norm::None) {
        norm(m_tokens * channels);
    }
    gemm(m_tokens, channels, inner > 0 ? inner : h);
    keep(readsInput() ? m_tokens * channels : 0, m_width);
    if (inner > 0) {  // a projector: an activation and a second product
        elementwise(m_tokens * inner, 2);
        keep(m_tokens * inner, m_width);
        gemm(m_tokens, inner, h);
        keep(readsInput() ? m_tokens * inner : 0, m_width);
    }
    finish(m_tokens * channels);
}

/// A convolution as a matrix product, its norm and its activation, which works in place: where no norm reads what the
/// convolution writes, the next layer keeps it as its input.
void WorkCounter::convolution(const ConvolutionShape& shape)
{
    const double b = m_shard.samples;
    const bool isNormed = shape.normed > 0;
    const double activated = b * static_cast<double>(shape.activated);
    gemm(b * static_cast<double>(shape.positions), static_cast<double>(shape.inputs),
         static_cast<double>(shape.channels));
    if (activated > 0) {
        elementwise(activated, isNormed ? 4 : 2);
    }
    keep(b * static_cast<double>(shape.kept), m_width);
    if (isNormed) {
        keep(activated, m_width);  // the norm's input
    }
}

/// The largest of each window, whose place backward reads beside the input: an index of 64 bits, as in PyTorch.
void WorkCounter::maxPooling()
{
    constexpr double indexBytes = 8;
    const double input = m_shard.samples * static_cast<double>(inputElements(m_layer));
    const double pooled = input / static_cast<double>(m_layer.pool * m_layer.pool);
    elementwise(input + pooled, 1);
    keep(input, m_width);
    keep(pooled, indexBytes);
}

void WorkCounter::convolutionLayer()
{
    const double b = m_shard.samples;
    const double output = b * static_cast<double>(outputElements(m_layer));
    if (m_layer.pool > 1) {
        maxPooling();
    }
    for (const ConvolutionShape& shape : convolutionsOf(m_layer)) {
        convolution(shape);
    }
    const bool isBlock = m_layer.kind == LayerKind::BasicBlock || m_layer.kind == LayerKind::Bottleneck;
    if (isBlock || !m_layer.skipFrom.empty()) {
        elementwise(output, 3, 1);  // the sum with the residual or the skip, or both beside each other
    }
    finish(b * static_cast<double>(inputElements(m_layer)));
    // Gradients of what later layers join wait for the layers that wrote it.
    flow(b * static_cast<double>(m_layer.carried));
    m_work.kept.lasting = b * static_cast<double>(m_layer.lastingInput) * m_width;
}

}  // namespace pgram
