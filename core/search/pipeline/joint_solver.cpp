// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/joint_solver.h"

#include "core/base/index.h"
#include "core/base/pareto.h"
#include "core/search/task/rounding.h"

#include <algorithm>

namespace pgram {

namespace {

void improve(std::optional<StepFront>& least, const StepFront& other)
{
    least = !least ? other
                   : StepFront{std::min(least->fill, other.fill), std::min(least->head, other.head),
                               std::min(least->span, other.span), std::min(least->end, other.end),
                               std::min(least->last, other.last)};
}

StepChain leastOf(const StepChain& a, const StepChain& b)
{
    return {std::min(a.fill, b.fill), std::min(a.span, b.span), std::min(a.end, b.end), std::min(a.last, b.last)};
}

bool isNoWorse(const StepChain& a, const StepChain& b)
{
    return a.fill <= b.fill && a.span <= b.span && a.end <= b.end && a.last <= b.last;
}

/// Limit of chains for the same layers and stages. More would cost more time than their bounds save.
constexpr std::size_t mostChains = 16;

/// Returns at most mostChains chains that bound all of them from below: chains of neighbouring fill are merged.
std::vector<StepChain> fewOf(std::vector<StepChain> chains)
{
    if (chains.size() <= mostChains) {
        return chains;
    }
    std::ranges::sort(chains, {}, &StepChain::fill);
    std::vector<StepChain> few;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        if (i * mostChains / chains.size() == few.size()) {
            few.push_back(chains[i]);
        } else {
            few.back() = leastOf(few.back(), chains[i]);
        }
    }
    return few;
}

}  // namespace

JointSolver::JointSolver(StageCache& cache)
    : m_cache(cache), m_layers(cache.task().layers()), m_stages(cache.task().key.pipeline)
{}

void JointSolver::boundFronts(Seconds limit)
{
    const Task& task = m_cache.task();
    m_front.assign(at(m_stages), std::vector<std::optional<StepFront>>(at(m_layers) + 1));
    m_front[0][0] = StepFront();
    for (int stage = 0; stage + 1 < m_stages && !m_cache.stopped(); ++stage) {
        const int lastEnd = m_layers - (m_stages - 1 - stage);
        for (int first = stage; first + 1 <= lastEnd; ++first) {
            const std::optional<StepFront>& front = m_front[at(stage)][at(first)];
            for (int end = first + 1; end <= lastEnd && front; ++end) {
                if (m_cache.isRefused(first, end)) {
                    continue;  // the part has no block; a longer one may have one
                }
                const StageFigures own = m_cache.figures(stage, first, end);
                const StepFront longer = task.objective.behind(*front, own, task.place(stage, first, end));
                if (own.end == infinity || task.objective.atLeast(longer, {}) > limit) {
                    break;  // longer parts take even more
                }
                improve(m_front[at(stage) + 1][at(end)], longer);
            }
        }
    }
}

void JointSolver::boundBacks(Seconds limit)
{
    const Task& task = m_cache.task();
    const auto width = at(m_layers) + 1;
    m_chains.assign(at(m_stages) + 1, std::vector<std::vector<StepChain>>(width));
    m_chains[at(m_stages)][at(m_layers)].emplace_back();
    m_ends.assign(at(m_stages), std::vector<std::vector<int>>(width));
    for (int stage = m_stages - 1; stage >= 0 && !m_cache.stopped(); --stage) {
        for (int end = stage + 1; end <= m_layers; ++end) {
            const std::vector<StepChain>& behind = m_chains[at(stage) + 1][at(end)];
            for (int first = end - 1; first >= stage && !behind.empty(); --first) {
                const std::optional<StepFront>& front = m_front[at(stage)][at(first)];
                if (!front || m_cache.isRefused(first, end)) {
                    continue;
                }
                const StageFigures own = m_cache.figures(stage, first, end);
                const StagePlace place = task.place(stage, first, end);
                bool isShort = false;
                bool isOfUse = false;
                for (const StepChain& chain : behind) {
                    const StepChain longer = task.objective.inFront(chain, own, place);
                    isShort = isShort || task.objective.atLeast({}, longer) <= limit;
                    if (task.objective.atLeast(*front, longer) <= limit) {
                        isOfUse = true;
                        keepUnbeaten(m_chains[at(stage)][at(first)], longer, isNoWorse);
                    }
                }
                if (own.end == infinity || !isShort) {
                    break;
                }
                if (isOfUse) {
                    m_ends[at(stage)][at(first)].push_back(end);
                }
            }
        }
        for (std::vector<StepChain>& chains : m_chains[at(stage)]) {
            chains = fewOf(std::move(chains));
        }
    }
    m_back.assign(at(m_stages) + 1, std::vector<std::optional<StepChain>>(width));
    for (std::size_t stage = 0; stage <= at(m_stages); ++stage) {
        for (std::size_t layer = 0; layer < width; ++layer) {
            for (const StepChain& chain : m_chains[stage][layer]) {
                std::optional<StepChain>& least = m_back[stage][layer];
                least = least ? leastOf(*least, chain) : chain;
            }
        }
    }
}

