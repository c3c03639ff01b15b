// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The writer of torchtune's configuration, and the start of its run.
#pragma once

#include "core/exchange/formats/rows.h"
#include "core/exchange/launch.h"

namespace pgram {

inline constexpr const char* torchtuneName = "torchtune.yaml";

/// Returns the YAML of a plan for a model that torchtune has, and its packages.
[[nodiscard]] Result<std::vector<NamedFile>> filesOfTorchtune(const Plan& plan, const WriteContext& context);
[[nodiscard]] Launch launchOfTorchtune(const Plan& plan);

}  // namespace pgram
