// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The search objective: the seconds of a step, from figures that add up over layers, so that a search can tell early
// which plans are slow. The simulator is the referee. Under GPipe and 1F1B the objective never exceeds its makespan
// (tests/core/test_objective.cpp), and equals it on most pipelines; under the other schedules it is a guide.
//
// Stage i works t_i on a micro-batch (forward, backward and what it receives), m·t_i a step, and once_i behind its last
// backward (gradient sync, optimizer). While another stage works its m micro-batches, stage i adds its fill c_i to the
// step, on the way in and out:
//
// Under GPipe and 1F1B c = t, the whole forward on the way in, the whole backward on the way out; what it is under the
// others stands with them (schedule/kinds).
//
// Stages are joined from the last to the first. With R the fill of the stages behind, V their span (from the first
// forward's start to the last backward's end) and U their end (sync and optimizer inside), a stage in front makes
//
//     R' = R + c,   V' = max(V + c, m·t + idle),   U' = max(F + U, V' + once),   T = U' of the first stage.
//
// idle is the least time that the stage waits for those behind: R under GPipe. Under 1F1B the stage has n =
// min(P - i, m) - 1 other forwards to do before its first backward can start, and as many backwards behind its last
// forward, so that idle = max(0, R - n·F) + max(0, R - n·B), or the larger of the two where they are one gap (m = n +
// 1); of F and B only their sum t and the least of each over the strategies are used.
//
// The paper's own sum (arXiv 2307.02031 §III, with the optimizer counted as sync is) charges what all stages do once
// one after another: T = Σ (once_i + c_i) + max_i (m·t_i - c_i). It stays as a rule, for comparison with the paper.
#pragma once

#include "core/base/units.h"
#include "core/schedule/schedule_rules.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace pgram {

enum class StepRule {
    Simulated,  ///< the simulated step, or a bound of it
    Paper,      ///< the paper's sum
};

/// A layer, a transfer or a stage in the objective. All three figures add up over layers.
struct StepShare {
    Seconds fill = 0;  ///< c
    Seconds pace = 0;  ///< (m·t - c)/repeats: what each further micro-batch costs when this stage is the slowest
    Seconds once = 0;  ///< sync and optimizer
    /// What the step pays for it however many micro-batches there are.
    [[nodiscard]] Seconds trip() const { return fill + once; }
    StepShare& operator+=(const StepShare& other)
    {
        fill += other.fill;
        pace += other.pace;
        once += other.once;
        return *this;
    }
};

/// So many times each figure of a share: linear bounds of the step.
struct StepWeights {
    double fill = 1;
    double pace = 1;
    double once = 1;
    [[nodiscard]] Seconds of(const StepShare& share) const
    {
        return fill * share.fill + pace * share.pace + once * share.once;
    }
};

/// Weights of a layer in each chunk of the model, front to back; one where it does not matter where the layer is.
using PooledWeights = std::vector<StepWeights>;
/// A linear bound of the step over all layers of a task, whatever the cut: the weights of each run's layers.
using PooledBound = std::vector<PooledWeights>;

/// Parts of forward and backward together, of a run's layers under any of their strategies.
struct WorkShares {
    double leastForward = 1;
    double leastChained = 1;  ///< all but the weight gradient: what the next stage waits for
    double mostShorter = 0;   ///< the shorter of forward and backward, at most a half

    /// Of one more strategy; nothing is known of one without work.
    void add(Seconds forward, Seconds backward, Seconds weightGradient);
    void add(const WorkShares& others);
};

/// Where a stage stands, and the least that any of its strategies takes for one micro-batch, receives inside.
struct StagePlace {
    int stage = 0;
    Seconds leastForward = 0;
    Seconds leastBackward = 0;
};

/// Stages from one on to the last: R, V and U. Under the paper's rule: span = max (m·t_i - c_i), end = Σ (once_i +
/// c_i).
struct StepChain {
    Seconds fill = 0;
    Seconds span = 0;
    Seconds end = 0;
};

/// The least that stages before one take, whatever their strategies and cuts.
struct StepFront {
    Seconds fill = 0;  ///< Σ c_i; under the paper's rule Σ (once_i + c_i)
    Seconds head = 0;  ///< forwards of the first micro-batch
    Seconds span = 0;  ///< no plan with these stages takes less
    Seconds end = 0;   ///< the same, with what they do once
};

/// Least figures of one stage, whatever its strategies, as long as it fits; each on its own. Infinity: nothing fits.
struct StageLeast {
    Seconds fill = 0;  ///< c; under the paper's rule once + c
    Seconds pace = 0;
    Seconds span = 0;  ///< m·t
    Seconds end = 0;   ///< m·t + once
};

/// The largest figures of one stage that a plan within a limit can have.
struct StageLimits {
    Seconds fill = std::numeric_limits<double>::infinity();  ///< c
    Seconds span = std::numeric_limits<double>::infinity();  ///< m·t
    Seconds trip = std::numeric_limits<double>::infinity();  ///< c + once
    Seconds end = std::numeric_limits<double>::infinity();   ///< m·t + once
};

/// The objective of one schedule on so many stages. With one stage all schedules are alike.
class Objective {
public:
    Objective() = default;
    Objective(const Schedule& schedule, int stages, StepRule rule = StepRule::Simulated);

