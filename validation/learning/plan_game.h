// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A plan made decision by decision, as a learner meets it (Auto-MAP, arXiv 2007.04069; our own rules): batch, stages,
// micro-batches and schedule, each where there is a choice; then layer by layer "cut here" or a strategy. Only what is
// legal and can still fit is offered. What each decision costs are seconds per sample of a bound of the plan so far, at
// the end the rest to the plan's objective: all of them sum up to it.
#pragma once

#include "core/search/outer/sample_moves.h"
#include "validation/learning/memory_reach.h"

#include <Eigen/Dense>
#include <array>
#include <map>
#include <vector>

namespace pgram {

class PlanGame {
public:
    /// Refers to the tasks.
    explicit PlanGame(SampledTasks& tasks);

    /// Figures of a state, and actions, over all tasks.
    [[nodiscard]] int inputs() const { return m_inputs; }
    [[nodiscard]] int actions() const { return m_actions; }

    /// From the first decision on. False: no task has a plan that fits.
    bool begin();
    [[nodiscard]] bool isOver() const { return m_over; }
    /// At least one, until it is over.
    [[nodiscard]] const std::vector<int>& legal() const { return m_legal; }
    void see(Eigen::Ref<Eigen::VectorXf> state) const;
    /// Seconds per sample that it adds.
    Seconds play(int action);
    /// The strategy of the layer before; where it is legal, the same again is a good guess. -1: none.
    [[nodiscard]] int lastStrategy() const { return m_strategyBefore; }
    /// The plan, once it is over.
    [[nodiscard]] const Sample& sample() const { return m_sample; }

private:
    static constexpr std::size_t choices = 4;  ///< number of decisions for a task: B, P, m, schedule (with family)
    using TaskChoice = std::array<int, choices>;

    [[nodiscard]] TaskChoice choiceOf(std::size_t task) const;
    /// False: the tasks that agree have no plan that fits.
    [[nodiscard]] bool offerTasks();
    [[nodiscard]] bool openTask(std::size_t task);
    void offerLayer();
    void takeTask(int action);
    void cut();
    void takeStrategy(int action);
    [[nodiscard]] Seconds soFar() const;

    SampledTasks& m_tasks;
    std::array<std::vector<std::int64_t>, choices> m_values;  ///< that differ, in order
    std::array<int, choices> m_firstAction{};
    std::vector<char> m_hopeless;             ///< tasks that turned out to have no plan that fits
    std::vector<TaskChoice> m_choiceOf;       ///< by task
    std::map<LayerStrategy, int> m_actionOf;  ///< strategies of all tasks
    std::map<const StrategySet*, std::vector<int>> m_strategyActions;
    std::map<std::size_t, MemoryReach> m_reaches;  ///< by task
    int m_cutAction = 0;
    int m_firstStrategy = 0;
    int m_actions = 0;
    int m_inputs = 0;

    bool m_over = false;
    std::vector<int> m_legal;
    std::size_t m_level = 0;
    std::vector<std::size_t> m_alive;  ///< tasks that agree with what was chosen
    Sample m_sample;
    SampleScorer* m_scorer = nullptr;
    const MemoryReach* m_reach = nullptr;
    int m_part = 0;
    int m_inPart = 0;       ///< layers
    Bytes m_held = 0;       ///< bytes of the part
    Bytes m_transient = 0;  ///< bytes of the part
    Seconds m_trips = 0;    ///< sum over all layers
    Seconds m_pace = 0;     ///< sum over the part
    Seconds m_paces = 0;    ///< sum over all layers
    Seconds m_slowest = 0;  ///< pace of the finished parts
    Seconds m_soFar = 0;
    int m_strategyBefore = -1;  ///< its action
};

}  // namespace pgram
