// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is wrong with a plan, in words and with the place: strategies that their layers refuse, a schedule that cannot
// run, stages over the budget.
#pragma once

#include "core/plan/estimate.h"

#include <vector>

namespace pgram {

/// Rules that the strategies break, one issue for each run of layers that break the same one, and the schedule's.
[[nodiscard]] std::vector<Issue> legalityIssues(const Plan& plan);

/// One issue a stage that needs more than `usableBudget`: by how much, and what takes most of it.
[[nodiscard]] std::vector<Issue> budgetIssues(const Plan& plan, const std::vector<StageEstimate>& stages,
                                              Bytes usableBudget);

/// A warning where the plan may use more memory than its devices have.
[[nodiscard]] std::vector<Issue> deviceIssues(const Plan& plan);

/// One warning a stage that offloads more than a device's share of the host's memory, where that is known.
[[nodiscard]] std::vector<Issue> hostIssues(const Plan& plan, const std::vector<StageEstimate>& stages);

}  // namespace pgram
