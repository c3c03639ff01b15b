// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/learning/plan_game.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// Figures of a state, in front of the marks of the decision and of the last strategy.
enum Figure {
    LayersDone,
    LayersPerPart,
    Stages,
    Microbatches,
    Batch,
    Chunks,
    PartsDone,
    PartIsEmpty,
    Held,
    Transient,
    PartPace,
    SlowestPace,
    LeastPace,
    LeastStates,
    LeastKept,
    SameRun,
    FigureCount
};

constexpr double overWeight = 4;  ///< weight of a share of memory over the budget against a share of time

float logOf(double value)
{
    return static_cast<float>(std::log2(std::max(value, 1e-12)));
}

float shareOf(double part, double whole)
{
    return whole > 0 ? static_cast<float>(part / whole) : 0.0F;
}

}  // namespace

PlanGame::PlanGame(SampledTasks& tasks) : m_tasks(tasks)
{
    std::array<std::map<std::int64_t, int>, choices> known;
    const auto valuesOf = [&](std::size_t i) {
        const TaskKey& key = m_tasks.listed(i).key;
        return std::array<std::int64_t, choices>{key.batch, key.pipeline, key.microbatches,
                                                 (std::int64_t{key.schedule} << 32) + key.family};
    };
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        const auto values = valuesOf(i);
        for (std::size_t level = 0; level < choices; ++level) {
            known[level].emplace(values[level], 0);
        }
        for (const LayerStrategy& strategy : m_tasks.listed(i).strategies->strategies) {
            m_actionOf.emplace(strategy, 0);
        }
    }
    for (std::size_t level = 0; level < choices; ++level) {
        m_firstAction[level] = m_actions;
        for (auto& [value, place] : known[level]) {
            place = m_actions++;
        }
    }
    m_cutAction = m_actions++;
    m_firstStrategy = m_actions;
    for (auto& [strategy, action] : m_actionOf) {
        action = m_actions++;
    }
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        const auto values = valuesOf(i);
        TaskChoice& choice = m_choiceOf.emplace_back();
        for (std::size_t level = 0; level < choices; ++level) {
            choice[level] = known[level].at(values[level]);
        }
        const StrategySet* set = m_tasks.listed(i).strategies.get();
        std::vector<int>& actions = m_strategyActions[set];
        if (actions.empty()) {
            for (const LayerStrategy& strategy : set->strategies) {
                actions.push_back(m_actionOf.at(strategy));
            }
        }
    }
    m_hopeless.assign(m_tasks.size(), 0);
    m_inputs = FigureCount + static_cast<int>(choices) + 1 + static_cast<int>(m_actionOf.size());
}

bool PlanGame::begin()
{
    m_over = false;
    m_legal.clear();
    m_part = m_inPart = 0;
    m_held = m_transient = 0;
    m_trips = m_pace = m_paces = m_slowest = m_soFar = 0;
    m_strategyBefore = -1;
    do {
        m_level = 0;
        m_scorer = nullptr;
        m_alive.clear();
        for (std::size_t task = 0; task < m_choiceOf.size(); ++task) {
            if (m_hopeless[task] == 0) {
                m_alive.push_back(task);
            }
        }
    } while (!m_alive.empty() && !offerTasks());
    return !m_alive.empty();
}

/// The next choice of a task that is one; a task, when there is none.
bool PlanGame::offerTasks()
{
    for (; m_level < choices; ++m_level) {
        m_legal.clear();
        for (const std::size_t task : m_alive) {
            m_legal.push_back(m_choiceOf[task][m_level]);
        }
        std::ranges::sort(m_legal);
        m_legal.erase(std::unique(m_legal.begin(), m_legal.end()), m_legal.end());
        if (m_legal.size() > 1) {
            return true;
        }
    }
    return openTask(m_alive.front());
}

bool PlanGame::openTask(std::size_t task)
{
    m_scorer = &m_tasks.scorer(task);
    const auto known = m_reaches.find(task);
    m_reach = known != m_reaches.end()
                  ? &known->second
                  : &m_reaches.emplace(task, MemoryReach(m_scorer->task(), m_scorer->inFlight(), m_scorer->budget()))
                         .first->second;
    if (!m_reach->canBegin(0, 0)) {
        m_hopeless[task] = 1;
        return false;
    }
    m_sample.task = task;
    m_sample.plan.ends.clear();
    m_sample.plan.choice.clear();
    m_sample.plan.parts.clear();
    offerLayer();
    return true;
}

void PlanGame::offerLayer()
{
    m_legal.clear();
    const Task& task = m_scorer->task();
    const int layer = static_cast<int>(m_sample.plan.choice.size());
    if (m_inPart > 0 && m_reach->canBegin(m_part + 1, layer)) {
        m_legal.push_back(m_cutAction);
    }
    const std::vector<int>& actions = m_strategyActions.at(task.set.get());
    const int kept = m_scorer->inFlight()[at(m_part)];
    for (const Candidate& candidate : task.of(layer)) {
        if (m_reach->canFollow(m_part, layer + 1, m_held + candidate.heldWith(kept),
                               std::max(m_transient, candidate.transient))) {
            m_legal.push_back(actions[at(candidate.strategy)]);
        }
    }
}

