// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage_join.h"

#include <algorithm>
#include <tuple>

namespace pgram {

namespace {

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

/// Adds the forward receives, which the record keeps with the chain and not with its stages.
void addReceives(const Task& task, CutPlan& plan)
{
    int layer = 0;
    for (std::size_t stage = 1; stage < plan.sizes.size(); ++stage) {
        layer += plan.sizes[stage - 1];
        const int before = plan.solution.strategies[at(layer - 1)];
        const int after = plan.solution.strategies[at(layer)];
        const int here = static_cast<int>(stage);
        plan.solution.stagePaces[stage] += task.waitInFront(here, task.receive(here, layer, before, after)).pace;
    }
}

}  // namespace

Seconds StageJoin::stepTime(const OpenStage& stage) const
{
    return stage.sum + m_book.task().formula.repeats() * std::max(stage.most, stage.open);
}

const StageFrontier& StageJoin::use(std::shared_ptr<const StageFrontier> frontier)
{
    m_used.push_back(std::move(frontier));
    return *m_used.back();
}

void StageJoin::add(OpenStage stage, const JoinLimit& limit, std::vector<int>& opened)
{
    const Seconds most = std::max({stage.most, stage.open, limit.mostInFront});
    if (stage.sum + limit.sumInFront + m_book.task().formula.repeats() * most <= limit.stepTime) {
        opened.push_back(static_cast<int>(m_open.size()));
        m_open.push_back(std::move(stage));
    }
}

void StageJoin::openLast(int first, const StageLimits& limits, const JoinLimit& limit, std::vector<int>& opened)
{
    const Task& task = m_book.task();
    const StageFrontier& frontier = use(m_book.frontier(task.key.pipeline - 1, first, task.layers(), -1, limits));
    for (const StageAnswer& answer : frontier.answers()) {
        add({answer.share.trip, answer.share.pace, 0, &frontier, answer, task.layers() - first, -1}, limit, opened);
    }
}

void StageJoin::openInFront(int stage, int first, int end, const ClosedChains& behind, const StageLimits& limits,
                            const JoinLimit& limit, std::vector<int>& opened)
{
    for (const auto& [classes, chains] : behind) {
        const auto [sender, receiver] = classes;
        const StageFrontier& frontier = use(m_book.frontier(stage, first, end, sender, limits));
        const StepShare gradients = m_book.task().waitBehind(stage, m_book.receive(stage + 1, end, sender, receiver));
        for (const int index : chains) {
            const ClosedStage& chain = m_closed[at(index)];
            for (const StageAnswer& answer : frontier.answers()) {
                add({chain.sum + (answer.share.trip + gradients.trip), answer.share.pace + gradients.pace, chain.most,
                     &frontier, answer, end - first, index},
                    limit, opened);
            }
        }
    }
}

ClosedChains StageJoin::close(int stage, int first, const std::vector<int>& opened)
{
    ClosedChains chains;
    for (const int sender : m_book.senders()) {
        std::map<int, std::vector<ClosedStage>> byClass;
        for (const int index : opened) {
            const OpenStage& open = m_open[at(index)];
            const StepShare received =
                m_book.task().waitInFront(stage, m_book.receive(stage, first, sender, open.answer.firstClass));
            byClass[open.answer.firstClass].push_back(
                {open.sum + received.trip, std::max(open.most, open.open + received.pace), index});
        }
        for (auto& [receiver, closed] : byClass) {
            std::sort(closed.begin(), closed.end(), [](const ClosedStage& a, const ClosedStage& b) {
                return std::tie(a.sum, a.most, a.open) < std::tie(b.sum, b.most, b.open);
            });
            std::vector<int>& kept = chains[{sender, receiver}];
            for (const ClosedStage& chain : closed) {
                if (kept.empty() || chain.most < m_closed[at(kept.back())].most) {
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
    const int fastest = *std::min_element(opened.begin(), opened.end(), [this](int a, int b) {
        return stepTime(m_open[at(a)]) < stepTime(m_open[at(b)]);
    });
    CutPlan plan;
    plan.solution.stepTime = stepTime(m_open[at(fastest)]);
    for (int index = fastest; index >= 0;) {
        const OpenStage& stage = m_open[at(index)];
        const std::vector<int> strategies = stage.frontier->assignmentOf(stage.answer.label);
        plan.sizes.push_back(stage.size);
        plan.solution.strategies.insert(plan.solution.strategies.end(), strategies.begin(), strategies.end());
        plan.solution.stageMemory.push_back(stage.answer.memory + m_book.task().cluster.contextBytes);
        plan.solution.stagePaces.push_back(stage.open);
        index = stage.behind < 0 ? -1 : m_closed[at(stage.behind)].open;
    }
    addReceives(m_book.task(), plan);
    return plan;
}

}  // namespace pgram
