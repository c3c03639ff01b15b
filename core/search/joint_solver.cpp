// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/joint_solver.h"

#include "core/search/rounding.h"

#include <algorithm>
#include <limits>

namespace pgram {

namespace {

constexpr Seconds infinity = std::numeric_limits<double>::infinity();

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

}  // namespace

JointSolver::JointSolver(StageBook& book)
    : m_book(book),
      m_layers(book.task().layers()),
      m_stages(book.task().key.pipeline),
      m_least(book.task().leastLayers()),
      m_repeats(book.task().formula.repeats())
{}

void JointSolver::boundChains()
{
    const auto width = at(m_layers) + 1;
    m_front.assign(at(m_stages) + 1, std::vector<Least>(width, {infinity, infinity}));
    m_back = m_front;
    m_front[0][0] = {};
    m_back[at(m_stages)][at(m_layers)] = {};
    const auto improve = [](Least& least, const Least& rest, const StageFigures& own) {
        least.sum = std::min(least.sum, rest.sum + own.trip);
        least.most = std::min(least.most, std::max(rest.most, own.pace));
    };
    for (int stage = 0; stage < m_stages && !m_book.stopped(); ++stage) {
        for (int end = (stage + 1) * m_least; end <= m_layers - (m_stages - 1 - stage) * m_least; ++end) {
            for (int first = stage * m_least; first <= end - m_least; ++first) {
                if (m_front[at(stage)][at(first)].sum < infinity) {
                    improve(m_front[at(stage) + 1][at(end)], m_front[at(stage)][at(first)],
                            m_book.figures(stage, first, end));
                }
            }
        }
    }
    for (int stage = m_stages - 1; stage >= 0 && !m_book.stopped(); --stage) {
        for (int first = stage * m_least; first <= m_layers - (m_stages - stage) * m_least; ++first) {
            for (int end = first + m_least; end <= m_layers - (m_stages - 1 - stage) * m_least; ++end) {
                if (m_back[at(stage) + 1][at(end)].sum < infinity) {
                    improve(m_back[at(stage)][at(first)], m_back[at(stage) + 1][at(end)],
                            m_book.figures(stage, first, end));
                }
            }
        }
    }
}

/// No plan within the limit has this stage.
bool JointSolver::isHopeless(int stage, int first, int end, const StageFigures& least, Seconds limit) const
{
    const Least& front = m_front[at(stage)][at(first)];
    const Least& back = m_back[at(stage) + 1][at(end)];
    const Seconds others = front.sum + back.sum;
    const Seconds slowest = std::max({front.most, least.pace, back.most});
    return others + least.trip + m_repeats * slowest > limit || others + least.weighted > limit;
}

/// Opens stage `stage` from layer `first` on with every end that a plan within the limit may have.
std::vector<int> JointSolver::openStage(StageJoin& join, int stage, int first, Seconds limit,
                                        const std::vector<ClosedChains>& behind)
{
    std::vector<int> opened;
    const Least& front = m_front[at(stage)][at(first)];
    const JoinLimit joinLimit{roundedUp(limit), front.sum, front.most};
    const int lastEnd = m_layers - (m_stages - 1 - stage) * m_least;
    const int firstEnd = stage + 1 == m_stages ? m_layers : first + m_least;
    for (int end = firstEnd; end <= lastEnd && !m_book.stopped(); ++end) {
        const StageFigures least = m_book.figures(stage, first, end);
        if (isHopeless(stage, first, end, least, roundedUp(limit))) {
            continue;
        }
        const Least& back = m_back[at(stage) + 1][at(end)];
        const Seconds others = front.sum + back.sum;
        const Seconds slowest = std::max({front.most, least.pace, back.most});
        const StageLimits limits{limit - others, limit - others - m_repeats * slowest};
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
        const int lastFirst = stage == 0 ? 0 : m_layers - (m_stages - stage) * m_least;
        for (int first = stage * m_least; first <= lastFirst; ++first) {
            if (m_front[at(stage)][at(first)].sum == infinity) {
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

std::optional<CutPlan> JointSolver::solve(Seconds limit)
{
    boundChains();
    const Least& all = m_back[0][0];
    const Seconds least = all.sum + m_repeats * all.most;
    if (m_book.stopped() || least > roundedUp(limit) || least == infinity) {
        return std::nullopt;
    }
    for (const double share : limitShares) {
        std::optional<CutPlan> plan = solveWithin(least + share * std::max(0.0, limit - least));
        if (plan || m_book.stopped()) {
            return plan;
        }
    }
    return std::nullopt;
}

}  // namespace pgram
