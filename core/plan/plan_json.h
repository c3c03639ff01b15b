// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan file (docs/formats/plan.md): reading with errors that name the place, writing that keeps unknown keys. The
// estimate is never stored.
#pragma once

#include "core/plan/plan.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pgram {

[[nodiscard]] std::string planToJson(const Plan& plan);
/// `where` names the source in errors (a file name). A newer version is refused by its number.
[[nodiscard]] Result<Plan> planFromJson(std::string_view text, const std::string& where);

[[nodiscard]] Result<Plan> loadPlan(const std::filesystem::path& file);
/// Atomic: a temporary file beside the target, then renamed over it.
[[nodiscard]] Result<void> savePlan(const Plan& plan, const std::filesystem::path& file);

}  // namespace pgram
