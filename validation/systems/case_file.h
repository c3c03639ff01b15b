// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Golden cases of other systems, in JSON files: lists of cases by kind, at the top or in groups.
#pragma once

#include "validation/systems/checks.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram::systems {

struct CaseReport {
    std::vector<Check> checks;
    std::vector<std::string> skipped;  ///< kinds that are not known: "FILE: GROUP/KEY"
};

/// `name` is the file's in `skipped` and where two systems have kinds of one key; `where` names it in errors. Errors:
/// malformed, with the JSON pointer.
[[nodiscard]] Result<void> checkCases(std::string_view text, const std::string& where, const std::string& name,
                                      CaseReport& report);
/// A file, or all *.json files of a folder, by name.
[[nodiscard]] Result<CaseReport> checkCases(const std::filesystem::path& path);

}  // namespace pgram::systems
