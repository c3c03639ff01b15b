// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A model as the frameworks of language models describe one: blocks of one shape, of which some have experts, between
// an embedding and a head. Plain values.
#pragma once

#include "core/base/error.h"
#include "core/frameworks/target.h"
#include "core/model/architecture.h"

#include <vector>

namespace pgram {

struct DecoderModel {
    LayerSpec embedding;
    LayerSpec head;
    LayerSpec dense;   ///< a block without experts; where there is none, one with them
    LayerSpec sparse;  ///< a block with experts; where there is none, one without
    int blocks = 0;
    int predictions = 0;                ///< layers of multi-token prediction, each with a block like the last
    bool causal = true;                 ///< decoders, else encoders
    std::vector<bool> hasExperts;       ///< by block
    std::vector<std::int64_t> windows;  ///< by block; 0 = all tokens
    LayerSpec linear;                   ///< a block with a gated delta net; if no block has one, the default LayerSpec
    std::vector<bool> isLinear;         ///< by block
    [[nodiscard]] bool isSparse() const { return sparse.experts > 0; }
};

/// Errors: layers of other kinds, or of other widths or heads; blocks that `builds` refuses.
[[nodiscard]] Result<DecoderModel> decoderModelOf(const Architecture& model,
                                                  bool (*builds)(const LayerSpec& layer) = isPlain);

}  // namespace pgram
