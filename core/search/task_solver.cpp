// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task_solver.h"

#include "core/search/cuts.h"
#include "core/search/joint_solver.h"
#include "core/search/rounding.h"
#include "core/search/uniform.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

constexpr Seconds infinity = std::numeric_limits<double>::infinity();

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
        const bool tooShort =
            std::any_of(sizes.begin(), sizes.end(), [&](int size) { return size < task.leastLayers(); });
        if (!sizes.empty() && !tooShort && std::find(cuts.begin(), cuts.end(), sizes) == cuts.end()) {
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

/// Solves the starting cuts, and goes on from there as the method does.
void solveCuts(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit, const std::stop_token& stop,
               TaskOutcome& outcome)
{
    if (!isComplete(task)) {
        return;
    }
    StageMemory memory(task);
    StageBook book(task, budget, stop);
    CutSolver solver(book);
    for (const std::vector<int>& sizes : startingCuts(task, rules, memory)) {
        const FullestStage need = fullestStage(task, memory, sizes);
        noteNeed(need, outcome);
        if (need.bytes > budget) {
            continue;
        }
        // A walk starts from a cut that it will leave behind, however slow.
        if (std::optional<CutSolution> solution = solver.solve(sizes, rules.walks ? infinity : limit)) {
            keepBetter({sizes, std::move(*solution)}, outcome);
        }
    }
    if (rules.walks && outcome.best && task.key.pipeline > 1) {
        const std::vector<int> start = memoryCut(task, memory);
        if (std::optional<CutPlan> walked = walkBalance(task, budget, start, book, memory, outcome.walk)) {
            keepBetter(std::move(*walked), outcome);
        }
    }
    // What the cut of least memory has no room for, no other cut has.
    const bool fits = outcome.possible && outcome.need.bytes <= budget;
    if (rules.joint && fits && task.key.pipeline > 1) {
        const Seconds known = outcome.best ? outcome.best->solution.stepTime : limit;
        if (std::optional<CutPlan> plan = JointSolver(book).solve(std::min(limit, known))) {
            keepBetter(std::move(*plan), outcome);
        }
    }
    outcome.stopped = book.stopped();
    outcome.exact = !outcome.stopped && (rules.joint || task.key.pipeline == 1);
}

/// Whether every layer may use the strategy: neither its own shape nor a pin is against it.
bool suitsAll(const Task& task, int strategy)
{
    return std::all_of(task.candidates.begin(), task.candidates.end(), [strategy](const std::vector<Candidate>& own) {
        return std::any_of(own.begin(), own.end(), [strategy](const Candidate& c) { return c.strategy == strategy; });
    });
}

/// The even cut with one strategy for all layers.
void solveUniform(const Task& task, Bytes budget, Seconds limit, TaskOutcome& outcome)
{
    const UniformCut cut(task.model, task.cluster, task.key.pipeline);
    for (int s = 0; s < static_cast<int>(task.strategies().size()); ++s) {
        if (!suitsAll(task, s)) {
            continue;
        }
        UniformScorer scorer(task.model, task.cluster, task.training, task.schedule, cut, task.strategy(s));
        const std::optional<UniformScore> score = scorer.score(task.key.batch, task.key.microbatches);
        if (!score) {
            continue;
        }
        noteNeed({score->fullest, score->memory}, outcome);
        if (score->memory <= budget && score->stepTime <= roundedUp(limit)) {
            const std::vector<int> strategies(static_cast<std::size_t>(task.layers()), s);
            keepBetter({cut.sizes(), {score->stepTime, strategies, {}, {}}}, outcome);
        }
    }
}

}  // namespace

TaskOutcome solveTask(const Task& task, const MethodRules& rules, Bytes budget, Seconds limit, std::stop_token stop)
{
    TaskOutcome outcome;
    if (rules.uniform) {
        solveUniform(task, budget, limit, outcome);
    } else {
        solveCuts(task, rules, budget, limit, stop, outcome);
    }
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
