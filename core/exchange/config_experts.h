// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Experts of a decoder, as its Hugging Face configuration has them.
#pragma once

#include "core/exchange/config_reader.h"
#include "core/exchange/decoder_family.h"

namespace pgram {

struct Experts {
    std::int64_t count = 0;  ///< 0 = dense
    std::int64_t topK = 0;
    std::int64_t groups = 0;     ///< LayerSpec::expertGroups
    std::int64_t topGroups = 0;  ///< LayerSpec::topGroups
    std::int64_t ffn = 0;
    std::int64_t shared = 0;
    std::int64_t extra = 0;    ///< parameters of a layer: router's biases, the shared expert's gate, …
    std::vector<bool> sparse;  ///< by layer

    /// None where every token may go to all experts.
    void settleGroups();
};

[[nodiscard]] Experts readExperts(ConfigReader& config, const DecoderFamily& family, std::int64_t layers,
                                  std::int64_t hidden);
/// Runs of equal layers, each with a name of its own.
void addBlocks(const LayerSpec& dense, const LayerSpec& sparse, const Experts& experts, std::int64_t layers,
               Architecture& model);

}  // namespace pgram
