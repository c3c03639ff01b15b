// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/outer/sampling.h"

#include "core/search/outer/sample_moves.h"
#include "core/search/pipeline/task_plan.h"
#include "core/search/stage/stage_memory.h"
#include "core/search/task/cuts.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

namespace pgram {

namespace {

std::atomic<AddedSampling> addedSampling = nullptr;

bool isAdded(Sampling sampling)
{
    return sampling == Sampling::Learning || sampling == Sampling::Ensemble;
}

/// Number of evaluations between checks of the stop and reports of progress.
constexpr std::int64_t breath = 256;

/// Weight of a share of memory over the budget against a share of time.
constexpr double excessWeight = 4;

/// Fruitless attempts per layer after which a climb ends.
constexpr std::int64_t patience = 30;

/// Opens all tasks in order of their bounds; tasks in which nothing fits come last, by their need.
std::vector<Subproblem> openAll(const std::vector<Subproblem>& listed, const SearchScope& scope, Incumbent& incumbent)
{
    std::vector<Subproblem> tasks = openTasks(listed, scope, infinity);
    if (scope.stop.stop_requested()) {
        return {};
    }
    std::vector<Seconds> bounds;
    for (const Subproblem& open : tasks) {
        bounds.push_back(open.bound);
    }
    incumbent.open(bounds, static_cast<int>(listed.size() - tasks.size()));
    std::stable_sort(tasks.begin(), tasks.end(), [](const Subproblem& a, const Subproblem& b) {
        return a.bound == infinity && b.bound == infinity ? a.need < b.need : a.bound < b.bound;
    });
    return tasks;
}

/// Returns the plan of least memory of the first task that has a plan within the budget. Reports the shortfall of the
/// tasks before it.
std::optional<Sample> leastMemorySample(const std::vector<Subproblem>& open, SampledTasks& tasks,
                                        const SearchScope& scope, Incumbent& incumbent)
{
    for (std::size_t i = 0; i < open.size() && !scope.stop.stop_requested(); ++i) {
        if (incumbent.isBeyond(open[i].need)) {
            incumbent.skipInfeasible();
            continue;
        }
        SampleScorer& scorer = tasks.scorer(i);
        StageMemory memory(scorer.task());
        const std::vector<int> sizes = memoryCut(scorer.task(), memory);
        if (sizes.empty()) {
            continue;
        }
        TaskOutcome outcome;
        outcome.possible = true;
        outcome.need = fullestStage(scorer.task(), memory, sizes);
        if (outcome.need.bytes <= scope.usable) {
            return Sample{i, leastMemoryPlan(scorer, sizes)};
        }
        // Chunks that keep different amounts hold most together at another moment. The reported need is the figure by
        // which samples are judged.
        outcome.need = fullestStage(scorer.task(), memory, sizes, scorer.inFlight());
        incumbent.take(scorer.task(), i, std::move(outcome));
    }
    return std::nullopt;
}

/// State of a sampling: the current plan, the proposed plan, and the best plan that fits.
class Sampler {
public:
    Sampler(SampledTasks& tasks, const SamplingOptions& options, Incumbent& incumbent, std::stop_token stop)
        : m_kind(options.kind),
          m_heat(options.heat),
          m_record(tasks, options, incumbent, std::move(stop)),
          m_moves(tasks, options.seed)
    {}

    SamplingTrace run(Sample start)
    {
        m_now = std::move(start);
        m_energy = score(m_now);
        if (m_kind == Sampling::Annealing) {
            anneal();
        } else {
            climb();
        }
        return m_record.finish();
    }

private:
    /// Energy is the logarithm of the rate, so that temperatures are relative.
    void anneal()
    {
        const double cooling = std::log(m_heat.coldest / m_heat.hottest);
        while (m_record.goesOn()) {
            const double part = std::fmod(m_heat.coolings * m_record.done(), 1.0);
            const double temperature = m_heat.hottest * std::exp(cooling * part);
            const double energy = propose();
            if (energy <= m_energy || m_moves.chance() < std::exp((m_energy - energy) / temperature)) {
                accept(energy);
            }
        }
    }

    void climb()
    {
        std::int64_t fruitless = 0;
        while (m_record.goesOn()) {
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

    double score(const Sample& sample)
    {
        const SampleRecord::Score scored = m_record.score(sample);
        return std::log(scored.rate) + excessWeight * scored.excess;
    }

    Sampling m_kind;
    Heat m_heat;
    SampleRecord m_record;
    SampleMoves m_moves;
    Sample m_now;
    Sample m_next;
    double m_energy = 0;
};

}  // namespace

bool SampleRecord::goesOn()
{
    if (m_trace.evaluations % breath == 0) {
        if (m_isWhole) {
            m_incumbent.advance(done());
        }
        m_stopped = m_stop.stop_requested();
    }
    return !m_stopped && m_trace.evaluations < m_evaluations;
}

SampleRecord::Score SampleRecord::score(const Sample& sample)
{
    ++m_trace.evaluations;
    SampleScorer& scorer = m_tasks.scorer(sample.task);
    const auto batch = static_cast<double>(scorer.task().key.batch);
    const Score score{scorer.step(sample.plan) / batch, scorer.excess(sample.plan)};
    if (score.excess == 0 && score.rate < m_best) {
        const CutPlan plan = scorer.planOf(sample.plan);
        if (!canRun(m_tasks.target(), scorer.task(), plan)) {
            return score;
        }
        m_best = score.rate;
        if (plan.step / batch < m_fastest) {
            m_fastest = plan.step / batch;
            m_trace.incumbents.push_back({elapsed(), plan.step, scorer.task().key.batch, m_trace.evaluations});
            m_incumbent.offer(scorer.task(), plan, m_trace.evaluations);
        }
    }
    return score;
}

SamplingTrace SampleRecord::finish()
{
    m_trace.seconds = elapsed();
    return std::move(m_trace);
}

std::optional<SamplingStart> startSampling(const std::vector<Subproblem>& listed, const SearchScope& scope,
                                           Incumbent& incumbent)
{
    const std::vector<Subproblem> open = openAll(listed, scope, incumbent);
    SampledTasks tasks(open, scope.source, scope.usable);
    std::optional<Sample> plan = leastMemorySample(open, tasks, scope, incumbent);
    if (!plan) {
        return std::nullopt;
    }
    tasks.keepFirst(static_cast<std::size_t>(
        std::ranges::count_if(open, [](const Subproblem& task) { return task.bound < infinity; })));
    return SamplingStart{std::move(tasks), std::move(*plan)};
}

void addSampling(AddedSampling sampling)
{
    addedSampling = sampling;
}

bool hasSampling(Sampling sampling)
{
    return !isAdded(sampling) || addedSampling.load() != nullptr;
}

void anneal(SampledTasks& tasks, Sample start, const SamplingOptions& options, Incumbent& incumbent,
            const std::stop_token& stop)
{
    Sampler(tasks, options, incumbent, stop).run(std::move(start));
}

SamplingTrace sampleTasks(const std::vector<Subproblem>& listed, const SearchScope& scope,
                          const SamplingOptions& options, Incumbent& incumbent)
{
    if (isAdded(options.kind)) {
        return addedSampling.load()(listed, scope, options, incumbent);
    }
    std::optional<SamplingStart> start = startSampling(listed, scope, incumbent);
    return start ? Sampler(start->tasks, options, incumbent, scope.stop).run(std::move(start->plan)) : SamplingTrace{};
}

}  // namespace pgram
