// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a search by sampling gets from plan to plan: random ones, and small changes of the one in hand. Every plan of
// every task can be reached.
#pragma once

#include "core/search/outer/open_tasks.h"
#include "core/search/pipeline/sampled_plan.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace pgram {

/// The tasks of a sampling, in a fixed order; tables are made when they are first needed, and those in use are few.
class SampledTasks {
public:
    /// Refers to what `source` refers to.
    SampledTasks(std::vector<OpenTask> tasks, TaskSource source, Bytes budget)
        : m_tasks(std::move(tasks)), m_source(std::move(source)), m_budget(budget)
    {}

    [[nodiscard]] std::size_t size() const { return m_tasks.size(); }
    /// Forgets all but the first so many.
    void keepFirst(std::size_t count) { m_tasks.resize(std::min(count, m_tasks.size())); }
    /// Valid as long as this object.
    [[nodiscard]] SampleScorer& scorer(std::size_t index);
    [[nodiscard]] const ListedTask& listed(std::size_t index) const { return m_tasks[index].listed; }

private:
    struct Made {
        Task task;
        SampleScorer scorer;
        Made(Task made, Bytes budget) : task(std::move(made)), scorer(task, budget) {}
    };

    std::vector<OpenTask> m_tasks;
    TaskSource m_source;
    Bytes m_budget;
    std::map<std::size_t, std::unique_ptr<Made>> m_made;
};

/// A plan of one of the tasks.
struct Sample {
    std::size_t task = 0;
    SampledPlan plan;
};

/// Draws from one seeded generator. Refers to the tasks.
class SampleMoves {
public:
    SampleMoves(SampledTasks& tasks, std::uint64_t seed) : m_tasks(tasks), m_random(seed) {}

    /// A number in [0, 1).
    [[nodiscard]] double chance();
    /// Any task, the even cut, and one random strategy for each run of layers.
    void makeRandom(Sample& sample);
    /// One small change: strategies of some layers, a cut or several, P or m.
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
