// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/polish.h"

#include "core/search/pipeline/sampled_plan.h"
#include "core/search/task/rounding.h"

#include <algorithm>

namespace pgram {

namespace {

/// In visits of a part: one to bring its sums up to date, one for each of its passes that is simulated.
constexpr std::int64_t mostEffort = 100'000;

/// The plan as the scorer's; no choice where it is none of the task's.
SampledPlan sampled(SampleScorer& scorer, const Plan& plan)
{
    const Task& task = scorer.task();
    SampledPlan own;
    for (int layer = 0; layer < task.layers(); ++layer) {
        const auto& candidates = task.of(layer);
        const auto chosen = std::ranges::find_if(candidates, [&](const Candidate& candidate) {
            return task.strategy(candidate.strategy) == plan.strategies[static_cast<std::size_t>(layer)];
        });
        if (chosen == candidates.end()) {
            return {};
        }
        own.choice.push_back(&*chosen);
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

class Polish {
public:
    Polish(SampleScorer& scorer, SampledPlan plan, const std::stop_token& stop, Incumbent& incumbent)
        : m_scorer(scorer), m_plan(std::move(plan)), m_stop(stop), m_incumbent(incumbent)
    {}

    void run()
    {
        do {
            while (moveEachCut()) {
            }
        } while (changeEachSegment());
    }

private:
    /// Returns true if a move made the plan faster and effort is left.
    bool moveEachCut()
    {
        const int cuts = m_scorer.task().parts() - 1;
        bool faster = false;
        for (int length = 1; length <= cuts; ++length) {
            for (int first = 0; first + length <= cuts; ++first) {
                for (const int step : {1, -1}) {
                    if (isSpent()) {
                        return false;
                    }
                    m_next = m_plan;
                    faster = (moveCuts(m_scorer, m_next, first, first + length - 1, step) && keepIfFaster()) || faster;
                }
            }
        }
        return faster && !isSpent();
    }

    /// Gives another strategy to the first layer, the last layer or all layers of each segment: neighbours of a part
    /// that have one strategy.
    bool changeEachSegment()
    {
        bool faster = false;
        for (int first = 0; first < m_scorer.task().layers();) {
            const int end = endOfSegment(first);
            for (const Candidate& candidate : m_scorer.task().of(first)) {
                faster = change(first, end, candidate.strategy) || faster;
                if (end - first > 1) {
                    faster = change(first, first + 1, candidate.strategy) || faster;
                    faster = change(end - 1, end, candidate.strategy) || faster;
                }
                if (isSpent()) {
                    return false;
                }
            }
            first = end;
        }
        return faster && !isSpent();
    }

    [[nodiscard]] int endOfSegment(int first) const
    {
        const int part = *std::ranges::upper_bound(m_plan.ends, first);
        const auto from = m_plan.choice.begin() + first;
        const auto end =
            std::find_if(from, m_plan.choice.begin() + part, [&](const Candidate* choice) { return choice != *from; });
        return static_cast<int>(end - m_plan.choice.begin());
    }

    bool change(int first, int end, int strategy)
    {
        const Candidate* candidate = m_scorer.find(first, strategy);
        if (candidate == m_plan.choice[static_cast<std::size_t>(first)]) {
            return false;
        }
        m_next = m_plan;
        std::fill(m_next.choice.begin() + first, m_next.choice.begin() + end, candidate);
        m_scorer.sum(m_next, first, end);
        return keepIfFaster();
    }

    [[nodiscard]] bool isSpent() const { return m_effort <= 0 || m_stop.stop_requested(); }

    bool keepIfFaster()
    {
        const Task& task = m_scorer.task();
        const double batch = static_cast<double>(task.key.batch);
        m_effort -= task.parts();
        if (m_scorer.excess(m_next) > 0 ||
            (task.objective.isBound() && m_scorer.objective(m_next) / batch >= m_incumbent.rate())) {
            return false;
        }
        m_effort -= 2 * static_cast<std::int64_t>(task.parts()) * task.key.microbatches;
        const CutPlan plan = m_scorer.planOf(m_next);
        if (roundedUp(plan.step / batch) >= m_incumbent.rate()) {
            return false;
        }
        m_incumbent.offer(task, plan);
        std::swap(m_plan, m_next);
        return true;
    }

    SampleScorer& m_scorer;
    SampledPlan m_plan;
    SampledPlan m_next;
    const std::stop_token& m_stop;
    Incumbent& m_incumbent;
    std::int64_t m_effort = mostEffort;
};

}  // namespace

void polishBest(std::span<const ListedTask> listed, const TaskSource& source, Bytes usable, const std::stop_token& stop,
                Incumbent& incumbent)
{
    const std::optional<TaskKey> key = incumbent.bestTask();
    const auto found = std::ranges::find_if(listed, [&](const ListedTask& task) { return task.key == key; });
    if (!key || found == listed.end() || key->pipeline == 1 || roundedUp(incumbent.bound()) >= incumbent.rate()) {
        return;
    }
    const Task task = makeTask(source, found->key, found->strategies, found->family);
    if (!task.classes.empty()) {
        return;  // sums of a layer depend on which stage it is in
    }
    SampleScorer scorer(task, usable);
    SampledPlan plan = sampled(scorer, incumbent.best()->plan);
    if (!plan.choice.empty()) {
        Polish(scorer, std::move(plan), stop, incumbent).run();
    }
}

}  // namespace pgram