    [[nodiscard]] StepRule rule() const { return m_rule; }
    [[nodiscard]] int stages() const { return m_stages; }
    /// m - 1 of GPipe and 1F1B, m - 1/v interleaved: pace is t then; m of ZB-H1 and ZB-V.
    [[nodiscard]] double repeats() const { return m_repeats; }
    /// Whether no plan simulates faster than its objective. If not, the simulated step may be as little as
    /// 1/slack() of it on the pipelines tried, and only pooled() bounds it.
    [[nodiscard]] bool isBound() const;
    [[nodiscard]] double slack() const;
    /// Whether fill and pace are in one proportion for all work: one figure where there seem to be two.
    [[nodiscard]] bool isFlat() const;
    [[nodiscard]] double fillOfPace() const { return m_fill / m_pace; }

    /// Of a layer: one micro-batch's forward and whole backward, of which weightGradient may be put off.
    [[nodiscard]] StepShare share(Seconds forward, Seconds backward, Seconds weightGradient, Seconds once) const;
    /// A receive or a re-layout: nothing of it is put off.
    [[nodiscard]] StepShare ofTransfer(Seconds time) const { return {m_fill * time, m_pace * time, 0}; }
    /// m·t of a share.
    [[nodiscard]] Seconds span(const StepShare& share) const { return share.fill + m_repeats * share.pace; }

    /// A stage in front of those behind it; none = {}.
    [[nodiscard]] StepChain inFront(const StepChain& behind, const StepShare& own, const StagePlace& place) const;
    /// T of all stages.
    [[nodiscard]] Seconds step(const StepChain& all) const;

    /// The same from least figures: no chain of such stages has less of anything.
    [[nodiscard]] StepChain inFront(const StepChain& behind, const StageLeast& own, const StagePlace& place) const;
    /// A stage behind those in front.
    [[nodiscard]] StepFront behind(const StepFront& front, const StageLeast& own, const StagePlace& place) const;
    /// No plan of these parts takes less.
    [[nodiscard]] Seconds atLeast(const StepFront& front, const StepChain& chain) const;
    /// What a stage between these two may have in a plan within `limit`.
    [[nodiscard]] StageLimits limits(Seconds limit, const StepFront& front, const StepChain& behind,
                                     const StageLeast& own, const StagePlace& place) const;

    /// Linear bounds of the simulated step (of the paper's sum): T is no less than each. They are tightest where nearly
    /// all work is that of the run `most`.
    [[nodiscard]] std::vector<PooledBound> pooled(std::span<const WorkShares> runs, std::size_t most) const;
    /// The same of the objective less its slack, where that is no bound: what T is likely to be no less than.
    [[nodiscard]] StepWeights likely() const;

private:
    [[nodiscard]] bool isOneFOneB() const { return m_schedule.kind == ScheduleKind::OneFOneB; }
    [[nodiscard]] Seconds head(const StagePlace& place) const
    {
        return place.leastForward / (chunks() * m_schedule.slices);
    }
    [[nodiscard]] double chunks() const { return m_stages == 1 ? 1 : m_schedule.virtualStages; }
    /// Least wait of a stage that works `work` a step, `time` a micro-batch, for stages behind of that fill.
    [[nodiscard]] Seconds idle(Seconds fillBehind, Seconds work, const StagePlace& place) const
    {
        return isOneFOneB() ? idleOneFOneB(fillBehind, work / m_schedule.microbatches, place) : fillBehind;
    }
    [[nodiscard]] Seconds idleOneFOneB(Seconds fillBehind, Seconds time, const StagePlace& place) const;
    /// The largest m·t of which m·t + idle is within the limit.
    [[nodiscard]] Seconds longestSpan(Seconds limit, Seconds fillBehind, const StagePlace& place) const;
    [[nodiscard]] int othersInFlight(int stage) const;
    /// Of Σ t under 1F1B: by a run's share of the shorter of forward and backward, and that of most layers.
    [[nodiscard]] double pooledOneFOneB(double shorter, double most) const;
    [[nodiscard]] PooledBound pooledBehind(double share, const std::vector<double>& shares) const;
    [[nodiscard]] StepWeights counting(double times, double once) const;
    void addPooledOfChunks(double share, const std::vector<double>& shares, const std::vector<double>& counted,
                           bool countsOnce, std::vector<PooledBound>& bounds) const;

    StepRule m_rule = StepRule::Simulated;
    Schedule m_schedule;
    const ScheduleRules* m_rules = nullptr;
    int m_stages = 1;
    double m_repeats = 0;
    double m_fill = 1;  ///< c of a second
    double m_pace = 1;  ///< pace of a second
};

/// Inline: searches ask it millions of times.
inline StepChain Objective::inFront(const StepChain& behind, const StepShare& own, const StagePlace& place) const
{
    if (m_rule == StepRule::Paper) {
        return {0, std::max(behind.span, m_repeats * own.pace), behind.end + own.trip()};
    }
    const Seconds work = span(own);
    const Seconds longest = std::max(behind.span + own.fill, work + idle(behind.fill, work, place));
    return {behind.fill + own.fill, longest, std::max(head(place) + behind.end, longest + own.once)};
}

}  // namespace pgram
