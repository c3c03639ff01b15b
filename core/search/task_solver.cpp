// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task_solver.h"

#include "core/search/cuts.h"

#include <algorithm>

namespace pgram {

namespace {

std::vector<int> cutOf(Cut cut, const Task& task, StageMemory& memory)
{
    switch (cut) {
    case Cut::Even:
        return evenCut(task.model, task.key.pipeline);
    case Cut::Memory:
        return memoryCut(task, memory);
    case Cut::Time:
        return timeCut(task);
    }
    return {};
}

std::vector<std::vector<int>> startingCuts(const Task& task, const MethodRules& rules, StageMemory& memory)
{
    std::vector<std::vector<int>> cuts;
    for (const Cut kind : rules.cuts) {
        std::vector<int> sizes = cutOf(kind, task, memory);
        if (!sizes.empty() && std::find(cuts.begin(), cuts.end(), sizes) == cuts.end()) {
            cuts.push_back(std::move(sizes));
        }
    }
    return cuts;
}

void noteNeed(const FullestStage& need, TaskOutcome& outcome)
{
    if (!outcome.possible || need.bytes < outcome.need.bytes) {
        outcome.need = need;
    }
    outcome.possible = true;
}

void keepBetter(CutPlan plan, TaskOutcome& outcome)
{
    if (!outcome.best || plan.solution.stepTime < outcome.best->solution.stepTime) {
        outcome.best = std::move(plan);
    }
}

/// Solves the starting cuts, and walks on from p_m where the method does.
void solveCuts(const Task& task, const MethodRules& rules, Bytes budget, const std::stop_token& stop,
               TaskOutcome& outcome)
{
    if (!isComplete(task)) {
        return;
    }
    StageMemory memory(task);
    CutSolver solver(task, budget, stop);
    for (const std::vector<int>& sizes : startingCuts(task, rules, memory)) {
        const FullestStage need = fullestStage(task, memory, sizes);
        noteNeed(need, outcome);
        if (need.bytes > budget) {
            continue;
        }
        if (std::optional<CutSolution> solution = solver.solve(sizes)) {
            keepBetter({sizes, std::move(*solution)}, outcome);
        }
    }
    if (rules.walks && outcome.best && task.key.pipeline > 1) {
        const std::vector<int> start = memoryCut(task, memory);
        if (std::optional<CutPlan> walked = walkBalance(task, budget, start, solver, memory, outcome.walk)) {
            keepBetter(std::move(*walked), outcome);
        }
    }
    outcome.stopped = solver.stopped();
}

}  // namespace

TaskOutcome solveTask(const Task& task, const MethodRules& rules, Bytes budget, std::stop_token stop)
{
    TaskOutcome outcome;
    if (!rules.uniform) {
        solveCuts(task, rules, budget, stop, outcome);
        return outcome;
    }
    for (std::size_t s = 0; s < task.strategies().size() && !stop.stop_requested(); ++s) {
        solveCuts(restrictTo(task, static_cast<int>(s)), rules, budget, stop, outcome);
    }
    outcome.stopped = stop.stop_requested();
    return outcome;
}

Plan planOf(const Task& task, const CutPlan& cut)
{
    Plan plan;
    plan.model = task.model;
    plan.cluster = task.cluster;
    plan.training = task.training;
    plan.schedule = task.schedule;
    plan.stages = stagesFromSizes(cut.sizes);
    for (const int strategy : cut.solution.strategies) {
        plan.strategies.push_back(task.strategy(strategy));
    }
    return plan;
}

}  // namespace pgram
