// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/uniform_task.h"

#include "core/base/index.h"
#include "core/plan/estimate.h"
#include "core/search/pipeline/uniform.h"
#include "core/search/task/rounding.h"

#include <algorithm>

namespace pgram {

namespace {

/// Returns true if every layer may use the strategy: its shape and its pins allow it.
bool suitsAll(const Task& task, int strategy)
{
    return std::all_of(task.candidates.begin(), task.candidates.end(), [strategy](const std::vector<Candidate>& own) {
        return std::any_of(own.begin(), own.end(), [strategy](const Candidate& c) { return c.strategy == strategy; });
    });
}

/// A plan of one strategy on the even cut.
struct UniformCandidate {
    int strategy = 0;
    Seconds objective = 0;
};

Bytes beyondUsable(const StageEstimate& stage)
{
    return stage.memory.total() - stage.usable;
}

/// Solves the task on a mixed cluster, with every order of its blocks, by the estimate.
void solveUniformMixed(const Task& task, Bytes budget, TaskOutcome& outcome)
{
    const std::vector<int> sizes = evenCut(task.model, task.parts());
    for (const std::vector<int>& blocks : sizes.empty() ? std::vector<std::vector<int>>() : task.places->orders) {
        for (int s = 0; s < static_cast<int>(task.strategies().size()); ++s) {
            if (!suitsAll(task, s)) {
                continue;
            }
            CutPlan cut{.sizes = sizes, .strategies = std::vector<int>(at(task.layers()), s), .blocks = blocks};
            Plan plan = planOf(task, cut);
            plan.memoryBudget = std::max<Bytes>(1, budgetFor(budget, task.cluster));  // 0 = all memory
            const Estimate figures = estimate(plan);
            if (!figures.legal) {
                continue;
            }
            const auto fullest = std::ranges::max_element(figures.stages, {}, beyondUsable);
            recordNeed({static_cast<int>(fullest - figures.stages.begin()), budget + beyondUsable(*fullest)}, outcome);
            if (figures.fits) {
                cut.objective = cut.step =
                    task.objective.rule() == StepRule::Paper ? figures.paperStepTime : figures.stepTime;
                keepBetter(task, std::move(cut), outcome);
            }
        }
    }
}

}  // namespace

void solveUniform(const Task& task, Bytes budget, Seconds limit, TaskOutcome& outcome)
{
    if (task.places) {
        solveUniformMixed(task, budget, outcome);
        return;
    }
    UniformCut cut(task.model, task.cluster, task.key.pipeline, task.schedule);
    cut.prepare(task.schedule);
    const double slack = task.objective.slack();
    const TaskSource source{&task.model, &task.cluster, task.training, {}, task.objective.rule()};
    std::vector<UniformCandidate> candidates;
    for (int s = 0; s < static_cast<int>(task.strategies().size()); ++s) {
        if (!suitsAll(task, s)) {
            continue;
        }
        UniformScorer scorer(source, task.schedule, cut, task.strategy(s));
        const std::optional<UniformScore> score = scorer.score(task.key.batch, task.key.microbatches);
        if (!score) {
            continue;
        }
        recordNeed({score->fullest, score->memory}, outcome);
        if (score->memory <= budget && score->objective <= roundedUp(limit) * slack) {
            candidates.push_back({s, score->objective});
        }
    }
    std::ranges::stable_sort(candidates, {}, &UniformCandidate::objective);
    for (const UniformCandidate& candidate : candidates) {
        if (outcome.best && candidate.objective > outcome.best->step * slack) {
            break;
        }
        const std::vector<int> strategies(at(task.layers()), candidate.strategy);
        keepBetter(task, {cut.sizes(), candidate.objective, strategies, {}, {}}, outcome);
    }
}

}  // namespace pgram
