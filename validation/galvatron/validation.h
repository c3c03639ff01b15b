// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Both engines on equal terms: a case's tasks searched under the galvatron-3 rules, the peer's own plans scored by
// them, and where the two disagree.
#pragma once

#include "validation/galvatron/case_file.h"
#include "validation/galvatron/task_search.h"

#include <stop_token>
#include <string>
#include <vector>

namespace pgram::galvatron {

/// Relative, on costs.
inline constexpr double agreement = 1e-6;

struct TaskCheck {
    CaseTask task;
    TaskResult ours;
    std::optional<Score> peer;          ///< the peer's plan as we score it
    std::vector<std::string> problems;  ///< contradictions, in words
};

struct CaseCheck {
    std::string name;
    double seconds = 0;  ///< the search of all tasks alone
    std::vector<TaskCheck> tasks;
    bool stopped = false;
};

/// Problems are: another feasibility than the peer's; a peer's plan that we score otherwise, or that does not fit; a
/// cost above the peer's or the exact one, or below the exact one without a plan that scores so.
[[nodiscard]] CaseCheck checkCase(const Case& question, const Rules& rules, const std::stop_token& stop = {});

}  // namespace pgram::galvatron
