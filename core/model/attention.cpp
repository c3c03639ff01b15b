// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/attention.h"

#include "core/model/layer_work.h"

#include <algorithm>
#include <array>

namespace pgram {

std::span<const Attention> attentionsOf(const LayerSpec& layer)
{
    static constexpr std::array both{Attention::Self, Attention::Cross};
    const bool attends = layer.heads > 0 && layer.mixer == Mixer::Attention;
    const std::size_t count = !attends ? 0 : layer.kind == LayerKind::CrossDecoder ? 2 : 1;
    return std::span(both).first(count);
}

std::int64_t keyTokensOf(const LayerSpec& layer, Attention attention, std::int64_t sequence)
{
    if (attention == Attention::Self) {
        return tokensOf(layer, sequence);
    }
    return layer.sourceTokens > 0 ? layer.sourceTokens : sequence;
}

KeyValueElements keyValueElements(const LayerSpec& layer, Attention attention, int ranks)
{
    // Cross-attention has as many heads of keys and values as of queries.
    const std::int64_t all = attention == Attention::Cross ? layer.heads : layer.kvHeads;
    const double heads = std::max(1.0, static_cast<double>(all) / ranks);
    const double share = isCompressed(layer) ? 1 / asDouble(layer.compression) : 0;
    const double values = hasOneKeyValue(layer) ? 0 : heads * static_cast<double>(valueWidthOf(layer));
    return {heads * static_cast<double>(layer.headDim) * (1 + share), values * (1 + share)};
}

std::int64_t compressorColumns(const LayerSpec& layer, std::int64_t width)
{
    const std::int64_t series = layer.selected > 0 ? 2 : 1;
    return 2 * series * width;
}

std::int64_t valueWidthOf(const LayerSpec& layer)
{
    return layer.valueDim > 0 ? layer.valueDim : layer.headDim;
}

}  // namespace pgram
