// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/polish.h"

#include "core/base/index.h"
#include "core/search/outer/sampling.h"
#include "core/search/pipeline/local_search.h"
#include "core/search/pipeline/task_plan.h"
#include "core/search/task/rounding.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace pgram {

namespace {

/// Work of the moves, in nanoseconds on a usual machine, which count operations, not time.
constexpr double workOfPolish = 2e7;
/// Temperatures so low that the plan stays near the best.
constexpr Heat lowHeat{0.02, 1e-4, 3};

/// Returns the plan in the form of the scorer. The choice is empty if the task does not hold the plan.
SampledPlan sampled(SampleScorer& scorer, const Plan& plan)
{
    const Task& task = scorer.task();
    SampledPlan own;
    for (int layer = 0; layer < task.layers(); ++layer) {
        const auto& candidates = task.of(layer);
        const auto chosen = std::ranges::find_if(candidates, [&](const Candidate& candidate) {
            return task.strategy(candidate.strategy) == plan.strategies[at(layer)];
        });
        if (chosen == candidates.end()) {
            return {};
        }
        own.choice.push_back(scorer.find(layer, chosen->strategy));
    }
    for (const Chunk& chunk : plan.chunks) {
        own.ends.push_back(chunk.end());
    }
    if (static_cast<int>(own.ends.size()) != task.parts()) {
        return {};
    }
    scorer.sum(own);
    return own;
}

/// Returns the plan with the layers of two stages exchanged: how many there are, and their strategies. The choice is
/// empty if some layer cannot use its new strategy.
SampledPlan exchanged(const SampleScorer& scorer, const SampledPlan& plan, int stage, int other)
{
    const Task& task = scorer.task();
    std::vector<std::vector<int>> strategies;  // per part
    int layer = 0;
    for (const int end : plan.ends) {
        std::vector<int>& own = strategies.emplace_back();
        for (; layer < end; ++layer) {
            own.push_back(plan.choice[at(layer)]->strategy);
        }
    }
    const int chunks = task.parts() / task.key.pipeline;
    for (int i = 0; i < chunks; ++i) {
        const auto chunkOf = [&](int of) {
            return static_cast<std::size_t>(chunks == 1 ? of : chunkOfStage(task.schedule, task.key.pipeline, of, i));
        };
        std::swap(strategies[chunkOf(stage)], strategies[chunkOf(other)]);
    }
    SampledPlan next;
    for (const std::vector<int>& own : strategies) {
        for (const int strategy : own) {
            const Candidate* candidate = scorer.find(static_cast<int>(next.choice.size()), strategy);
            if (candidate == nullptr) {
                return {};
            }
            next.choice.push_back(candidate);
        }
        next.ends.push_back(static_cast<int>(next.choice.size()));
    }
    return next;
}

class Polish {
public:
    /// `task`: task of the plan, on the plan's blocks.
    Polish(Task task, const Plan& plan, const SearchScope& scope, Incumbent& incumbent)
        : m_task(std::move(task)),
          m_target(scope.rules.target),
          m_scorer(m_task, scope.usable),
          m_plan(sampled(m_scorer, plan)),
          m_search(m_scorer, scope.stop, workOfPolish),
          m_incumbent(incumbent)
    {}

