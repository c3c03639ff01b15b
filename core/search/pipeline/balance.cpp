// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/balance.h"

#include "core/search/pipeline/task_plan.h"
#include "core/search/task/cuts.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>

namespace pgram {

namespace {

/// Largest number of cuts solved in a walk. A walk from p_m to p_t over a hundred stages takes far fewer.
constexpr std::size_t mostSteps = 512;

/// Relative tolerance: times that differ by rounding only count as equal.
constexpr double tolerance = 1 + 1e-12;

Seconds slowest(const CutPlan& plan)
{
    return *std::max_element(plan.stagePaces.begin(), plan.stagePaces.end());
}

BalanceStep recordOf(const Task& task, const CutPlan& plan)
{
    BalanceStep step;
    step.batch = task.key.batch;
    step.pipeline = task.key.pipeline;
    step.microbatches = task.key.microbatches;
    step.sizes = plan.sizes;
    step.stageTimes = plan.stagePaces;
    step.stageMemory = plan.stageMemory;
    step.alphaTime = balanceDegree(plan.stagePaces);
    const std::vector<double> bytes(plan.stageMemory.begin(), plan.stageMemory.end());
    step.alphaMemory = balanceDegree(bytes);
    step.stepTime = plan.step;
    return step;
}

/// A solved cut whose neighbours are still to be visited.
struct Stop {
    CutPlan plan;
    int step = 0;  ///< index of the cut in the walk
};

/// Returns the cuts that arise when a boundary layer of the slowest stage moves to a neighbour.
std::vector<std::vector<int>> neighbours(const CutPlan& plan)
{
    const std::vector<Seconds>& paces = plan.stagePaces;
    const auto stage = static_cast<std::size_t>(std::max_element(paces.begin(), paces.end()) - paces.begin());
    std::vector<std::vector<int>> cuts;
    if (plan.sizes[stage] == 1) {
        return cuts;
    }
    const auto give = [&](std::size_t to) {
        std::vector<int> sizes = plan.sizes;
        --sizes[stage];
        ++sizes[to];
        cuts.push_back(std::move(sizes));
    };
    if (stage > 0) {
        give(stage - 1);
    }
    if (stage + 1 < plan.sizes.size()) {
        give(stage + 1);
    }
    return cuts;
}

}  // namespace

double balanceDegree(const std::vector<double>& values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return sum > 0 ? 1 - *std::max_element(values.begin(), values.end()) / sum : 0;
}

std::optional<CutPlan> walkBalance(const Task& task, Bytes budget, const std::vector<int>& start, StageCache& cache,
                                   StageMemory& memory, std::vector<BalanceStep>& steps)
{
    CutSolver solver(cache);
    const std::vector<int> balanced = timeCut(task);
    const Bytes needOfTimeCut = fullestStage(task, memory, balanced).bytes;
    const Bytes most = std::min(budget, std::max(needOfTimeCut, fullestStage(task, memory, start).bytes));
    std::set<std::vector<int>> seen{start};
    std::deque<Stop> queue;
    std::optional<CutPlan> best;
    std::size_t bestStep = 0;
    const auto admit = [&](CutPlan plan, int from) {
        plan.step = stepOf(task, plan);
        if (!best || plan.step < best->step) {
            best = plan;
            bestStep = steps.size();
        }
        steps.push_back(recordOf(task, plan));
        steps.back().from = from;
        steps.back().timeCut = plan.sizes == balanced;
        queue.push_back({std::move(plan), static_cast<int>(steps.size()) - 1});
    };
    if (std::optional<CutPlan> first = solver.solve(start)) {
        admit(std::move(*first), -1);
    }
    for (; !queue.empty() && seen.size() < mostSteps && !cache.stopped(); queue.pop_front()) {
        const auto [plan, step] = queue.front();
        for (const std::vector<int>& sizes : neighbours(plan)) {
            if (!seen.insert(sizes).second || fullestStage(task, memory, sizes).bytes > most) {
                continue;
            }
            std::optional<CutPlan> next = solver.solve(sizes);
            if (next && slowest(*next) <= slowest(plan) * tolerance) {
                admit(std::move(*next), step);
            }
        }
    }
    if (best) {
        steps[bestStep].best = true;
    }
    return best;
}

}  // namespace pgram
