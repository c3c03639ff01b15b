// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads from a decoder's Hugging Face configuration which layers attend to a window of tokens.
#pragma once

#include "core/exchange/config_reader.h"
#include "core/exchange/decoder_family.h"
#include "core/model/architecture.h"

#include <cstdint>
#include <vector>

namespace pgram {

/// Returns the window of each layer in tokens, the token itself among them; 0: the layer attends to all tokens. Layers
/// follow `layer_types`, or the period of the family. Errors go to `config`.
[[nodiscard]] std::vector<std::int64_t> readWindows(ConfigReader& config, const DecoderFamily& family,
                                                    std::int64_t layers);

/// Gives the layers with a window and those without the heads that the file has for each.
void setHeadsByWindow(ConfigReader& config, const DecoderFamily& family, std::vector<LayerSpec>& blocks);

}  // namespace pgram
