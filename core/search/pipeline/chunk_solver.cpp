// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/chunk_solver.h"

#include "core/base/index.h"
#include "core/plan/estimate.h"
#include "core/search/pipeline/local_search.h"
#include "core/search/pipeline/task_plan.h"

#include <set>
#include <utility>

namespace pgram {

namespace {

/// Work of the local search from one cut, in nanoseconds on a usual machine.
constexpr double workOfCut = 3e7;
/// Weight of the mean work of the stages beside the step. Stages off the critical path also become faster, so that
/// later moves can give them more layers.
constexpr double weightOfWork = 0.02;

/// Limit of the counts in flight for which a cut is solved.
constexpr std::size_t mostTries = 4;

/// Visits every cut in which a part of the stage is a layer shorter and another part a layer longer. The boundaries
/// between the two move by a layer each.
template <typename Visit>
void eachNeighbour(const Task& task, const std::vector<int>& sizes, int stage, const Visit& visit)
{
    const auto parts = sizes.size();
    for (std::size_t from = 0; from < parts; ++from) {
        for (std::size_t to = 0; to < parts; ++to) {
            if (from != to && sizes[from] > 1 && task.stageOf(static_cast<int>(from)) == stage) {
                std::vector<int> next = sizes;
                --next[from];
                ++next[to];
                visit(std::move(next));
            }
        }
    }
}

}  // namespace

ChunkSolver::ChunkSolver(const Task& task, Bytes budget, std::stop_token stop)
    : m_task(task), m_budget(budget), m_stop(std::move(stop)), m_memory(task), m_most(mostInFlight(task))
{}

ChunkSolver::Checked ChunkSolver::checked(const SampleScorer& scorer, const SampledPlan& plan) const
{
    CutPlan cut = scorer.cutOf(plan);
    StepAndMemory figures = stepAndMemory(planOf(m_task, cut));
    cut.step = m_task.objective.rule() == StepRule::Paper ? stepOf(m_task, cut) : figures.step;
    return {std::move(cut), figures.memory <= m_budget, std::move(figures.inFlight)};
}

/// Returns the best plan of a local search.
CutPlan ChunkSolver::improved(SampleScorer& scorer, SampledPlan plan, CutPlan best, bool movesCuts) const
{
    LocalSearch search(scorer, m_stop, workOfCut);
    const auto value = [&](const SampledPlan& of) {
        Seconds work = 0;
        for (const PartSums& part : of.parts) {
            work += part.seconds.time();
        }
        return scorer.step(of) + weightOfWork * m_task.key.microbatches * work / m_task.key.pipeline;
    };
    search.run(plan, movesCuts, value(plan), value, [&](const SampledPlan& next) {
        search.chargeEstimate();
        Checked found = checked(scorer, next);
        if (found.fits && found.plan.step < best.step) {
            best = std::move(found.plan);
        }
        return found.fits ? std::optional(value(next)) : std::nullopt;
    });
    return best;
}

/// The number of micro-batches in flight through a stage's chunks when they hold most depends on the strategies. Counts
/// of a single moment require too little memory, never too much. If the plan by such counts does not fit, tries the
/// counts at the plan's own peak and, if these bring nothing new, the largest count of each chunk.
std::optional<CutPlan> ChunkSolver::solve(const std::vector<int>& sizes, Seconds near, bool movesCuts)
{
    if (need(sizes).bytes > m_budget) {
        return std::nullopt;
    }
    std::vector<int> counts = m_task.inFlight;
    for (std::set<std::vector<int>> tried; !stopped();) {
        const bool isNew = tried.insert(counts).second && tried.size() <= mostTries;
        SampleScorer scorer(m_task, m_budget, isNew ? counts : m_most);
        SampledPlan plan = pricedPlan(scorer, sizes);
        if (plan.choice.empty() && isNew) {
            break;  // no plan fits with larger counts either
        }
        if (plan.choice.empty()) {
            plan = leastMemoryPlan(scorer, sizes);
        }
        Checked own = checked(scorer, plan);
        if (own.fits) {
            return own.plan.step > near ? std::move(own.plan)
                                        : improved(scorer, std::move(plan), std::move(own.plan), movesCuts);
        }
        if (!isNew) {
            break;
        }
        counts = std::move(own.inFlight);
    }
    return std::nullopt;
}

std::vector<int> ChunkSolver::lighter(std::vector<int> sizes)
{
    FullestStage fullest = need(sizes);
    for (bool improved = true; improved && fullest.bytes > m_budget && !stopped();) {
        improved = false;
        std::vector<int> best = sizes;
        eachNeighbour(m_task, sizes, fullest.stage, [&](std::vector<int> next) {
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
