// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/sample_moves.h"

#include "core/base/index.h"
#include "core/plan/plan.h"

#include <algorithm>

namespace pgram {

namespace {

/// Probabilities of the moves.
constexpr double taskMoves = 0.03;
constexpr double cutMoves = 0.2;

/// Returns how much two strategies of different group sizes have in common.
int likeness(const LayerStrategy& a, const LayerStrategy& b)
{
    return 8 * static_cast<int>(a.tensor == b.tensor) + 4 * static_cast<int>(a.zero == b.zero) +
           4 * static_cast<int>(a.kept.part == b.kept.part) + 2 * static_cast<int>(a.sequence == b.sequence) +
           static_cast<int>(a.placement == b.placement) + static_cast<int>(a.kept.on == b.kept.on) +
           static_cast<int>(a.offloadOptimizer == b.offloadOptimizer);
}

const Candidate* mostAlike(const Task& task, const std::vector<Candidate>& candidates, const LayerStrategy& strategy)
{
    const auto like = [&](const Candidate& c) { return likeness(task.strategy(c.strategy), strategy); };
    return &*std::max_element(candidates.begin(), candidates.end(),
                              [&like](const Candidate& a, const Candidate& b) { return like(a) < like(b); });
}

std::vector<int> evenEnds(const Task& task)
{
    std::vector<int> ends;
    for (const int size : evenCut(task.model, task.parts())) {
        ends.push_back((ends.empty() ? 0 : ends.back()) + size);
    }
    return ends;
}

}  // namespace

SampleScorer& SampledTasks::scorer(std::size_t index)
{
    std::unique_ptr<Made>& made = m_made[index];
    if (!made) {
        made = std::make_unique<Made>(makeTask(m_source, m_tasks[index]).value(), m_budget);
    }
    return made->scorer;
}

double SampleMoves::chance()
{
    return static_cast<double>(m_random() >> 11) * 0x1p-53;
}

int SampleMoves::below(int count)
{
    return static_cast<int>(m_random() % static_cast<std::uint64_t>(count));
}

void SampleMoves::makeRandom(Sample& sample)
{
    sample.task = at(below(static_cast<int>(m_tasks.size())));
    SampleScorer& scorer = m_tasks.scorer(sample.task);
    const Task& task = scorer.task();
    std::vector<const Candidate*> ofType;
    for (const std::vector<Candidate>& candidates : task.candidates) {
        ofType.push_back(&candidates[at(below(static_cast<int>(candidates.size())))]);
    }
    sample.plan.choice.clear();
    for (const int type : task.types->ofLayer) {
        sample.plan.choice.push_back(ofType[at(type)]);
    }
    sample.plan.ends = evenEnds(task);
    scorer.sum(sample.plan);
}

void SampleMoves::change(Sample& sample)
{
    const double kind = chance();
    if (kind < taskMoves && m_tasks.size() > 1) {
        changeTask(sample);
    } else if (kind < taskMoves + cutMoves && sample.plan.ends.size() > 1) {
        moveCuts(sample);
    } else {
        changeStrategies(sample);
    }
}

/// Gives one layer, a range or the rest of a run the strategy of a random candidate.
void SampleMoves::changeStrategies(Sample& sample)
{
    SampleScorer& scorer = m_tasks.scorer(sample.task);
    const Task& task = scorer.task();
    const int first = below(task.layers());
    const int kind = below(3);
    const int end = kind == 0 ? first + 1 : first + 1 + below(task.layers() - first);
    const std::vector<Candidate>& candidates = task.of(first);
    const int strategy = kind == 1 && first > 0 ? sample.plan.choice[at(first - 1)]->strategy
                                                : candidates[at(below(static_cast<int>(candidates.size())))].strategy;
    for (int layer = first; layer < end; ++layer) {
        if (const Candidate* candidate = scorer.find(layer, strategy)) {
            sample.plan.choice[at(layer)] = candidate;
        }
    }
    scorer.sum(sample.plan, first, end);
}

/// Moves some neighbouring cuts a layer forward or back, so that layers pass from one part to a distant one.
void SampleMoves::moveCuts(Sample& sample)
{
    const int cuts = static_cast<int>(sample.plan.ends.size()) - 1;
    const int first = below(cuts);
    const int last = below(2) == 0 ? first : first + below(cuts - first);
    const int step = below(2) == 0 ? 1 : -1;
    static_cast<void>(pgram::moveCuts(m_tasks.scorer(sample.task), sample.plan, first, last, step));
}

/// Changes to a task nearby in the list, or to any task.
void SampleMoves::changeTask(Sample& sample)
{
    const auto count = static_cast<int>(m_tasks.size());
    const int step = 1 + below(std::min(3, count - 1));
    const int near = static_cast<int>(sample.task) + (below(2) == 0 ? step : count - step);
    adopt(sample, at(below(2) == 0 ? near % count : below(count)));
}

/// Converts the plan to another task, as similar as possible: with the same cut if the number of parts agrees, else
/// with the even cut.
void SampleMoves::adopt(Sample& sample, std::size_t task)
{
    const Task& before = m_tasks.scorer(sample.task).task();
    SampleScorer& scorer = m_tasks.scorer(task);
    const Task& after = scorer.task();
    const Candidate* last = nullptr;   // candidate of the layer before, in the old task
    const Candidate* taken = nullptr;  // its candidate in the new task
    for (int layer = 0; layer < after.layers(); ++layer) {
        const Candidate*& chosen = sample.plan.choice[at(layer)];
        const bool again = layer > 0 && chosen == last && after.typeOf(layer) == after.typeOf(layer - 1);
        last = chosen;
        if (!again) {
            const Candidate* same = after.set == before.set ? scorer.find(layer, chosen->strategy) : nullptr;
            taken = same != nullptr ? same : mostAlike(after, after.of(layer), before.strategy(chosen->strategy));
        }
        chosen = taken;
    }
    if (before.parts() != after.parts()) {
        sample.plan.ends = evenEnds(after);
    }
    sample.task = task;
    scorer.sum(sample.plan);
}

}  // namespace pgram
