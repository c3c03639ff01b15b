// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The search objective: the seconds of a step, from figures that add up over layers, so that a search recognizes slow
// plans early. The simulator is the referee. Under GPipe and 1F1B the objective never exceeds the simulated makespan
// (tests/core/test_objective.cpp), and equals it on most pipelines of similar stages; under other schedules it is a
// guide.
//
// Stage i works t_i on a micro-batch (forward, backward and its receives), m·t_i per step, and once_i after its last
// backward (gradient sync, optimizer). While another stage works on its m micro-batches, stage i adds its fill c_i to
// the step, on the way in and out.
//
// Under GPipe and 1F1B c = t: the whole forward on the way in, the whole backward on the way out. For the other
// schedules, see their files in schedule/kinds.
//
// Stages are joined from the last to the first. Let R be the fill of the later stages, V their span (from the start of
// their first forward to the end of their last backward), U their end (including sync and optimizer), and L the time
// from the start of their last forward to that end. Another stage in front makes
//
// R' = R + c,   V' = max(V + c, m·t + idle),   L' = max(F + L, t + rest + once),
// U' = max(F + U, V' + once, (m - 1 - n)·t + n·F + L'),   T = U' of the first stage.
//
// L bounds stages that wait for a slow one. Stage i starts its last forward after m - 1 forwards and m - 1 - n
// backwards. From then on it still has n backwards of earlier micro-batches, and the later stages have L. rest is R +
// n·B under GPipe, where all backwards wait for R, and max(R, n·B) under 1F1B. The other schedules have no L.
//
// idle is the least time that the stage waits for the later ones: R under GPipe, where n = m - 1. Under 1F1B the stage
// does n = min(P - i, m) - 1 other forwards before its first backward can start, and as many backwards after its last
// forward, so that idle = max(0, R - n·F) + max(0, R - n·B), or the larger of the two if they are one gap (m = n + 1).
// The formulas use the sum t of F and B, and the least value of F and of B over the strategies.
//
// The paper's own sum (arXiv 2307.02031 §III, with the optimizer counted like sync) charges the work per step of all
// stages one after another: T = Σ (once_i + c_i) + max_i (m·t_i - c_i). It remains as a rule, for comparison with the
// paper.
#pragma once

#include "core/base/units.h"
#include "core/schedule/schedule_rules.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

namespace pgram {

/// Figure by which plans are ranked.
enum class StepRule {
    Simulated,  ///< the simulated step, or a bound of the step
    Paper,      ///< the paper's sum
};

/// A layer, a transfer or a stage in the objective. All three figures add up over layers.
struct StepShare {
    Seconds fill = 0;  ///< c
    Seconds pace = 0;  ///< (m·t - c)/repeats: what each further micro-batch costs when this stage is the slowest
    Seconds once = 0;  ///< sync and optimizer
    /// Returns the part that does not depend on the number of micro-batches.
    [[nodiscard]] Seconds trip() const { return fill + once; }
    /// Adds another share.
    StepShare& operator+=(const StepShare& other)
    {
        fill += other.fill;
        pace += other.pace;
        once += other.once;
        return *this;
    }
};

/// Weights of the three figures of a share: a linear bound of the step.
struct StepWeights {
    double fill = 1;  ///< weight of StepShare::fill
    double pace = 1;  ///< weight of StepShare::pace
    double once = 1;  ///< weight of StepShare::once
    /// Returns the weighted sum of a share.
    [[nodiscard]] Seconds of(const StepShare& share) const
    {
        return fill * share.fill + pace * share.pace + once * share.once;
    }
};

/// Weights of a layer per chunk of the model, front to back; a single element if the position does not matter.
using PooledWeights = std::vector<StepWeights>;
/// A linear bound of the step over all layers of a task, for any cut: the weights of the layers of each run.
using PooledBound = std::vector<PooledWeights>;

/// Parts of the sum of forward and backward, over the layers of a run under any of their strategies.
struct WorkShares {
    double leastForward = 1;  ///< the whole forward
    double leastChained = 1;  ///< all but the weight gradient: what the next stage waits for
    double mostShorter = 0;   ///< the shorter of forward and backward, at most a half

