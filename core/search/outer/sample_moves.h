// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Moves of a search by sampling: random plans, and small changes of the current plan. Every plan of every task can be
// reached.
#pragma once

#include "core/search/outer/open_tasks.h"
#include "core/search/pipeline/sampled_plan.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace pgram {

/// The tasks of a sampling, in a fixed order. Tables are made on first use; few tasks are ever used.
class SampledTasks {
public:
    /// Refers to what `source` refers to.
    SampledTasks(std::vector<Subproblem> tasks, TaskSource source, Bytes budget)
        : m_tasks(std::move(tasks)), m_source(std::move(source)), m_budget(budget)
    {
        m_source.stop = {};  // a scorer is asked for when a stop was requested, too
    }

    [[nodiscard]] std::size_t size() const { return m_tasks.size(); }
    /// Removes all tasks but the first `count`.
    void keepFirst(std::size_t count) { m_tasks.resize(std::min(count, m_tasks.size())); }
    /// Returns the scorer of a task, valid as long as this object.
    [[nodiscard]] SampleScorer& scorer(std::size_t index);
    /// Returns the target that must run the plans; null: any plan.
    [[nodiscard]] const Target* target() const { return m_source.target; }
    [[nodiscard]] const Subproblem& listed(std::size_t index) const { return m_tasks[index]; }

private:
    struct Made {
        Task task;
        SampleScorer scorer;
        Made(Task made, Bytes budget) : task(std::move(made)), scorer(task, budget) {}
    };

    std::vector<Subproblem> m_tasks;
    TaskSource m_source;
    Bytes m_budget;
    std::map<std::size_t, std::unique_ptr<Made>> m_made;
};

/// A plan of one of the tasks.
struct Sample {
    std::size_t task = 0;
    SampledPlan plan;
};

/// Draws moves from a seeded generator. Refers to the tasks.
class SampleMoves {
public:
    SampleMoves(SampledTasks& tasks, std::uint64_t seed) : m_tasks(tasks), m_random(seed) {}

    /// Returns a number in [0, 1).
    [[nodiscard]] double chance();
    /// Makes a plan of a random task: the even cut, and a random strategy for each run of layers.
    void makeRandom(Sample& sample);
    /// Makes one small change: strategies of some layers, one or several cuts, P or m.
    void change(Sample& sample);

private:
    [[nodiscard]] int below(int count);
    void changeStrategies(Sample& sample);
    void moveCuts(Sample& sample);
    void changeTask(Sample& sample);
    void adopt(Sample& sample, std::size_t task);

    SampledTasks& m_tasks;
    std::mt19937_64 m_random;
};

}  // namespace pgram
