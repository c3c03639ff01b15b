// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Search by sampling, for comparison with the exact search (docs/method/search.md, Sampling and learning): simulated
// annealing, and hill climbing from random plans. Both search the same plans with the same figures: every cut, every
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

/// Temperatures of an annealing: at temperature T a plan that is slower by the share T is accepted with probability
/// 1/e. The defaults are tuned on the presets.
struct Heat {
    double hottest = 2;
    double coldest = 1e-4;
    double coolings = 5;  ///< a single one often freezes in a poor (P, m)
};

struct SamplingOptions {
    Sampling kind = Sampling::Annealing;
    std::int64_t evaluations = 0;
    std::uint64_t seed = 1;
    Heat heat{};
    bool isWhole = true;  ///< false if the sampling is a part of a search, which reports its progress itself
};

struct SamplingTrace {
    std::vector<IncumbentPoint> incumbents;  ///< seconds since the start of the sampling
    std::int64_t evaluations = 0;
    Seconds seconds = 0;
};

/// Start of a sampling.
struct SamplingStart {
    SampledTasks tasks;  ///< tasks with a plan that fits, in order of their bounds
    Sample plan;         ///< plan of least memory of the first task
};
/// Returns the start; nothing if no plan fits. Reports the bounds of all tasks and any shortfall to `incumbent`.
[[nodiscard]] std::optional<SamplingStart> startSampling(const std::vector<Subproblem>& listed,
                                                         const SearchScope& scope, Incumbent& incumbent);

/// Scores the plans of a sampling: counts them, reports progress, and reports the best plan to the incumbent.
class SampleRecord {
public:
    SampleRecord(SampledTasks& tasks, const SamplingOptions& options, Incumbent& incumbent, std::stop_token stop)
        : m_tasks(tasks),
          m_evaluations(options.evaluations),
          m_isWhole(options.isWhole),
          m_incumbent(incumbent),
          m_stop(std::move(stop))
    {}

    /// Returns true if more plans may be scored.
    [[nodiscard]] bool goesOn();
    /// SampleScorer::step() in seconds per sample, and excess as a share of the budget. A plan that fits and has the
    /// least step so far is estimated, and kept if it is the fastest.
    struct Score {
        Seconds rate = 0;
        double excess = 0;
    };
    Score score(const Sample& sample);
    /// Returns the share of the plans that were scored.
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
    bool m_isWhole;
    Incumbent& m_incumbent;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    SamplingTrace m_trace;
    Seconds m_best = std::numeric_limits<double>::infinity();     ///< least score, seconds per sample
    Seconds m_fastest = std::numeric_limits<double>::infinity();  ///< fastest step, seconds per sample
    bool m_stopped = false;
};

/// A sampling from another library. sampleTasks() calls it for Sampling::Learning and Sampling::Ensemble.
using AddedSampling = SamplingTrace (*)(const std::vector<Subproblem>&, const SearchScope&, const SamplingOptions&,
                                        Incumbent&);
/// Registers the sampling for all searches of the program. Call it before the first search.
void addSampling(AddedSampling sampling);
/// Returns true if this program can run the sampling.
[[nodiscard]] bool hasSampling(Sampling sampling);

/// Anneals the plan, and reports to `incumbent` the plans that are faster. Equal options give equal results.
void anneal(SampledTasks& tasks, Sample start, const SamplingOptions& options, Incumbent& incumbent,
            const std::stop_token& stop);

/// Samples the tasks, and reports to `incumbent` the best plan, the bounds of all tasks and, if nothing fits, the
/// shortfall. The walk starts from a plan that fits, if there is any. Equal options give equal results.
SamplingTrace sampleTasks(const std::vector<Subproblem>& listed, const SearchScope& scope,
                          const SamplingOptions& options, Incumbent& incumbent);

}  // namespace pgram
