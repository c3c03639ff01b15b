// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which of a model's layers a Galvatron plan counts, and which go with others.
#pragma once

#include "core/model/architecture.h"

#include <vector>

namespace pgram {

enum class GalvatronRole {
    Front,     ///< embedding: with the ends' strategy, on the first stage
    Body,      ///< counted
    Follower,  ///< patch merging: with the layer before it
    Back,      ///< head: with the ends' strategy, on the last stage
};

[[nodiscard]] GalvatronRole galvatronRole(LayerKind kind);
/// Of each layer, front to back.
[[nodiscard]] std::vector<GalvatronRole> galvatronRoles(const Architecture& model);

}  // namespace pgram