    /// Includes one more strategy. A strategy without work changes nothing.
    void add(Seconds forward, Seconds backward, Seconds weightGradient);
    /// Includes all strategies of `others`.
    void add(const WorkShares& others);
};

/// Position of a stage, and the least seconds of its strategies for one micro-batch, receives included.
struct StagePlace {
    int stage = 0;              ///< index, 0 … P-1
    Seconds leastForward = 0;   ///< least of all strategies
    Seconds leastBackward = 0;  ///< least of all strategies
};

/// Figures of the stages from one to the last: R, V, U and L. Under the paper's rule: span = max (m·t_i - c_i),
/// end = Σ (once_i + c_i).
struct StepChain {
    Seconds fill = 0;  ///< R
    Seconds span = 0;  ///< V
    Seconds end = 0;   ///< U
    Seconds last = 0;  ///< L
};

/// Least figures of the stages before one, over all strategies and cuts.
struct StepFront {
    Seconds fill = 0;  ///< Σ c_i; under the paper's rule Σ (once_i + c_i)
    Seconds head = 0;  ///< forwards of the first micro-batch
    Seconds span = 0;  ///< no plan with these stages takes less
    Seconds end = 0;   ///< the same, with what they do once
    Seconds last = 0;  ///< start of the last forward of the stage behind them
};

/// Figures of one stage: the least over all strategies that fit, each figure on its own (infinity: nothing fits), or
/// the largest that a plan within a limit can have.
struct StageFigures {
    Seconds fill = 0;  ///< c; under the paper's rule once + c
    Seconds pace = 0;  ///< (m·t - c)/repeats
    Seconds span = 0;  ///< m·t
    Seconds end = 0;   ///< m·t + once
    Seconds trip = 0;  ///< c + once
};

/// The objective of one schedule on a number of stages. With one stage all schedules are equal.
class Objective {
public:
    Objective() = default;
    /// The schedule must be possible on `stages` (scheduleProblem()).
    Objective(const Schedule& schedule, int stages, StepRule rule = StepRule::Simulated);

    /// Returns the figure by which plans are ranked.
    [[nodiscard]] StepRule rule() const { return m_rule; }
    /// Returns P, the number of stages.
    [[nodiscard]] int stages() const { return m_stages; }
    /// Returns the factor of pace: m - 1 under GPipe and 1F1B, m - 1/v interleaved (pace is t then), m under ZB-H1 and
    /// ZB-V.
    [[nodiscard]] double repeats() const { return m_repeats; }
    /// Returns true if no plan simulates faster than its objective. If false, the simulated step was as little as
    /// 1/slack() of the objective on the pipelines tried, and only pooled() bounds it.
    [[nodiscard]] bool isBound() const;
    /// Returns ScheduleRules::slack of the schedule; 1 for a bound.
    [[nodiscard]] double slack() const;
    /// Returns true if fill and pace have the same ratio for all work, so that they are one figure.
    [[nodiscard]] bool isFlat() const;
    /// Returns that ratio, fill over pace.
    [[nodiscard]] double fillOfPace() const { return m_fill / m_pace; }

    /// Returns the share of a layer: forward and whole backward of one micro-batch; the part weightGradient of the
    /// backward can run later.
    [[nodiscard]] StepShare share(Seconds forward, Seconds backward, Seconds weightGradient, Seconds once) const;
    /// Returns the share of a receive or a re-layout, no part of which can run later.
    [[nodiscard]] StepShare ofTransfer(Seconds time) const { return {m_fill * time, m_pace * time, 0}; }
    /// Returns true if the figure L counts.
    [[nodiscard]] bool countsLast() const { return m_countsLast; }
    /// Returns m·t of a share.
    [[nodiscard]] Seconds span(const StepShare& share) const { return share.fill + m_repeats * share.pace; }

    /// Returns the chain with one more stage in front; an empty chain is {}.
    [[nodiscard]] StepChain inFront(const StepChain& behind, const StepShare& own, const StagePlace& place) const;
    /// Returns T, the step of a chain of all stages.
    [[nodiscard]] Seconds step(const StepChain& all) const;

