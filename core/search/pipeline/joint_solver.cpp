// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/joint_solver.h"

#include "core/base/index.h"
#include "core/search/task/rounding.h"

#include <algorithm>

namespace pgram {

namespace {

void improve(std::optional<StepFront>& least, const StepFront& other)
{
    least = !least ? other
                   : StepFront{std::min(least->fill, other.fill), std::min(least->head, other.head),
                               std::min(least->span, other.span), std::min(least->end, other.end)};
}

void improve(std::optional<StepChain>& least, const StepChain& other)
{
    least = !least ? other
                   : StepChain{std::min(least->fill, other.fill), std::min(least->span, other.span),
                               std::min(least->end, other.end)};
}

}  // namespace

JointSolver::JointSolver(StageBook& book)
    : m_book(book), m_layers(book.task().layers()), m_stages(book.task().key.pipeline)
{}

void JointSolver::boundFronts(Seconds limit)
{
    const Task& task = m_book.task();
    m_front.assign(at(m_stages), std::vector<std::optional<StepFront>>(at(m_layers) + 1));
    m_front[0][0] = StepFront();
    for (int stage = 0; stage + 1 < m_stages && !m_book.stopped(); ++stage) {
        const int lastEnd = m_layers - (m_stages - 1 - stage);
        for (int first = stage; first + 1 <= lastEnd; ++first) {
            const std::optional<StepFront>& front = m_front[at(stage)][at(first)];
            for (int end = first + 1; end <= lastEnd && front; ++end) {
                if (m_book.isRefused(first, end)) {
                    continue;  // for want of blocks, which longer ones have
                }
                const StageLeast own = m_book.figures(stage, first, end);
                const StepFront longer = task.objective.behind(*front, own, task.place(stage, first, end));
                if (own.end == infinity || task.objective.atLeast(longer, {}) > limit) {
                    break;  // and all the more with further layers
                }
                improve(m_front[at(stage) + 1][at(end)], longer);
            }
        }
    }
}

void JointSolver::boundBacks(Seconds limit)
{
    const Task& task = m_book.task();
    const auto width = at(m_layers) + 1;
    m_back.assign(at(m_stages) + 1, std::vector<std::optional<StepChain>>(width));
    m_back[at(m_stages)][at(m_layers)] = StepChain();
    m_ends.assign(at(m_stages), std::vector<std::vector<int>>(width));
    for (int stage = m_stages - 1; stage >= 0 && !m_book.stopped(); --stage) {
        for (int end = stage + 1; end <= m_layers; ++end) {
            const std::optional<StepChain>& back = m_back[at(stage) + 1][at(end)];
            for (int first = end - 1; first >= stage && back; --first) {
                if (!m_front[at(stage)][at(first)] || m_book.isRefused(first, end)) {
                    continue;
                }
                const StageLeast own = m_book.figures(stage, first, end);
                const StepChain longer = task.objective.inFront(*back, own, task.place(stage, first, end));
                if (own.end == infinity || task.objective.atLeast({}, longer) > limit) {
                    break;
                }
                if (!isHopeless(stage, first, end, own, limit)) {
                    improve(m_back[at(stage)][at(first)], longer);
                    m_ends[at(stage)][at(first)].push_back(end);
                }
            }
        }
    }
}

bool JointSolver::isHopeless(int stage, int first, int end, const StageLeast& least, Seconds limit) const
{
    const Task& task = m_book.task();
    const StepChain& back = *m_back[at(stage) + 1][at(end)];
    const StepChain chain = task.objective.inFront(back, least, task.place(stage, first, end));
    return task.objective.atLeast(*m_front[at(stage)][at(first)], chain) > limit;
}

/// Opens stage `stage` from layer `first` on with every end that a plan within the limit may have.
std::vector<int> JointSolver::openStage(StageJoin& join, int stage, int first, Seconds limit,
                                        const std::vector<ClosedChains>& behind)
{
    std::vector<int> opened;
    const Task& task = m_book.task();
    const StepFront& front = *m_front[at(stage)][at(first)];
    const JoinLimit joinLimit{roundedUp(limit), front};
    for (const int end : m_ends[at(stage)][at(first)]) {
        if (m_book.stopped()) {
            break;
        }
        const StageLeast least = m_book.figures(stage, first, end);
        if (isHopeless(stage, first, end, least, roundedUp(limit))) {
            continue;
        }
        const StepChain& back = *m_back[at(stage) + 1][at(end)];
        const StageLimits limits = task.objective.limits(limit, front, back, least, task.place(stage, first, end));
        if (stage + 1 == m_stages) {
            join.openLast(first, limits, joinLimit, opened);
        } else {
            join.openInFront(stage, first, end, behind[at(end)], limits, joinLimit, opened);
        }
    }
    return opened;
}

std::optional<CutPlan> JointSolver::solveWithin(Seconds limit)
{
    StageJoin join(m_book);
    std::vector<ClosedChains> behind(at(m_layers) + 1);
    std::vector<int> opened;
    for (int stage = m_stages - 1; stage >= 0; --stage) {
        std::vector<ClosedChains> closed(at(m_layers) + 1);
        const int lastFirst = stage == 0 ? 0 : m_layers - (m_stages - stage);
        for (int first = stage; first <= lastFirst; ++first) {
            if (!m_front[at(stage)][at(first)]) {
                continue;
            }
            opened = openStage(join, stage, first, limit, behind);
            if (m_book.stopped()) {
                return std::nullopt;
            }
            if (stage > 0 && !opened.empty()) {
                closed[at(first)] = join.close(stage, first, opened);
            }
        }
        behind = std::move(closed);
    }
    if (opened.empty()) {
        return std::nullopt;
    }
    return join.best(opened);
}

void JointSolver::bound(Seconds limit)
{
    boundFronts(roundedUp(limit));
    boundBacks(roundedUp(limit));
}

Seconds JointSolver::atLeast() const
{
    const std::optional<StepChain>& all = m_back[0][0];
    return all ? m_book.task().objective.step(*all) : infinity;
}

std::optional<CutPlan> JointSolver::nearlyBest()
{
    struct Way {
        StepChain chain;
        Seconds atLeast = infinity;
        int end = 0;
    };
    const Objective& objective = m_book.task().objective;
    std::vector<std::vector<Way>> ways(at(m_stages) + 1, std::vector<Way>(at(m_layers) + 1));
    ways[at(m_stages)][at(m_layers)].atLeast = 0;
    for (int stage = m_stages - 1; stage >= 0 && !m_book.stopped(); --stage) {
        for (int first = stage; first < m_layers; ++first) {
            for (const int end : m_ends[at(stage)][at(first)]) {
                const Way& behind = ways[at(stage) + 1][at(end)];
                if (behind.atLeast == infinity) {
                    continue;
                }
                const std::optional<StepShare> share = m_book.nearlyBestShare(stage, first, end);
                if (!share) {
                    continue;
                }
                const StagePlace place = m_book.task().place(stage, first, end);
                const StepChain chain = objective.inFront(behind.chain, *share, place);
                const Seconds least = objective.atLeast(*m_front[at(stage)][at(first)], chain);
                Way& best = ways[at(stage)][at(first)];
                if (least < best.atLeast) {
                    best = {chain, least, end};
                }
            }
        }
    }
    if (m_book.stopped() || ways[0][0].atLeast == infinity) {
        return std::nullopt;
    }
    CutPlan plan;
    std::vector<int>& strategies = plan.solution.strategies;
    for (int stage = 0, first = 0; stage < m_stages; ++stage) {
        const int end = ways[at(stage)][at(first)].end;
        const std::vector<int>& own = m_book.nearlyFastest(stage, first, end);
        strategies.insert(strategies.end(), own.begin(), own.end());
        plan.sizes.push_back(end - first);
        first = end;
    }
    plan.solution.objective = objectiveOf(m_book.task(), plan.sizes, strategies);
    return plan;
}

std::optional<CutPlan> JointSolver::solve(Seconds limit)
{
    if (m_back.empty()) {
        bound(limit);
    }
    if (m_book.stopped() || !m_back[0][0]) {
        return std::nullopt;
    }
    const Seconds least = atLeast();
    return solveCountingOnce(m_book, limit, [&](Seconds upTo) -> std::optional<CutPlan> {
        for (const double share : m_book.shares()) {
            std::optional<CutPlan> plan = solveWithin(least + share * std::max(0.0, upTo - least));
            if (plan || m_book.stopped()) {
                return plan;
            }
        }
        return std::nullopt;
    });
}

}  // namespace pgram
