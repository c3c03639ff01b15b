// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plan file. Errors of the reader have the place in the file; the writer keeps unknown members. The file does not
// contain the estimate.
#pragma once

#include "core/base/json_fwd.h"
#include "core/plan/plan.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pgram {

/// Returns the JSON schema of plan files.
[[nodiscard]] Json planSchema();
/// Returns the text of the plan file.
[[nodiscard]] std::string planToJson(const Plan& plan);
/// Reads the text of a plan file. `where` names the source in errors, a file name for example. Errors: those of
/// the JSON reader, a file of a newer version, a plan that checkStructure() refuses.
[[nodiscard]] Result<Plan> planFromJson(std::string_view text, const std::string& where);

/// Reads a plan file, or a file with a plan's text (planLink()). The text itself is read in place of a path.
[[nodiscard]] Result<Plan> loadPlan(const std::filesystem::path& file);
/// Writes a plan file atomically: a temporary file next to it, then a rename.
[[nodiscard]] Result<void> savePlan(const Plan& plan, const std::filesystem::path& file);

}  // namespace pgram
