// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writer of DeepSpeed's format, and the start of its runs.
#pragma once

#include "core/exchange/formats/rows.h"

#include <string>

namespace pgram {

/// Returns the JSON alone.
[[nodiscard]] std::string deepSpeedConfiguration(const Plan& plan);
/// Returns the files of a run. Errors: a pipeline of a model whose blocks differ.
[[nodiscard]] Result<std::vector<NamedFile>> writeDeepSpeed(const Plan& plan, const WriteContext& context);
[[nodiscard]] Launch launchOfDeepSpeed(const Plan& plan);

}  // namespace pgram
