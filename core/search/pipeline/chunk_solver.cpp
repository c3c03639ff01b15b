// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/chunk_solver.h"

#include "core/base/index.h"
#include "core/plan/estimate.h"
#include "core/search/pipeline/cut_solver.h"
#include "core/search/pipeline/sampled_plan.h"
#include "core/search/pipeline/task_plan.h"
#include "core/search/task/given_strategies.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

namespace pgram {

namespace {

/// Limit of the counts in flight for which a cut is solved.
constexpr std::size_t mostTries = 4;

/// Neighbours of a cut: limits on those that are simulated, by their number and by the micro-batch passes of all
/// together, and on those whose strategies are solved again.
constexpr std::size_t fewestLookedAt = 8;
constexpr std::size_t passesLookedAt = 1 << 15;
constexpr std::size_t mostSolved = 3;
constexpr double nearlyAsFast = 1.05;

/// Visits every cut in which one part is a layer shorter and another part a layer longer. The boundaries between the
/// two move by a layer each.
template <typename IsWanted, typename Visit>
void eachNeighbour(const std::vector<int>& sizes, const IsWanted& isWanted, const Visit& visit)
{
    const auto parts = sizes.size();
    for (std::size_t from = 0; from < parts; ++from) {
        for (std::size_t to = 0; to < parts; ++to) {
            if (from != to && sizes[from] > 1 && isWanted(static_cast<int>(from), static_cast<int>(to))) {
                std::vector<int> next = sizes;
                --next[from];
                ++next[to];
                visit(std::move(next), static_cast<int>(from), static_cast<int>(to));
            }
        }
    }
}

}  // namespace

ChunkSolver::ChunkSolver(const Task& task, Bytes budget, std::stop_token stop)
    : m_task(task),
      m_budget(budget),
      m_stop(std::move(stop)),
      m_memory(task),
      m_receives(task),
      m_most(mostInFlight(task))
{}

/// Returns the plan of least memory on the cut, however slow, if it fits.
std::optional<CutPlan> ChunkSolver::leastMemory(const std::vector<int>& sizes) const
{
    CutPlan plan{sizes};
    if (m_task.pattern) {
        plan.strategies = givenStrategies(m_task, sizes);
    } else {
        SampleScorer scorer(m_task, m_budget);
        plan = scorer.planOf(leastMemoryPlan(scorer, sizes));
    }
    return stepAndMemory(planOf(m_task, plan)).memory <= m_budget ? std::optional(std::move(plan)) : std::nullopt;
}

std::optional<CutPlan> ChunkSolver::solveWith(const std::vector<int>& sizes, std::span<const int> inFlight,
                                              Seconds limit)
{
    const StagedTask staged = stagedTask(m_task, sizes, inFlight, m_receives);
    StageCache cache(staged.task, m_budget, m_stop);
    std::optional<CutPlan> plan = CutSolver(cache).solve(staged.sizes, limit);
    if (plan) {
        plan->sizes = sizes;
        plan->strategies = inModelOrder(staged, plan->strategies);
    }
    return plan;
}

/// Solves a cut. The number of micro-batches in flight through a stage's chunks when they hold most depends on the
/// strategies. Counts of a single moment require too little memory, never too much: if the best plan by such counts
/// fits, it is the best of all that fit. Otherwise tries the counts at the plan's own peak and, if these bring nothing
/// new, the largest count of each chunk. Falls back to the plan of least memory.
std::optional<CutPlan> ChunkSolver::solve(const std::vector<int>& sizes, Seconds limit)
{
    if (need(sizes).bytes > m_budget) {
        return std::nullopt;
    }
    std::vector<int> counts = m_task.inFlight;
    for (std::set<std::vector<int>> tried; !stopped();) {
        const bool isNew = tried.insert(counts).second && tried.size() <= mostTries;
        std::optional<CutPlan> plan = solveWith(sizes, isNew ? counts : m_most, limit);
        if (!plan && isNew) {
            return plan;  // no plan fits with larger counts either
        }
        if (!plan) {
            break;
        }
        const StepAndMemory figures = stepAndMemory(planOf(m_task, *plan));
        if (figures.memory <= m_budget) {
            const bool isPaper = m_task.objective.rule() == StepRule::Paper;
            plan->step = isPaper ? stepOf(m_task, *plan) : figures.step;
            return plan;
        }
        if (!isNew) {
            break;
        }
        counts = figures.inFlight;
    }
    return stopped() ? std::nullopt : leastMemory(sizes);
}

/// Sets objective and stage paces of the plan from its strategies.
void ChunkSolver::score(CutPlan& plan)
{
    const StagedTask staged = stagedTask(m_task, plan.sizes, m_task.inFlight, m_receives);
    std::vector<int> strategies;
    for (const int layer : staged.layer) {
        strategies.push_back(plan.strategies[at(layer)]);
    }
    plan.objective = objectiveOf(staged.task, staged.sizes, strategies);
    plan.stagePaces.clear();
    for (const StageWork& stage : stageWork(staged.task, staged.sizes, strategies)) {
        plan.stagePaces.push_back(stage.share.pace);
    }
}

std::optional<CutPlan> ChunkSolver::nearlyBestWith(const std::vector<int>& sizes, std::span<const int> inFlight)
{
    const StagedTask staged = stagedTask(m_task, sizes, inFlight, m_receives);
    StageCache cache(staged.task, m_budget, m_stop);
    CutPlan plan{sizes};
    int first = 0;
    for (int stage = 0; stage < m_task.key.pipeline; ++stage) {
        const int end = first + staged.sizes[at(stage)];
        const std::vector<int>& own = cache.nearlyBest(stage, first, end);
        if (own.empty()) {
            return std::nullopt;
        }
        plan.strategies.insert(plan.strategies.end(), own.begin(), own.end());
        first = end;
    }
    plan.strategies = inModelOrder(staged, plan.strategies);
    score(plan);
    const StepAndMemory figures = stepAndMemory(planOf(m_task, plan));
    plan.step = figures.step;
    return figures.memory <= m_budget ? std::optional(std::move(plan)) : std::nullopt;
}

std::optional<CutPlan> ChunkSolver::nearlyBest(const std::vector<int>& sizes)
{
    if (need(sizes).bytes > m_budget) {
        return std::nullopt;
    }
    std::optional<CutPlan> plan = nearlyBestWith(sizes, m_task.inFlight);
    return plan || stopped() ? plan : nearlyBestWith(sizes, m_most);
}

/// Returns the cuts that move a layer from or to the slowest stage, or between neighbours, fastest first. Each layer
/// keeps its strategy. Moves to the stages with most time to spare are simulated first.
std::vector<ChunkSolver::Neighbour> ChunkSolver::neighboursOf(const CutPlan& plan) const
{
    const auto& paces = plan.stagePaces;
    const auto slowest = static_cast<int>(std::ranges::max_element(paces) - paces.begin());
    const auto paceAt = [&](int part) { return paces[at(m_task.stageOf(part))]; };
    struct Move {
        Seconds pace = 0;  ///< seconds per micro-batch of the stage that receives the layer
        int distance = 0;
        std::vector<int> sizes;
    };
    std::vector<Move> moves;
    const auto isWanted = [&](int shorter, int longer) {
        const bool isOfSlowest = m_task.stageOf(shorter) == slowest || m_task.stageOf(longer) == slowest;
        return isOfSlowest || std::abs(shorter - longer) == 1;
    };
    eachNeighbour(plan.sizes, isWanted, [&](std::vector<int> sizes, int shorter, int longer) {
        moves.push_back({paceAt(longer), std::abs(shorter - longer), std::move(sizes)});
    });
    std::ranges::stable_sort(moves, [](const Move& a, const Move& b) {
        return std::tie(a.pace, a.distance) < std::tie(b.pace, b.distance);
    });
    const std::size_t passes = static_cast<std::size_t>(m_task.key.microbatches) * plan.sizes.size();
    moves.resize(std::min(moves.size(), std::max(fewestLookedAt, passesLookedAt / passes)));
    std::vector<Neighbour> near;
    for (Move& move : moves) {
        Neighbour& next = near.emplace_back(Neighbour{plan});
        next.plan.sizes = std::move(move.sizes);
        if (m_task.pattern) {
            next.plan.strategies = givenStrategies(m_task, next.plan.sizes);
        }
        const StepAndMemory figures = stepAndMemory(planOf(m_task, next.plan));
        next.plan.step = figures.step;
        next.fits = figures.memory <= m_budget;
    }
    std::ranges::stable_sort(near, {}, [](const Neighbour& neighbour) { return neighbour.plan.step; });
    return near;
}

CutPlan ChunkSolver::better(CutPlan best)
{
    std::set<std::vector<int>> solved{best.sizes};
    for (bool improved = true; improved && !stopped();) {
        improved = false;
        const auto keep = [&](CutPlan plan) {
            if (plan.step < best.step) {
                best = std::move(plan);
                improved = true;
            }
        };
        std::vector<Neighbour> near = neighboursOf(best);
        const Seconds most = best.step * nearlyAsFast;
        const Seconds limit = best.objective * nearlyAsFast;
        near.resize(std::min(near.size(), mostSolved));
        for (Neighbour& next : near) {
            if (improved || next.plan.step > most) {
                break;
            }
            const bool isNew = solved.insert(next.plan.sizes).second;
            if (std::optional<CutPlan> plan = isNew ? solve(next.plan.sizes, limit) : std::nullopt) {
                keep(std::move(*plan));
            }
            if (next.fits && next.plan.step < best.step) {
                score(next.plan);
                keep(std::move(next.plan));
            }
        }
    }
    return best;
}

std::vector<int> ChunkSolver::lighter(std::vector<int> sizes)
{
    FullestStage fullest = need(sizes);
    for (bool improved = true; improved && fullest.bytes > m_budget && !stopped();) {
        improved = false;
        std::vector<int> best = sizes;
        const auto isOfFullest = [&, stage = fullest.stage](int from, int /*to*/) {
            return m_task.stageOf(from) == stage;
        };
        eachNeighbour(sizes, isOfFullest, [&](std::vector<int> next, int /*from*/, int /*to*/) {
            const FullestStage own = need(next);
            if (own.bytes < fullest.bytes) {
                fullest = own;
                best = std::move(next);
                improved = true;
            }
        });
        sizes = std::move(best);
    }
    return sizes;
}

std::vector<std::vector<int>> allCuts(int layers, int parts, std::size_t most)
{
    std::vector<std::vector<int>> cuts{{}};
    for (int part = 0; part < parts; ++part) {
        std::vector<std::vector<int>> longer;
        for (const std::vector<int>& cut : cuts) {
            int left = layers;
            for (const int size : cut) {
                left -= size;
            }
            const int after = parts - 1 - part;
            for (int size = after == 0 ? left : 1; size <= left - after; ++size) {
                longer.push_back(cut);
                longer.back().push_back(size);
            }
            if (longer.size() > most) {
                return {};
            }
        }
        cuts = std::move(longer);
    }
    return cuts;
}

}  // namespace pgram
