// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The model's own configuration, which may lie beside Galvatron's profile files: how many layers of each type, and how
// wide.
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace pgram {

struct LayerCounts {
    std::vector<int> layers;           ///< by layer type
    std::vector<std::int64_t> hidden;  ///< by layer type
};

/// From the folder's file that names num_hidden_layers and hidden_size, n_layer and n_embd, num_layers and d_model
/// (T5: encoder and decoder), or depths and embed_dim (Swin); nothing when there is none.
/// Errors: such a file with figures beyond sane limits, with the pointer.
[[nodiscard]] Result<std::optional<LayerCounts>> layerCountsBeside(const std::filesystem::path& folder);

}  // namespace pgram
