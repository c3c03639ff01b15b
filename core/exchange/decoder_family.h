// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Differences between the families of decoders that Hugging Face configurations describe: one row per model type.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pgram {

/// Which products have biases: by a key of the file, or always.
struct BiasRule {
    const char* key = nullptr;
    bool usual = false;            ///< value for a file without the key
    bool withOutput = false;       ///< attention's output projection too
    const char* inputs = nullptr;  ///< key that gives them to queries, keys and values alone
};

/// Norms of queries and keys: none, of one head's width each, of all heads' width, of one head's by a key, or without
/// weights.
enum class QueryNorm { None, Head, Wide, ByKey, Weightless };

/// Norms of a layer, each of the model's width.
enum class LayerNorms { TwoRms, TwoLayer, FourRms, OneLayer, OneWeight, Bare };

/// Which layers attend to a window of tokens, in a file without `layer_types`: none, all but some, or from a depth on
/// if `use_sliding_window` says so.
enum class Windows { None, Usual, FromDepth };

struct DecoderFamily {
    std::string_view name;
    LayerNorms norms = LayerNorms::TwoRms;
    BiasRule attention{};
    BiasRule mlp{};
    bool gated = true;
    bool tied = false;  ///< value for a file without the key
    QueryNorm queryNorm = QueryNorm::None;
    std::int64_t headDim = 0;     ///< usual width of a head; 0 = width by heads
    bool fourfold = false;        ///< usual feed-forward has four widths
    bool learned = false;         ///< positions are a table
    int positionsBeside = 0;      ///< rows of that table besides the positions
    bool headBias = false;        ///< the head's projection has one
    bool embeddingNorm = false;   ///< the embedding has a norm
    bool multiQuery = false;      ///< `multi_query` gives one head of keys
    std::int64_t keyHeads = 0;    ///< usual number; 0 = as many as heads
    bool corrected = false;       ///< its router has a correction of each expert's score
    bool bidirectional = false;   ///< queries see later tokens, too
    bool hasMamba = false;        ///< linear layers are Mamba-2's, or Mamba-1's
    bool isMamba1 = false;        ///< beside hasMamba: Mamba-1's
    bool hasMambaBeside = false;  ///< each layer also has Mamba-2, beside attention
    bool isApart = false;         ///< a layer is a mixer or a feed-forward part, not both
    bool hasHeads = true;         ///< some layers are attention
    bool gatesOutput = false;     ///< attention's output is gated
    Windows windows = Windows::None;
    int fullEvery = 0;             ///< beside Windows::Usual: every n-th layer attends to all tokens; 0 = none does
    std::int64_t usualWindow = 0;  ///< window of a file without `sliding_window`; 0 = it has none
    bool addsDense = false;        ///< a layer with experts has its dense feed-forward part, too
    std::int64_t ffnShare = 1;     ///< matrices that share the width of the feed-forward in the file
};

/// Returns the rows of all families.
[[nodiscard]] std::span<const DecoderFamily> decoderFamilyRows();

}  // namespace pgram
