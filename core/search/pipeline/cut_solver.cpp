// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/cut_solver.h"

#include "core/base/index.h"
#include "core/search/task/rounding.h"

#include <algorithm>

namespace pgram {

std::vector<CutSolver::Part> CutSolver::partsOf(const std::vector<int>& sizes)
{
    const Task& task = m_cache.task();
    std::vector<Part> parts;
    int first = 0;
    StepFront front;
    for (int stage = 0; stage < static_cast<int>(sizes.size()); ++stage) {
        const int end = first + sizes[at(stage)];
        parts.push_back({first, end, m_cache.figures(stage, first, end), task.place(stage, first, end), front, {}});
        front = task.objective.behind(front, parts.back().least, parts.back().place);
        first = end;
    }
    for (std::size_t stage = parts.size() - 1; stage-- > 0;) {
        const Part& next = parts[stage + 1];
        parts[stage].behind = task.objective.inFront(next.behind, next.least, next.place);
    }
    return parts;
}

/// Returns the objective of the plan that consists of the bounds' own assignments; infinity if a stage has none.
Seconds CutSolver::nearlyBest(const std::vector<Part>& parts)
{
    std::vector<int> sizes;
    std::vector<int> strategies;
    for (int stage = 0; stage < static_cast<int>(parts.size()); ++stage) {
        const Part& part = parts[at(stage)];
        const std::vector<int>& own = m_cache.nearlyBest(stage, part.first, part.end);
        if (own.empty()) {
            return infinity;
        }
        sizes.push_back(part.end - part.first);
        strategies.insert(strategies.end(), own.begin(), own.end());
    }
    return objectiveOf(m_cache.task(), sizes, strategies);
}

/// Returns the best plan with an objective of at most `limit`, except for work per step that the cache does not count.
std::optional<CutPlan> CutSolver::solveWithin(const std::vector<Part>& parts, Seconds limit)
{
    const Objective& objective = m_cache.task().objective;
    StageJoin joined(m_cache);
    std::vector<int> opened;
    for (int stage = static_cast<int>(parts.size()) - 1; stage >= 0; --stage) {
        const Part& part = parts[at(stage)];
        const StageFigures limits = objective.limits(limit, part.front, part.behind, part.least, part.place);
        const JoinLimit join{roundedUp(limit), part.front};
        std::vector<int> next;
        if (part.end == m_cache.task().layers()) {
            joined.openLast(part.first, limits, join, next);
        } else {
            joined.openInFront(stage, part.first, part.end, joined.close(stage + 1, part.end, opened), limits, join,
                               next);
        }
        opened = std::move(next);
        if (m_cache.stopped() || opened.empty()) {
            return std::nullopt;
        }
    }
    return joined.best(opened);
}

std::optional<CutPlan> CutSolver::solve(const std::vector<int>& sizes, Seconds limit)
{
    const Objective& objective = m_cache.task().objective;
    const std::vector<Part> parts = partsOf(sizes);
    const Part& first = parts.front();
    const Seconds least = objective.step(objective.inFront(first.behind, first.least, first.place));
    // The plan of the bounds is a plan of the cut, so that slower plans are useless.
    const Seconds most = std::min(limit, nearlyBest(parts));
    const bool fits = std::ranges::all_of(parts, [](const Part& part) { return part.least.end < infinity; });
    if (!fits || least > roundedUp(most)) {
        return std::nullopt;
    }
    std::optional<CutPlan> plan =
        solveCountingOnce(m_cache, most, [&](Seconds upTo) { return solveWithin(parts, upTo); });
    return m_cache.stopped() ? std::nullopt : plan;
}

}  // namespace pgram