    /// Returns the same from least figures: a lower bound of each figure.
    [[nodiscard]] StepChain inFront(const StepChain& behind, const StageFigures& own, const StagePlace& place) const;
    /// Returns the front with one more stage behind it.
    [[nodiscard]] StepFront behind(const StepFront& front, const StageFigures& own, const StagePlace& place) const;
    /// Returns a lower bound of the step of any plan that consists of these parts.
    [[nodiscard]] Seconds atLeast(const StepFront& front, const StepChain& chain) const;
    /// Returns the largest figures of a stage between the two parts in a plan whose step is within `limit`.
    [[nodiscard]] StageFigures limits(Seconds limit, const StepFront& front, const StepChain& behind,
                                      const StageFigures& own, const StagePlace& place) const;

    /// Returns linear lower bounds of the simulated step (or of the paper's sum). They are tightest when nearly all
    /// work is that of the run `most`.
    [[nodiscard]] std::vector<PooledBound> pooled(std::span<const WorkShares> runs, std::size_t most) const;

private:
    [[nodiscard]] bool isOneFOneB() const { return m_schedule.kind == ScheduleKind::OneFOneB; }
    [[nodiscard]] Seconds head(const StagePlace& place) const
    {
        return place.leastForward / (chunks() * m_schedule.slices);
    }
    [[nodiscard]] double chunks() const { return m_stages == 1 ? 1 : m_schedule.virtualStages; }
    /// Returns the least wait of a stage for later stages of this fill. The stage works `work` per step and `time` per
    /// micro-batch.
    [[nodiscard]] Seconds idle(Seconds fillBehind, Seconds work, const StagePlace& place) const
    {
        return isOneFOneB() ? idleOneFOneB(fillBehind, work / m_schedule.microbatches, place) : fillBehind;
    }
    [[nodiscard]] Seconds idleOneFOneB(Seconds fillBehind, Seconds time, const StagePlace& place) const;
    /// Returns the largest m·t for which m·t + idle is within the limit.
    [[nodiscard]] Seconds longestSpan(Seconds limit, Seconds fillBehind, const StagePlace& place) const;
    [[nodiscard]] int othersInFlight(int stage) const
    {
        return std::min(m_stages - stage, m_schedule.microbatches) - 1;
    }
    /// Returns n, the forwards that a stage does before its last one without a backward in between.
    [[nodiscard]] int forwardsAhead(int stage) const
    {
        return isOneFOneB() ? othersInFlight(stage) : m_schedule.microbatches - 1;
    }
    /// Returns the least time behind a stage's last forward, less its last backward, for stages behind of that fill.
    [[nodiscard]] Seconds rest(Seconds fillBehind, const StagePlace& place) const
    {
        const Seconds backwards = forwardsAhead(place.stage) * place.leastBackward;
        return isOneFOneB() ? std::max(fillBehind, backwards) : fillBehind + backwards;
    }
    /// Returns the least time from the start of a stage to the start of its last forward; `time` per micro-batch.
    [[nodiscard]] Seconds untilLast(Seconds time, const StagePlace& place) const
    {
        const int ahead = forwardsAhead(place.stage);
        return (m_schedule.microbatches - 1 - ahead) * time + ahead * place.leastForward;
    }
    /// Returns the factor of Σ t under 1F1B, from the shorter of forward and backward of a run and of most layers.
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
    double m_fill = 1;  ///< c per second of work
    double m_pace = 1;  ///< pace per second of work
    bool m_countsLast = false;
};

/// Inline, because searches call it millions of times.
inline StepChain Objective::inFront(const StepChain& behind, const StepShare& own, const StagePlace& place) const
{
    if (m_rule == StepRule::Paper) {
        return {0, std::max(behind.span, m_repeats * own.pace), behind.end + own.trip()};
    }
    const Seconds work = span(own);
    const Seconds longest = std::max(behind.span + own.fill, work + idle(behind.fill, work, place));
    StepChain all{behind.fill + own.fill, longest, std::max(head(place) + behind.end, longest + own.once)};
    if (m_countsLast) {
        all.last = std::max(place.leastForward + behind.last, own.trip() + rest(behind.fill, place));
        all.end = std::max(all.end, untilLast(own.fill, place) + all.last);
    }
    return all;
}

}  // namespace pgram