bool JointSolver::isHopeless(int stage, int first, int end, const StageFigures& least, Seconds limit) const
{
    const Objective& objective = m_cache.task().objective;
    const StagePlace place = m_cache.task().place(stage, first, end);
    return std::ranges::none_of(m_chains[at(stage) + 1][at(end)], [&](const StepChain& behind) {
        const StepChain chain = objective.inFront(behind, least, place);
        return objective.atLeast(*m_front[at(stage)][at(first)], chain) <= limit;
    });
}

/// Opens stage `stage` from layer `first` with every end that a plan within the limit may have.
std::vector<int> JointSolver::openStage(StageJoin& join, int stage, int first, Seconds limit,
                                        const std::vector<ClosedChains>& behind)
{
    std::vector<int> opened;
    const Task& task = m_cache.task();
    const StepFront& front = *m_front[at(stage)][at(first)];
    const JoinLimit joinLimit{roundedUp(limit), front};
    for (const int end : m_ends[at(stage)][at(first)]) {
        if (m_cache.stopped()) {
            break;
        }
        const StageFigures least = m_cache.figures(stage, first, end);
        if (isHopeless(stage, first, end, least, roundedUp(limit))) {
            continue;
        }
        const StepChain& back = *m_back[at(stage) + 1][at(end)];
        const StageFigures limits = task.objective.limits(limit, front, back, least, task.place(stage, first, end));
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
    StageJoin join(m_cache);
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
            if (m_cache.stopped()) {
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

/// Better figures cost more time, so that they are computed only for stages that can be in a plan as good as the one
/// near the plain bound.
void JointSolver::bound(Seconds limit)
{
    boundWithin(limit);
    if (m_cache.task().pattern || m_cache.stopped()) {
        return;
    }
    for (int stage = 0; stage < m_stages; ++stage) {
        for (int first = 0; first < m_layers; ++first) {
            for (const int end : m_ends[at(stage)][at(first)]) {
                m_cache.refine(stage, first, end);
            }
        }
    }
    boundWithin(limit);
}

void JointSolver::boundWithin(Seconds limit)
{
    boundFronts(roundedUp(limit));
    boundBacks(roundedUp(limit));
}

Seconds JointSolver::atLeast() const
{
    Seconds least = infinity;
    for (const StepChain& all : m_chains[0][0]) {
        least = std::min(least, m_cache.task().objective.step(all));
    }
    return least;
}

std::optional<CutPlan> JointSolver::nearlyBest()
{
    struct Way {
        StepChain chain;
        Seconds atLeast = infinity;
        int end = 0;
    };
    const Objective& objective = m_cache.task().objective;
    std::vector<std::vector<Way>> ways(at(m_stages) + 1, std::vector<Way>(at(m_layers) + 1));
    ways[at(m_stages)][at(m_layers)].atLeast = 0;
    for (int stage = m_stages - 1; stage >= 0 && !m_cache.stopped(); --stage) {
        for (int first = stage; first < m_layers; ++first) {
            for (const int end : m_ends[at(stage)][at(first)]) {
                const Way& behind = ways[at(stage) + 1][at(end)];
                if (behind.atLeast == infinity) {
                    continue;
                }
                const std::optional<StepShare> share = m_cache.nearlyBestShare(stage, first, end);
                if (!share) {
                    continue;
                }
                const StagePlace place = m_cache.task().place(stage, first, end);
                const StepChain chain = objective.inFront(behind.chain, *share, place);
                const Seconds least = objective.atLeast(*m_front[at(stage)][at(first)], chain);
                Way& best = ways[at(stage)][at(first)];
                if (least < best.atLeast) {
                    best = {chain, least, end};
                }
            }
        }
    }
    if (m_cache.stopped() || ways[0][0].atLeast == infinity) {
        return std::nullopt;
    }
    CutPlan plan;
    std::vector<int>& strategies = plan.strategies;
    for (int stage = 0, first = 0; stage < m_stages; ++stage) {
        const int end = ways[at(stage)][at(first)].end;
        const std::vector<int>& own = m_cache.nearlyFastest(stage, first, end);
        strategies.insert(strategies.end(), own.begin(), own.end());
        plan.sizes.push_back(end - first);
        first = end;
    }
    plan.objective = objectiveOf(m_cache.task(), plan.sizes, strategies);
    return plan;
}

std::optional<CutPlan> JointSolver::solve(Seconds limit)
{
    if (m_back.empty()) {
        bound(limit);
    }
    if (m_cache.stopped() || !m_back[0][0]) {
        return std::nullopt;
    }
    return solveCountingOnce(m_cache, limit, [this](Seconds upTo) { return solveWithin(upTo); });
}

}  // namespace pgram
