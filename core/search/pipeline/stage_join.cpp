// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/stage_join.h"

#include "core/base/index.h"
#include "core/search/stage/dominance.h"

#include <algorithm>
#include <tuple>

namespace pgram {

namespace {

/// Adds the forward receives to the stages' paces. The join stores them with the chain.
void addReceives(const Task& task, CutPlan& plan)
{
    int layer = 0;
    for (std::size_t stage = 1; stage < plan.sizes.size(); ++stage) {
        layer += plan.sizes[stage - 1];
        const int before = plan.strategies[at(layer - 1)];
        const int after = plan.strategies[at(layer)];
        const int here = static_cast<int>(stage);
        plan.stagePaces[stage] += task.objective.ofTransfer(task.receive(here, layer, before, after)).pace;
    }
}

}  // namespace

StepChain StageJoin::chainOf(const OpenStage& stage) const
{
    return m_cache.task().objective.inFront(stage.behind, stage.own, stage.place);
}

const StageFrontier& StageJoin::use(std::shared_ptr<const StageFrontier> frontier)
{
    m_used.push_back(std::move(frontier));
    return *m_used.back();
}

void StageJoin::add(OpenStage stage, const JoinLimit& limit, std::vector<int>& opened)
{
    if (m_cache.task().objective.atLeast(limit.front, chainOf(stage)) <= limit.step) {
        opened.push_back(static_cast<int>(m_open.size()));
        m_open.push_back(stage);
    }
}

void StageJoin::openLast(int first, const StageFigures& limits, const JoinLimit& limit, std::vector<int>& opened)
{
    const Task& task = m_cache.task();
    const int last = task.key.pipeline - 1;
    const StageFrontier& frontier = use(m_cache.frontier(last, first, task.layers(), -1, limits));
    const StagePlace place = task.place(last, first, task.layers());
    for (const StageAnswer& answer : frontier.answers()) {
        add({{}, answer.share, place, &frontier, answer, task.layers() - first, -1}, limit, opened);
    }
}

void StageJoin::openInFront(int stage, int first, int end, const ClosedChains& behind, const StageFigures& limits,
                            const JoinLimit& limit, std::vector<int>& opened)
{
    for (const auto& [classes, chains] : behind) {
        const auto [sender, receiver] = classes;
        if (!m_cache.mayEnd(stage, first, end, sender)) {
            continue;
        }
        const StageFrontier& frontier = use(m_cache.frontier(stage, first, end, sender, limits));
        const Seconds gradients = m_cache.receive(stage + 1, end, sender, receiver);
        const StepShare wait = m_cache.task().objective.ofTransfer(gradients);
        const StagePlace place = m_cache.task().place(stage, first, end, 0, gradients);
        for (const int index : chains) {
            for (const StageAnswer& answer : frontier.answers()) {
                StepShare own = answer.share;
                own += wait;
                add({m_closed[at(index)].chain, own, place, &frontier, answer, end - first, index}, limit, opened);
            }
        }
    }
}

ClosedChains StageJoin::close(int stage, int first, const std::vector<int>& opened)
{
    ClosedChains chains;
    const Objective& objective = m_cache.task().objective;
    for (const int sender : m_cache.senders()) {
        std::map<int, std::vector<ClosedStage>> byClass;
        for (const int index : opened) {
            const OpenStage& open = m_open[at(index)];
            const Seconds activations = m_cache.receive(stage, first, sender, open.answer.firstClass);
            StepShare own = open.own;
            own += objective.ofTransfer(activations);
            StagePlace place = open.place;
            place.leastForward += activations;
            byClass[open.answer.firstClass].push_back({objective.inFront(open.behind, own, place), index});
        }
        for (auto& [receiver, closed] : byClass) {
            std::sort(closed.begin(), closed.end(), [](const ClosedStage& a, const ClosedStage& b) {
                return std::tie(a.chain.fill, a.chain.span, a.chain.end, a.chain.last, a.open) <
                       std::tie(b.chain.fill, b.chain.span, b.chain.end, b.chain.last, b.open);
            });
            std::vector<int>& kept = chains[{sender, receiver}];
            const auto beats = [this](int index, const StepChain& chain) {
                const StepChain& other = m_closed[at(index)].chain;
                return other.span <= chain.span && other.end <= chain.end && other.last <= chain.last;
            };
            Staircase steps;
            for (const ClosedStage& chain : closed) {
                if (!steps.beats(chain.chain.span, chain.chain.end) ||
                    std::ranges::none_of(kept, [&](int index) { return beats(index, chain.chain); })) {
                    steps.insert(chain.chain.span, chain.chain.end);
                    kept.push_back(static_cast<int>(m_closed.size()));
                    m_closed.push_back(chain);
                }
            }
        }
    }
    return chains;
}

CutPlan StageJoin::best(const std::vector<int>& opened) const
{
    const Objective& objective = m_cache.task().objective;
    const auto stepOf = [&](int index) { return objective.step(chainOf(m_open[at(index)])); };
    const int fastest =
        *std::min_element(opened.begin(), opened.end(), [&stepOf](int a, int b) { return stepOf(a) < stepOf(b); });
    CutPlan plan;
    plan.objective = stepOf(fastest);
    for (int index = fastest; index >= 0;) {
        const OpenStage& stage = m_open[at(index)];
        const std::vector<int> strategies = stage.frontier->assignmentOf(stage.answer.label);
        const Task& task = m_cache.task();
        const int part = static_cast<int>(plan.sizes.size());
        const int first = static_cast<int>(plan.strategies.size());
        const Bytes carried = task.carriedInto(part, first, task.kept(part));
        plan.sizes.push_back(stage.size);
        plan.strategies.insert(plan.strategies.end(), strategies.begin(), strategies.end());
        plan.stageMemory.push_back(stage.answer.memory + carried + task.cluster.contextBytes);
        plan.stagePaces.push_back(stage.own.pace);
        index = stage.behindIndex < 0 ? -1 : m_closed[at(stage.behindIndex)].open;
    }
    addReceives(m_cache.task(), plan);
    return plan;
}

bool countLateOnce(StageCache& cache, CutPlan& plan)
{
    const Objective& objective = cache.task().objective;
    const std::vector<StageWork> stages = stageWork(cache.task(), plan.sizes, plan.strategies);
    // Returns the chain of the stages from `front` on. A stage's work per step is included if `counts` returns true.
    const auto chainFrom = [&](int front, const auto& counts) {
        StepChain chain;
        for (int stage = static_cast<int>(stages.size()) - 1; stage >= front; --stage) {
            StageWork work = stages[at(stage)];
            if (!counts(stage)) {
                work.share.once = 0;
            }
            chain = objective.inFront(chain, work.share, work.place);
        }
        return chain;
    };
    const Seconds step = objective.step(chainFrom(0, [](int) { return true; }));
    const Seconds known = roundedUp(plan.objective);
    if (step <= known) {
        return false;
    }
    // Each path through the step includes the `once` of a single stage, so that one stage alone makes the step longer
    // than known. Stages that end late by themselves will probably count next.
    std::vector<int> late;
    for (int own = 0; own < static_cast<int>(stages.size()); ++own) {
        const StepChain whole = chainFrom(own, [](int) { return true; });
        const StepChain without = chainFrom(own, [own](int stage) { return stage != own; });
        const StepChain alone = chainFrom(0, [&](int stage) { return stage == own || cache.onceCounts(stage); });
        if (!cache.onceCounts(own) && (whole.end > without.end || objective.step(alone) > known)) {
            late.push_back(own);
        }
    }
    plan.objective = step;
    std::ranges::for_each(late, [&cache](int stage) { cache.countOnce(stage); });
    return !late.empty();
}

}  // namespace pgram
