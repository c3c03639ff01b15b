// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/cut_solver.h"

#include "core/search/rounding.h"

#include <algorithm>

namespace pgram {

namespace {

constexpr Seconds infinity = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<CutSolver::Part> CutSolver::partsOf(const std::vector<int>& sizes)
{
    std::vector<Part> parts;
    int first = 0;
    for (int stage = 0; stage < static_cast<int>(sizes.size()); ++stage) {
        const int end = first + sizes[static_cast<std::size_t>(stage)];
        parts.push_back({first, end, m_book.figures(stage, first, end)});
        first = end;
    }
    return parts;
}

/// Step time of the plan that puts the bounds' own assignments side by side; infinity when a stage has none.
Seconds CutSolver::nearlyBest(const std::vector<Part>& parts)
{
    std::vector<int> sizes;
    std::vector<int> strategies;
    for (int stage = 0; stage < static_cast<int>(parts.size()); ++stage) {
        const Part& part = parts[static_cast<std::size_t>(stage)];
        const std::vector<int>& own = m_book.nearlyBest(stage, part.first, part.end);
        if (own.empty()) {
            return infinity;
        }
        sizes.push_back(part.end - part.first);
        strategies.insert(strategies.end(), own.begin(), own.end());
    }
    return stepTimeOf(m_book.task(), sizes, strategies);
}

/// The best plan of at most `limit` seconds a step.
std::optional<CutSolution> CutSolver::solveWithin(const std::vector<Part>& parts, Seconds limit)
{
    const double repeats = m_book.task().formula.repeats();
    StageFigures all;
    for (const Part& part : parts) {
        all.trip += part.least.trip;
        all.pace = std::max(all.pace, part.least.pace);
    }
    JoinLimit join{roundedUp(limit), all.trip, 0};
    StageJoin joined(m_book);
    std::vector<int> opened;
    for (int stage = static_cast<int>(parts.size()) - 1; stage >= 0; --stage) {
        const Part& part = parts[static_cast<std::size_t>(stage)];
        const Seconds others = all.trip - part.least.trip;
        const StageLimits limits{limit - others, limit - others - repeats * all.pace};
        join.sumInFront = stage == 0 ? 0 : join.sumInFront - part.least.trip;
        std::vector<int> next;
        if (part.end == m_book.task().layers()) {
            joined.openLast(part.first, limits, join, next);
        } else {
            joined.openInFront(stage, part.first, part.end, joined.close(stage + 1, part.end, opened), limits, join,
                               next);
        }
        opened = std::move(next);
        if (m_book.stopped() || opened.empty()) {
            return std::nullopt;
        }
    }
    return joined.best(opened).solution;
}

std::optional<CutSolution> CutSolver::solve(const std::vector<int>& sizes, Seconds limit)
{
    const std::vector<Part> parts = partsOf(sizes);
    Seconds all = 0;
    Seconds slowest = 0;
    for (const Part& part : parts) {
        all += part.least.trip;
        slowest = std::max(slowest, part.least.pace);
    }
    Seconds least = all + m_book.task().formula.repeats() * slowest;
    for (const Part& part : parts) {
        least = std::max(least, part.least.weighted + all - part.least.trip);
    }
    // The bounds' own plan is one of the cut's: what is slower is of no use.
    const Seconds most = std::min(limit, nearlyBest(parts));
    if (least > roundedUp(most) || least == infinity) {
        return std::nullopt;
    }
    for (const double share : limitShares) {
        std::optional<CutSolution> solution = solveWithin(parts, least + share * std::max(0.0, most - least));
        if (solution || m_book.stopped()) {
            return solution;
        }
    }
    return std::nullopt;
}

}  // namespace pgram
