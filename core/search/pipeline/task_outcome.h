// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Result of solving one task.
#pragma once

#include "core/search/pipeline/balance.h"
#include "core/search/pipeline/task_plan.h"

#include <optional>
#include <vector>

namespace pgram {

struct TaskOutcome {
    std::optional<CutPlan> best;
    std::vector<BalanceStep> walk;
    bool possible = false;   ///< true if some cut and strategies are legal, memory aside
    FullestStage need;       ///< fullest stage of the cut that needs least, if `possible`
    Seconds bound = 0;       ///< seconds per step: no plan of the task is below the lesser of this and the limit
    bool stopped = false;    ///< true if the stop or the effort ended the work
    bool isThinned = false;  ///< labels were dropped: a lower limit may prove more
};

/// Records the need of a legal cut.
void recordNeed(const FullestStage& need, TaskOutcome& outcome);
/// Keeps the better plan. Computes the step of `plan` if it is not known.
void keepBetter(const Task& task, CutPlan plan, TaskOutcome& outcome);

}  // namespace pgram
