// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The kinds of layers that vision models have beside their transformer blocks.
#include "core/model/work_counter.h"

namespace pgram {

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

}  // namespace pgram
