// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads how each layer of a decoder mixes tokens from its Hugging Face configuration: attention, sparse attention,
// linear attention.
#pragma once

#include "core/exchange/config_reader.h"
#include "core/exchange/decoder_family.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Returns the blocks of all layers, front to back, each without experts: `attention` where the layer attends to all
/// tokens, and with another mixer or an indexer where it does not. Errors go to `config`.
[[nodiscard]] std::vector<LayerSpec> readMixers(ConfigReader& config, const DecoderFamily& family,
                                                const LayerSpec& attention, std::int64_t layers);

/// Returns the layers of a decoder whose blocks have Mamba-2 beside attention (Falcon-H1): each as two, the mixer alone
/// in front of `blocks`' own. The block's norm is counted with attention.
[[nodiscard]] std::vector<LayerSpec> withMambaInFront(ConfigReader& config, const std::vector<LayerSpec>& blocks);

/// Sets the sizes of a Mamba-2 mixer in `block`, from whatever names the family has for them.
void setMamba(ConfigReader& config, LayerSpec& block);

/// Refuses a list of words that does not have one of `known` for each layer; an absent list passes.
void checkTypes(ConfigReader& config, const char* name, const std::vector<std::string>& types,
                std::initializer_list<std::string_view> known, std::size_t layers);

/// Returns the types of layers that `layer_types`, `layers_block_type` or a pattern of letters says, one per layer;
/// empty if the file has none of them.
[[nodiscard]] std::vector<std::string> layerTypes(ConfigReader& config);

}  // namespace pgram
