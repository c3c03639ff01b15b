// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads the experts of a mixture-of-experts decoder from its Hugging Face configuration.
#pragma once

#include "core/exchange/config_reader.h"
#include "core/exchange/decoder_family.h"

#include <cstdint>
#include <vector>

namespace pgram {

/// Experts of a decoder.
struct Experts {
    std::int64_t count = 0;      ///< routed experts per layer; 0 = the decoder is dense
    std::int64_t topK = 0;       ///< experts per token
    std::int64_t groups = 0;     ///< LayerSpec::expertGroups
    std::int64_t topGroups = 0;  ///< LayerSpec::topGroups
    std::int64_t ffn = 0;        ///< inner width of one routed expert
    std::int64_t shared = 0;     ///< inner width of the shared experts together
    std::int64_t width = 0;      ///< LayerSpec::expertWidth
    std::int64_t extra = 0;      ///< further parameters per layer: biases of the router, gate of the shared expert, …
    bool addsDense = false;      ///< layers with experts keep their dense feed-forward part, for all tokens
    std::vector<bool> sparse;    ///< by layer: true if the layer has experts

    /// Sets the groups to 0 if a token may use the experts of all groups.
    void settleGroups();
};

/// Returns the experts of a decoder with `layers` layers of width `hidden`. Errors go to `config`.
[[nodiscard]] Experts readExperts(ConfigReader& config, const DecoderFamily& family, std::int64_t layers,
                                  std::int64_t hidden);
/// Returns the layers with experts where `experts` says so: blocks of `dense`, layer by layer, with the experts in
/// place of their feed-forward part.
[[nodiscard]] std::vector<LayerSpec> withExperts(std::vector<LayerSpec> dense, const Experts& experts);
/// Appends a run with its own name to `model` for each sequence of equal layers.
void addBlocks(const std::vector<LayerSpec>& layers, Architecture& model);

}  // namespace pgram
