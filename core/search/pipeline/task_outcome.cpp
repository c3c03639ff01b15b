// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/task_outcome.h"

#include <utility>

namespace pgram {

void recordNeed(const FullestStage& need, TaskOutcome& outcome)
{
    if (!outcome.possible || need.bytes < outcome.need.bytes) {
        outcome.need = need;
    }
    outcome.possible = true;
}

void keepBetter(const Task& task, CutPlan plan, TaskOutcome& outcome)
{
    if (plan.step == 0) {
        plan.step = stepOf(task, plan);
    }
    if (!outcome.best || plan.step < outcome.best->step) {
        outcome.best = std::move(plan);
    }
}

}  // namespace pgram
