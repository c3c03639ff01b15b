// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/convolution.h"

#include "core/model/layer_kinds.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

constexpr std::int64_t square(std::int64_t side)
{
    return side * side;
}

/// The convolutions of a residual block, one after the other; the stride sits in the first of 3x3.
class Block {
public:
    explicit Block(const LayerSpec& layer) : m_layer(layer), m_in(layer.inputChannels), m_side(inputSide(layer)) {}

    Block& then(std::int64_t kernel, std::int64_t out)
    {
        const std::int64_t read = square(m_side) * m_in;
        m_side = kernel > 1 ? m_layer.spatial : m_side;
        const std::int64_t written = square(m_side) * out;
        // A norm in front works on what the convolution reads, else on what it writes.
        const bool inFront = m_layer.preActivation;
        m_shapes.push_back(
            {square(m_side), square(kernel) * m_in, out, read, inFront ? read : written, inFront ? m_in : out});
        m_in = out;
        return *this;
    }

    /// With the projection of the residual where width or map change: it reads the block's input, which is kept.
    std::vector<ConvolutionShape> take()
    {
        const std::int64_t out = m_layer.outputChannels;
        if (m_layer.inputChannels != out || m_layer.stride != 1) {
            const std::int64_t map = square(m_layer.spatial);
            const bool isNormed = !m_layer.preActivation;
            m_shapes.push_back({map, m_layer.inputChannels, out, 0, isNormed ? map * out : 0, isNormed ? out : 0});
        }
        return std::move(m_shapes);
    }

private:
    const LayerSpec& m_layer;
    std::int64_t m_in;
    std::int64_t m_side;
    std::vector<ConvolutionShape> m_shapes;
};

ConvolutionShape convolution(const LayerSpec& layer)
{
    const std::int64_t map = square(layer.spatial);
    const std::int64_t own = ownChannels(layer);
    return {map,
            square(layer.kernel) * layer.inputChannels,
            own,
            square(inputSide(layer) / layer.pool) * layer.inputChannels,
            map * own,
            layer.norm != Norm::None ? own : 0,
            layer.linearBias ? own : 0};
}

/// Each position of the input writes as many as the kernel has.
ConvolutionShape upConvolution(const LayerSpec& layer)
{
    const std::int64_t own = ownChannels(layer);
    return {square(inputSide(layer)),  layer.inputChannels,         square(layer.kernel) * own,
            inputElements(layer),      square(layer.spatial) * own, 0,
            layer.linearBias ? own : 0};
}

}  // namespace

bool isConvolution(const LayerSpec& layer)
{
    return rulesOf(layer.kind).isConvolution;
}

std::vector<ConvolutionShape> convolutionsOf(const LayerSpec& layer)
{
    const std::int64_t mid = layer.midChannels;
    const std::int64_t out = layer.outputChannels;
    const std::int64_t map = square(layer.spatial);
    switch (layer.kind) {
    case LayerKind::ConvStem:
        return {{map, square(layer.kernel) * layer.inputChannels, out, inputElements(layer), map * out, out}};
    case LayerKind::Convolution:
        return {convolution(layer)};
    case LayerKind::UpConvolution:
        return {upConvolution(layer)};
    case LayerKind::BasicBlock:
        return Block(layer).then(3, out).then(3, out).take();
    case LayerKind::Bottleneck:
        return Block(layer).then(1, mid).then(3, mid).then(1, out).take();
    default:
        return {};
    }
}

std::int64_t inputSide(const LayerSpec& layer)
{
    if (layer.kind == LayerKind::UpConvolution) {
        return layer.spatial / std::max<std::int64_t>(1, layer.kernel);
    }
    if (layer.kind == LayerKind::Convolution && !layer.padded) {
        return ((layer.spatial - 1) * layer.stride + layer.kernel) * layer.pool;
    }
    return layer.spatial * layer.stride * layer.pool;
}

std::int64_t inputElements(const LayerSpec& layer)
{
    return square(inputSide(layer)) * layer.inputChannels;
}

std::int64_t outputElements(const LayerSpec& layer)
{
    return square(layer.spatial) * layer.outputChannels;
}

std::int64_t ownChannels(const LayerSpec& layer)
{
    const bool joins = !layer.skipFrom.empty() && layer.midChannels > 0;
    return joins ? layer.midChannels : layer.outputChannels;
}

void resolveSkips(Architecture& model)
{
    std::vector<LayerSpec>& runs = model.runs;
    for (LayerSpec& run : runs) {
        run.carried = run.lastingInput = 0;
    }
    for (std::size_t source = 0; source < runs.size(); ++source) {
        std::size_t last = source;  // that joins it
        for (std::size_t run = source + 1; run < runs.size(); ++run) {
            last = !runs[source].name.empty() && runs[run].skipFrom == runs[source].name ? run : last;
        }
        const std::int64_t elements = outputElements(runs[source]);
        for (std::size_t run = source + 1; run <= last; ++run) {
            (run == source + 1 ? runs[run].lastingInput : runs[run].carried) += elements;
        }
    }
}

}  // namespace pgram