void PlanGame::see(Eigen::Ref<Eigen::VectorXf> state) const
{
    state.setZero();
    const std::size_t decision = m_scorer == nullptr ? m_level : choices;
    state(FigureCount + static_cast<Eigen::Index>(decision)) = 1;
    if (m_scorer == nullptr) {
        // Choices for the task so far.
        const TaskKey& key = m_tasks.listed(m_alive.front()).key;
        state(Batch) = m_level > 0 ? logOf(static_cast<double>(key.batch)) / 10 : 0;
        state(Stages) = m_level > 1 ? logOf(key.pipeline) / 4 : 0;
        state(Microbatches) = m_level > 2 ? logOf(key.microbatches) / 4 : 0;
        return;
    }
    const Task& task = m_scorer->task();
    const int layer = static_cast<int>(m_sample.plan.choice.size());
    const auto budget = static_cast<double>(m_scorer->budget());
    const double mean = m_paces / std::max(1, layer) * task.layers() / task.parts();  // mean of a part
    state(Batch) = logOf(static_cast<double>(task.key.batch)) / 10;
    state(Stages) = logOf(task.key.pipeline) / 4;
    state(Microbatches) = logOf(task.key.microbatches) / 4;
    state(Chunks) = shareOf(task.parts(), task.key.pipeline) - 1;
    state(LayersDone) = shareOf(layer, task.layers());
    state(LayersPerPart) = shareOf(task.layers() - layer, (task.parts() - m_part) * task.layers());
    state(PartsDone) = shareOf(m_part, task.parts());
    state(PartIsEmpty) = m_inPart == 0 ? 1 : 0;
    state(Held) = shareOf(static_cast<double>(m_held), budget);
    state(Transient) = shareOf(static_cast<double>(m_transient), budget);
    state(PartPace) = shareOf(m_pace, mean);
    state(SlowestPace) = shareOf(m_slowest, mean);
    if (layer < task.layers()) {
        const std::vector<Candidate>& candidates = task.of(layer);
        const auto least = [&](const auto& figure) {
            return figure(*std::ranges::min_element(candidates, {}, figure));
        };
        state(LeastPace) = shareOf(least([](const Candidate& c) { return c.share.pace; }), mean);
        state(LeastStates) = shareOf(least([](const Candidate& c) { return static_cast<double>(c.states); }), budget);
        state(LeastKept) = shareOf(least([](const Candidate& c) { return static_cast<double>(c.kept); }), budget);
        state(SameRun) = layer > 0 && task.typeOf(layer) == task.typeOf(layer - 1) ? 1 : 0;
    }
    if (m_strategyBefore >= 0) {
        state(FigureCount + static_cast<Eigen::Index>(choices) + 1 + m_strategyBefore - m_firstStrategy) = 1;
    }
}

Seconds PlanGame::play(int action)
{
    if (m_scorer == nullptr) {
        takeTask(action);
        return 0;
    }
    if (action == m_cutAction) {
        cut();
    } else {
        takeStrategy(action);
    }
    const Task& task = m_scorer->task();
    const bool ends = static_cast<int>(m_sample.plan.choice.size()) == task.layers();
    Seconds now = soFar();
    if (ends) {
        m_sample.plan.ends.push_back(task.layers());
        m_scorer->sum(m_sample.plan);
        now = m_scorer->objective(m_sample.plan) / static_cast<double>(task.key.batch) *
              (1 + overWeight * m_scorer->excess(m_sample.plan));
        m_over = true;
        m_legal.clear();
    } else {
        offerLayer();
    }
    return now - std::exchange(m_soFar, now);
}

void PlanGame::takeTask(int action)
{
    std::erase_if(m_alive, [&](std::size_t task) { return m_choiceOf[task][m_level] != action; });
    ++m_level;
    if (!offerTasks()) {
        begin();
    }
}

void PlanGame::cut()
{
    m_sample.plan.ends.push_back(static_cast<int>(m_sample.plan.choice.size()));
    m_slowest = std::max(m_slowest, m_pace);
    ++m_part;
    m_inPart = 0;
    m_held = m_scorer->task().carriedInto(m_part, m_sample.plan.ends.back(), m_scorer->inFlight()[at(m_part)]);
    m_transient = 0;
    m_pace = 0;
}

void PlanGame::takeStrategy(int action)
{
    const Task& task = m_scorer->task();
    const int layer = static_cast<int>(m_sample.plan.choice.size());
    const std::vector<int>& actions = m_strategyActions.at(task.set.get());
    const auto candidate =
        std::ranges::find_if(task.of(layer), [&](const Candidate& c) { return actions[at(c.strategy)] == action; });
    StepShare share = candidate->share;
    if (layer > 0 && m_inPart > 0) {
        const int before = m_sample.plan.choice.back()->layout;
        share += task.objective.ofTransfer(task.relayout(layer, before, candidate->layout));
    }
    m_sample.plan.choice.push_back(&*candidate);
    m_held += candidate->heldWith(m_scorer->inFlight()[at(m_part)]);
    m_transient = std::max(m_transient, candidate->transient);
    m_trips += share.trip();
    m_pace += share.pace;
    m_paces += share.pace;
    ++m_inPart;
    m_strategyBefore = action;
}

/// The trips of all layers, and the pace of the slowest part, which is no less than the mean.
Seconds PlanGame::soFar() const
{
    const Task& task = m_scorer->task();
    const Seconds slowest = std::max({m_slowest, m_pace, m_paces / task.parts()});
    const Seconds chunks = static_cast<double>(task.parts()) / task.key.pipeline;
    return (m_trips + task.objective.repeats() * slowest * chunks) / static_cast<double>(task.key.batch);
}

}  // namespace pgram