    void run()
    {
        if (m_plan.choice.empty()) {
            return;
        }
        do {
            m_search.run(
                m_plan, true, bestStep(), [this](const SampledPlan& of) { return m_scorer.step(of); },
                [this](const SampledPlan& next) { return isFaster(next) ? std::optional(bestStep()) : std::nullopt; });
        } while (exchangeDevices());
    }

private:
    /// Exchanges the devices of two stages of unlike devices, with their layers and without. Returns true if that made
    /// the plan faster and effort is left.
    bool exchangeDevices()
    {
        const std::size_t orders = m_task.classes.empty() ? 0 : m_task.places->orders.size();
        for (std::size_t i = 0; i < orders; ++i) {
            const std::vector<int>& order = m_task.places->orders[i];
            const std::optional<std::pair<int, int>> stages = exchangedStages(order);
            for (const bool withLayers : {true, false}) {
                if (m_search.isSpent()) {
                    return false;
                }
                if (stages && exchangeDevices(*stages, order, withLayers)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Returns the two stages whose classes of devices the order exchanges; none if it is another change.
    [[nodiscard]] std::optional<std::pair<int, int>> exchangedStages(const std::vector<int>& order) const
    {
        const StageClusters& clusters = *m_task.places->clusters;
        std::vector<int> others;
        for (int stage = 0; stage < m_task.key.pipeline; ++stage) {
            if (clusters.classOf(order[at(stage)]) != m_task.classAt(stage)) {
                others.push_back(stage);
            }
        }
        return others.size() == 2 ? std::optional(std::pair(others[0], others[1])) : std::nullopt;
    }

    bool exchangeDevices(std::pair<int, int> stages, const std::vector<int>& order, bool withLayers)
    {
        m_next = withLayers ? exchanged(m_scorer, m_plan, stages.first, stages.second) : m_plan;
        if (m_next.choice.empty()) {
            return false;
        }
        const std::vector<int> before = std::exchange(m_task.blocks, order);
        m_scorer.forgetBlocks();
        m_scorer.sum(m_next);
        const bool isKept = m_scorer.excess(m_next) <= 0 && isFaster(m_next);
        if (isKept) {
            std::swap(m_plan, m_next);
        } else {
            m_task.blocks = before;
            m_scorer.forgetBlocks();
        }
        return isKept;
    }

    [[nodiscard]] Seconds bestStep() const { return m_incumbent.rate() * static_cast<double>(m_task.key.batch); }

    bool isFaster(const SampledPlan& next)
    {
        const double batch = static_cast<double>(m_task.key.batch);
        if (m_scorer.step(next) / batch >= m_incumbent.rate()) {
            return false;
        }
        m_search.chargeEstimate();
        const CutPlan plan = m_scorer.planOf(next);
        if (roundedUp(plan.step / batch) >= m_incumbent.rate() || !canRun(m_target, m_task, plan)) {
            return false;
        }
        m_incumbent.offer(m_task, plan);
        return true;
    }

    Task m_task;
    const Target* m_target;  ///< target that runs the plans; null: any plan
    SampleScorer m_scorer;   ///< refers to m_task
    SampledPlan m_plan;
    SampledPlan m_next;
    LocalSearch m_search;
    Incumbent& m_incumbent;
};

/// Returns the task of the best plan; null if it need not be improved.
const Subproblem* taskToImprove(std::span<const Subproblem> listed, const Incumbent& incumbent)
{
    const std::optional<TaskKey> key = incumbent.bestTask();
    const auto found = std::ranges::find_if(listed, [&](const Subproblem& task) { return task.key == key; });
    const bool isNeeded = key && found != listed.end() && key->pipeline > 1;
    return isNeeded && roundedUp(incumbent.bound()) < incumbent.rate() ? &*found : nullptr;
}

}  // namespace

void polishBest(std::span<const Subproblem> listed, const SearchScope& scope, Incumbent& incumbent)
{
    const Subproblem* found = taskToImprove(listed, incumbent);
    if (found == nullptr) {
        return;
    }
    const Plan plan = incumbent.best()->plan;
    std::optional<Task> task = makeTask(scope.source, *found);
    if (!task) {
        return;
    }
    for (std::size_t stage = 0; stage < task->blocks.size(); ++stage) {
        task->blocks[stage] = plan.blockOf(static_cast<int>(stage));
    }
    Polish(std::move(*task), plan, scope, incumbent).run();
}

bool annealBest(std::span<const Subproblem> listed, const SearchScope& scope, double work, std::uint64_t seed,
                Incumbent& incumbent)
{
    const Subproblem* found = taskToImprove(listed, incumbent);
    if (found == nullptr) {
        return false;
    }
    SampledTasks tasks({*found}, scope.source, scope.usable);
    SampleScorer& scorer = tasks.scorer(0);
    Sample start{0, sampled(scorer, incumbent.best()->plan)};
    if (start.plan.choice.empty() || !scorer.task().classes.empty()) {
        return false;
    }
    const auto evaluations = static_cast<std::int64_t>(work / workOfScore(scorer));
    anneal(tasks, std::move(start), {.evaluations = evaluations, .seed = seed, .heat = lowHeat, .isWhole = false},
           incumbent, scope.stop);
    polishBest(listed, scope, incumbent);
    return true;
}

}  // namespace pgram
