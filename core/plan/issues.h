// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Problems of a plan, in words and with their place: strategies that their layers refuse, a schedule that cannot run,
// stages over the budget.
#pragma once

#include "core/plan/estimate.h"

#include <string>
#include <vector>

namespace pgram {

/// Rules that the strategies break, one issue for each run of layers that break the same one, and the schedule's.
[[nodiscard]] std::vector<Issue> legalityIssues(const Plan& plan);

/// One issue a stage that needs more than it may use: by how much, and what the largest part is.
[[nodiscard]] std::vector<Issue> budgetIssues(const Plan& plan, const std::vector<StageEstimate>& stages);

/// Warnings: what was measured of layers holds for one kind of devices, and the cluster has several.
[[nodiscard]] std::vector<Issue> kindIssues(const Plan& plan);

/// A warning where the plan may use more memory than its devices have.
[[nodiscard]] std::vector<Issue> deviceIssues(const Plan& plan);

/// A warning where a node needs more host memory than it has, or it is not known what it has.
[[nodiscard]] std::vector<Issue> hostIssues(const HostNeed& host);

/// Returns the issue as a sentence without a full stop; empty if there is none.
[[nodiscard]] Text hostRemark(const HostNeed& host);

}  // namespace pgram
