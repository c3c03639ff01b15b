// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sampling.h"

#include "core/search/cuts.h"
#include "core/search/sample_moves.h"
#include "core/search/stage_bound.h"
#include "core/search/stage_memory.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

namespace pgram {

namespace {

constexpr Seconds infinity = std::numeric_limits<double>::infinity();

/// How often the stop is looked at and progress told, in evaluations.
constexpr std::int64_t breath = 256;

/// Energy is the logarithm of the rate, so that temperatures are relative: a plan that is a share T slower is accepted
/// every e-th time. Found by trial on the presets.
constexpr double hottest = 0.1;
constexpr double coldest = 1e-4;
/// What a share of memory over the budget weighs against a share of time.
constexpr double excessWeight = 4;

/// Fruitless tries a layer after which a climb has arrived.
constexpr std::int64_t patience = 30;

/// The tasks with a legal strategy for every layer, best bound first.
struct OpenTasks {
    std::vector<ListedTask> tasks;
    std::size_t hopeful = 0;  ///< so many have a bound: in the others nothing fits
};

OpenTasks openAll(const std::vector<ListedTask>& listed, const TaskSource& source, Bytes usable, Incumbent& incumbent,
                  const std::stop_token& stop)
{
    std::vector<std::pair<Seconds, ListedTask>> open;
    std::vector<Seconds> bounds;
    for (const ListedTask& entry : listed) {
        if (stop.stop_requested()) {
            return {};
        }
        const Task task = makeTask(source, entry.key, entry.strategies);
        if (isComplete(task)) {
            // A hair below, as in the exact search: rounding never makes a bound pass a plan.
            bounds.push_back(lowerBound(task, usable) / static_cast<double>(entry.key.batch) * (1 - 1e-12));
            open.emplace_back(bounds.back(), entry);
        }
    }
    incumbent.open(bounds, static_cast<int>(listed.size() - bounds.size()));
    std::stable_sort(open.begin(), open.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    OpenTasks result;
    for (auto& [bound, entry] : open) {
        result.hopeful += bound < infinity ? 1 : 0;
        result.tasks.push_back(std::move(entry));
    }
    return result;
}

/// The first task that has a plan within the budget, with its leanest one; what the others miss is told.
std::optional<Sample> leanestSample(SampledTasks& tasks, Bytes usable, Incumbent& incumbent,
                                    const std::stop_token& stop)
{
    for (std::size_t i = 0; i < tasks.size() && !stop.stop_requested(); ++i) {
        SampleScorer& scorer = tasks.scorer(i);
        StageMemory memory(scorer.task());
        const std::vector<int> sizes = memoryCut(scorer.task(), memory);
        if (sizes.empty()) {
            continue;
        }
        TaskOutcome outcome;
        outcome.possible = true;
        outcome.need = fullestStage(scorer.task(), memory, sizes);
        if (outcome.need.bytes <= usable) {
            return Sample{i, leanestPlan(scorer, sizes)};
        }
        incumbent.take(scorer.task(), i, std::move(outcome));
    }
    return std::nullopt;
}

/// One sampling: the plan in hand, the one proposed, and the best that fits.
class Sampler {
public:
    Sampler(SampledTasks& tasks, const SamplingOptions& options, Incumbent& incumbent, std::stop_token stop)
        : m_tasks(tasks),
          m_options(options),
          m_incumbent(incumbent),
          m_stop(std::move(stop)),
          m_moves(tasks, options.seed)
    {}

    SamplingTrace run(Sample start)
    {
        m_now = std::move(start);
        m_energy = score(m_now);
        if (m_options.kind == Sampling::Annealing) {
            anneal();
        } else {
            climb();
        }
        m_trace.seconds = elapsed();
        return std::move(m_trace);
    }

private:
    void anneal()
    {
        const double cooling = std::log(coldest / hottest);
        while (goesOn()) {
            const double temperature = hottest * std::exp(cooling * done());
            const double energy = propose();
            if (energy <= m_energy || m_moves.chance() < std::exp((m_energy - energy) / temperature)) {
                accept(energy);
            }
        }
    }

    void climb()
    {
        std::int64_t fruitless = 0;
        while (goesOn()) {
            const double energy = propose();
            fruitless = energy < m_energy ? 0 : fruitless + 1;
            if (energy <= m_energy) {
                accept(energy);
            }
            if (fruitless > patience * static_cast<std::int64_t>(m_now.plan.choice.size())) {
                m_moves.makeRandom(m_now);
                m_energy = score(m_now);
                fruitless = 0;
            }
        }
    }

    [[nodiscard]] bool goesOn()
    {
        if (m_trace.evaluations % breath == 0) {
            m_incumbent.advance(done());
            m_stopped = m_stop.stop_requested();
        }
        return !m_stopped && m_trace.evaluations < m_options.evaluations;
    }

    [[nodiscard]] double propose()
    {
        m_next = m_now;
        m_moves.change(m_next);
        return score(m_next);
    }

    void accept(double energy)
    {
        std::swap(m_now, m_next);
        m_energy = energy;
    }

    /// The energy of a plan; a plan that fits and is the fastest so far is kept.
    double score(const Sample& sample)
    {
        ++m_trace.evaluations;
        const SampleScorer& scorer = m_tasks.scorer(sample.task);
        const TaskKey& key = scorer.task().key;
        const Seconds stepTime = scorer.stepTime(sample.plan);
        const Seconds rate = stepTime / static_cast<double>(key.batch);
        const double excess = scorer.excess(sample.plan);
        if (excess == 0 && rate < m_best) {
            m_best = rate;
            m_trace.incumbents.push_back({elapsed(), stepTime, key.batch});
            m_incumbent.offer(scorer.task(), scorer.planOf(sample.plan));
        }
        return std::log(rate) + excessWeight * excess;
    }

    [[nodiscard]] double done() const
    {
        return static_cast<double>(m_trace.evaluations) / static_cast<double>(m_options.evaluations);
    }
    [[nodiscard]] Seconds elapsed() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

    SampledTasks& m_tasks;
    const SamplingOptions& m_options;
    Incumbent& m_incumbent;
    std::stop_token m_stop;
    SampleMoves m_moves;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    SamplingTrace m_trace;
    Sample m_now;
    Sample m_next;
    double m_energy = 0;
    Seconds m_best = infinity;  ///< seconds a sample
    bool m_stopped = false;
};

}  // namespace

SamplingTrace sampleTasks(const std::vector<ListedTask>& listed, const TaskSource& source, Bytes usable,
                          const SamplingOptions& options, Incumbent& incumbent, const std::stop_token& stop)
{
    OpenTasks open = openAll(listed, source, usable, incumbent, stop);
    SampledTasks tasks(std::move(open.tasks), source, usable);
    std::optional<Sample> start = leanestSample(tasks, usable, incumbent, stop);
    if (!start) {
        return {};
    }
    tasks.keepFirst(open.hopeful);
    return Sampler(tasks, options, incumbent, stop).run(std::move(*start));
}

}  // namespace pgram
