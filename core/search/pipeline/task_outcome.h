// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What comes of one task.
#pragma once

#include "core/search/pipeline/balance.h"
#include "core/search/pipeline/task_plan.h"

#include <optional>
#include <vector>

namespace pgram {

struct TaskOutcome {
    std::optional<CutPlan> best;
    std::vector<BalanceStep> walk;
    bool possible = false;   ///< some cut and strategies are legal, memory aside
    FullestStage need;       ///< of the cut that needs least, when possible
    Seconds bound = 0;       ///< no plan of the task takes fewer seconds a step than the lesser of this and the limit
    bool stopped = false;    ///< or it takes more than the effort
    bool isThinned = false;  ///< the search dropped labels: under a lower limit it may prove more
};

/// A cut that is legal, and needs so much.
void noteNeed(const FullestStage& need, TaskOutcome& outcome);
/// Works out its step where that is not known.
void keepBetter(const Task& task, CutPlan plan, TaskOutcome& outcome);

}  // namespace pgram
