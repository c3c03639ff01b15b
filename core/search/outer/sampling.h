// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Search by sampling, as opponents of the exact one (docs/method/search.md, Sampling and learning): simulated
// annealing, and hill climbing from random plans. They walk the same plans with the same figures: every cut, every
// candidate of every layer, every (B, P, m).
#pragma once

#include "core/search/outer/incumbent.h"
#include "core/search/outer/sample_moves.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/task_list.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

struct SamplingOptions {
    Sampling kind = Sampling::Annealing;
    std::int64_t evaluations = 0;
    std::uint64_t seed = 1;
};

struct SamplingTrace {
    std::vector<IncumbentPoint> incumbents;  ///< seconds since the start of the sampling
    std::int64_t evaluations = 0;
    Seconds seconds = 0;
};

/// What is sampled. Refers to it.
struct SamplingScope {
    const TaskSource& source;
    Bytes usable = 0;  ///< bytes a device
    int workers = 1;   ///< for the bounds; the sampling itself is one thread's
    std::stop_token stop;
};

/// Where a sampling starts.
struct SamplingStart {
    SampledTasks tasks;  ///< with a plan that fits, best bound first
    Sample plan;         ///< the leanest of the first one
};
/// None, where nothing fits; what is missing is left with `incumbent`, as are the bounds of all tasks.
[[nodiscard]] std::optional<SamplingStart> startSampling(const std::vector<ListedTask>& listed,
                                                         const SamplingScope& scope, Incumbent& incumbent);

/// What a sampling has scored: counts plans, tells how it stands, and leaves the best with the incumbent.
class SampleRecord {
public:
    SampleRecord(SampledTasks& tasks, std::int64_t evaluations, Incumbent& incumbent, std::stop_token stop)
        : m_tasks(tasks), m_evaluations(evaluations), m_incumbent(incumbent), m_stop(std::move(stop))
    {}

    /// Whether there is a plan left to score.
    [[nodiscard]] bool goesOn();
    /// The objective, seconds a sample, and which share of the budget it is over. One that fits and has the least
    /// objective so far is simulated, and kept if it is the fastest.
    struct Score {
        Seconds rate = 0;
        double excess = 0;
    };
    Score score(const Sample& sample);
    /// Share of the plans that are scored.
    [[nodiscard]] double done() const
    {
        return static_cast<double>(m_trace.evaluations) / static_cast<double>(m_evaluations);
    }
    [[nodiscard]] SamplingTrace finish();

private:
    [[nodiscard]] Seconds elapsed() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

    SampledTasks& m_tasks;
    std::int64_t m_evaluations;
    Incumbent& m_incumbent;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    SamplingTrace m_trace;
    Seconds m_best = std::numeric_limits<double>::infinity();     ///< objective, seconds a sample
    Seconds m_fastest = std::numeric_limits<double>::infinity();  ///< step, seconds a sample
    bool m_stopped = false;
};

/// A sampling of another library, which sampleTasks() calls for Sampling::Learning and Sampling::Ensemble.
using AddedSampling = SamplingTrace (*)(const std::vector<ListedTask>&, const SamplingScope&, const SamplingOptions&,
                                        Incumbent&);
/// Adds it to all searches of the program. Call it before the first search.
void addSampling(AddedSampling sampling);
/// Returns true if this program can run the sampling.
[[nodiscard]] bool hasSampling(Sampling sampling);

/// Samples the tasks and leaves the best plan, the bounds of all tasks and, when nothing fits, what is missing, with
/// `incumbent`. The walk starts from a plan that fits, if there is any. Same options, same result.
SamplingTrace sampleTasks(const std::vector<ListedTask>& listed, const SamplingScope& scope,
                          const SamplingOptions& options, Incumbent& incumbent);

}  // namespace pgram
