// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads what is DeepSeek-V4's own in a Hugging Face configuration: compressed keys, outputs in groups of heads,
// residual streams, layers that choose experts by a table.
#pragma once

#include "core/exchange/config_reader.h"

#include <vector>

namespace pgram {

/// Gives each layer of attention the compressed keys that `compress_ratios` lists, the ranks of its queries and of its
/// output. Does nothing without that member. Errors go to `config`.
void setCompression(ConfigReader& config, std::vector<LayerSpec>& blocks);
/// Gives a block the residual streams of `hc_mult`.
void setStreams(ConfigReader& config, LayerSpec& block);
/// Takes the correction of the experts' scores from the layers that choose experts by a table.
void setHashLayers(ConfigReader& config, std::vector<LayerSpec>& blocks);

}  // namespace pgram
