// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The keys and values that a layer's attentions read: how many tokens have them, and how wide they are on one rank.
// What is computed, kept and sent of them is counted from here.
#pragma once

#include "core/model/architecture.h"

#include <cstdint>
#include <span>

namespace pgram {

/// Whose keys and values an attention reads.
enum class Attention {
    Self,   ///< those of the layer's own tokens
    Cross,  ///< those of the encoder's output (T5 decoder)
};

/// Attentions of the layer, in the order in which they run; none where it has no heads.
[[nodiscard]] std::span<const Attention> attentionsOf(const LayerSpec& layer);

/// Tokens per sample that have the keys and values; `sequence` is n.
[[nodiscard]] std::int64_t keyTokensOf(const LayerSpec& layer, Attention attention, std::int64_t sequence);

/// Elements of one token.
struct KeyValueElements {
    double keys = 0;
    double values = 0;
    [[nodiscard]] double both() const { return keys + values; }
};

/// On one of `ranks` ranks that share the heads out, a whole head at least: where key and value heads are fewer than
/// ranks, several ranks have the same one. Multi-latent attention sends and keeps them as wide as attention reads them,
/// values narrower than keys. Beside compression each token has its share of a compressed key, too. Keys that are
/// values count once.
[[nodiscard]] KeyValueElements keyValueElements(const LayerSpec& layer, Attention attention, int ranks);

/// Returns true if queries also attend to compressed keys, which stand for several tokens each.
[[nodiscard]] inline bool isCompressed(const LayerSpec& layer)
{
    return layer.compression > 0;
}
/// Returns true if keys and values are one tensor (DeepSeek-V4), and not two that one product gives (Gemma 4).
[[nodiscard]] inline bool hasOneKeyValue(const LayerSpec& layer)
{
    return layer.valuesAreKeys && layer.queryRank > 0;
}
/// Returns the columns of the product that compressed keys of `width` channels are made of: the channels and a weight
/// for each, of two series where an indexer selects among the keys, whose tokens then overlap (DeepSeek-V4:
/// transformers 02356fec, models/deepseek_v4; the keys of its indexer are made alike).
[[nodiscard]] std::int64_t compressorColumns(const LayerSpec& layer, std::int64_t width);

/// Elements of one head's values, and so of its output.
[[nodiscard]] std::int64_t valueWidthOf(const LayerSpec& layer);

}  // namespace pgram
