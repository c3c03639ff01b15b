// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Converts a task's plans to Plan, and computes their step time.
#pragma once

#include "core/frameworks/target.h"
#include "core/plan/plan.h"
#include "core/search/pipeline/stage_join.h"

namespace pgram {

[[nodiscard]] Plan planOf(const Task& task, const CutPlan& cut);
/// Returns true if the target can run the plan. Without a target any plan counts.
[[nodiscard]] bool canRun(const Target* target, const Task& task, const CutPlan& cut);

/// Returns the figure by which plans are ranked, in seconds: the simulated step, or the paper's sum under that rule.
/// With one stage it is the objective, whose sums do not depend on the schedule, unless copies to the host may wait.
[[nodiscard]] Seconds stepOf(const Task& task, const CutPlan& cut);

}  // namespace pgram
