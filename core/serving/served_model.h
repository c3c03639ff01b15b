// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads, computation and cache of a model that generates tokens, from an Architecture and before any number format.
#pragma once

#include "core/base/error.h"
#include "core/model/architecture.h"

#include <vector>

namespace pgram {

/// A run of equal blocks; figures are of one of them.
struct ServedBlocks {
    int count = 1;
    double weights = 0;        ///< parameters of matrix products that every token passes: 2h² + 2h·h_kv + 3hf, gated
    double expertWeights = 0;  ///< parameters of one expert
    int experts = 0;           ///< 0 = dense
    int topK = 0;              ///< experts that a token goes through
    double cacheElements =
        0;  ///< cache elements per token: keys and values of all heads; multi-latent: its latent and rotated part
    int cacheHeads = 1;         ///< ranks that can share the cache out: heads of keys and values; multi-latent: 1
    double stateElements = 0;   ///< elements of 16 bits of the state that linear attention keeps of a sequence
    int stateHeads = 1;         ///< ranks that can share the state out
    std::int64_t selected = 0;  ///< tokens, or compressed keys, that a query of sparse attention reads at most; 0 = all
    double attentionWidth = 0;  ///< heads·(width of keys + of values)/2: h of most
    std::int64_t compression =
        0;  ///< tokens of one compressed key, kept beside those of the window; 0 = there are none
    double compressedElements = 0;  ///< cache elements of such a key
    std::int64_t window = 0;        ///< tokens whose cache is kept and read; 0 = all
    double innerWidth = 0;          ///< feed-forward activations per token
};

struct ServedModel {
    std::vector<ServedBlocks> blocks;  ///< front to back
    double hidden = 0;
    double vocabulary = 0;
    double head = 0;       ///< weights of the projection to the vocabulary: read by each step
    double embedding = 0;  ///< weights of the table that no step reads as a whole; 0 where the head owns it
    double rest = 0;       ///< norms, biases, routers' biases: kept in 16 bits
    int heads = 1;         ///< that tensor parallelism must divide
    int layers = 0;

    [[nodiscard]] double body() const;        ///< weights of all blocks, of all experts
    [[nodiscard]] double activeBody() const;  ///< that one token goes through
    /// Weights of all blocks that `tokens` tokens read together: E·(1 - (1 - k/E)^tokens) experts of E, evenly chosen.
    [[nodiscard]] double readBody(double tokens) const;
    /// Elements of the cache of a sequence of so many tokens, each block's shared out to at most `ranks`.
    [[nodiscard]] double cacheElements(double tokens, int ranks = 1) const;
    /// Causal attention of a whole prompt: 2·tokens²·h a block (half of the square, two products).
    [[nodiscard]] double promptAttentionFlops(double tokens) const;
};

/// Converts a model. Errors: the model has no causal decoder, or has other blocks.
[[nodiscard]] Result<ServedModel> servedModel(const Architecture& model);

}  // namespace pgram
