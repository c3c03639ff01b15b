// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/task_plan.h"

#include "core/plan/estimate.h"
#include "core/plan/out_of_core.h"

#include <algorithm>

namespace pgram {

Plan planOf(const Task& task, const CutPlan& cut)
{
    Plan plan;
    plan.model = task.model;
    plan.cluster = task.cluster;
    plan.training = task.training;
    plan.memoryBudget = task.budget;
    plan.schedule = task.schedule;
    plan.chunks = chunksFromSizes(cut.sizes);
    plan.stageBlocks = cut.blocks.empty() ? task.blocks : cut.blocks;
    if (std::ranges::is_sorted(plan.stageBlocks)) {
        plan.stageBlocks.clear();  // blocks are in the order of ranks
    }
    for (const int strategy : cut.strategies) {
        plan.strategies.push_back(task.strategy(strategy));
    }
    return plan;
}

bool canRun(const Target* target, const Task& task, const CutPlan& cut)
{
    return target == nullptr || beyond(*target, planOf(task, cut)).empty();
}

Seconds stepOf(const Task& task, const CutPlan& cut)
{
    const bool isPaper = task.objective.rule() == StepRule::Paper;
    if (isPaper && !task.hasChunks()) {
        return cut.objective;
    }
    const Plan plan = planOf(task, cut);
    if (isPaper) {
        return estimate(plan).paperStepTime;  // the objective includes only the least receives of chunks
    }
    return task.key.pipeline == 1 && !leavesToHost(plan) ? cut.objective : stepAndMemory(plan).step;
}

}  // namespace pgram
