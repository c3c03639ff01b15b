// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The models that torchtitan has, and the presets that they are.
#pragma once

#include "core/model/architecture.h"

#include <span>
#include <string_view>

namespace pgram {

struct TorchtitanModel {
    std::string_view model;
    std::string_view flavor;
    const char* preset;
    /// function of config_registry.py that makes a configuration for its vocabulary; null: removed with the TOML
    const char* function = nullptr;
};

[[nodiscard]] std::span<const TorchtitanModel> torchtitanModels();
/// Null: torchtitan does not have it.
[[nodiscard]] const TorchtitanModel* torchtitanModel(std::string_view name, std::string_view flavor);
[[nodiscard]] const TorchtitanModel* torchtitanModelOf(const Architecture& model);

}  // namespace pgram
