// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A case: what Galvatron's engine was asked, what it answered task by task, and the exact optimum of its own model
// where an integer programme found it.
#pragma once

#include "validation/galvatron/rules.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pgram::galvatron {

struct CaseTask {
    TaskKey key;
    std::optional<double> peerCost;   ///< seconds; nothing = it found the task infeasible
    std::optional<double> exactCost;  ///< seconds
    std::optional<Plan> peerPlan;
    std::vector<std::int64_t> peerMemory;  ///< MiB of each stage, reserve and buffer included
};

struct Case {
    std::string name;
    std::string profile;  ///< folder of its profile
    std::string precision;
    int nodes = 1;
    int devicesPerNode = 1;
    Setting setting;
    std::vector<CaseTask> tasks;
};

/// `where` names the file in errors.
[[nodiscard]] Result<Case> readCase(std::string_view text, const std::string& where);
[[nodiscard]] Result<Case> loadCase(const std::filesystem::path& file);
/// The *.json files of a folder, by name. Errors: unreadable, none.
[[nodiscard]] Result<std::vector<std::filesystem::path>> caseFiles(const std::filesystem::path& folder);
/// The case's rules, from its profile under `profiles`.
[[nodiscard]] Result<Rules> rulesOf(const Case& question, const std::filesystem::path& profiles);

}  // namespace pgram::galvatron
