// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/objective.h"

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

/// How far guides were seen above the simulator on nine of ten random pipelines (tests/core/test_objective.cpp).
constexpr double slackOfGuides = 1.06;

}  // namespace

Objective::Objective(const Schedule& schedule, int stages, StepRule rule)
    : m_rule(rule), m_kind(schedule.kind), m_stages(stages), m_microbatches(schedule.microbatches)
{
    const double m = schedule.microbatches;
    m_repeats = m - 1;
    if (stages == 1) {
        return;
    }
    m_chunks = schedule.virtualStages;
    m_isBound = schedule.kind == ScheduleKind::GPipe || schedule.kind == ScheduleKind::OneFOneB;
    if (schedule.kind == ScheduleKind::Interleaved) {
        m_fill = 1.0 / schedule.virtualStages;
        m_repeats = m - m_fill;
    } else if (schedule.kind == ScheduleKind::ZbH1) {
        m_repeats = m;
        m_pace = (m - 1) / m;
        m_paceOfPostponed = 1 / m;
        m_postpones = true;
        m_fillsGaps = std::min(1.0, (m - 1) / (stages - 1));
    } else if (schedule.kind == ScheduleKind::ZbV) {
        m_repeats = m;
        m_postpones = true;
        m_turns = true;
        m_lacks = std::max(0.0, 1 - 2 * (m - 1) / (3 * (stages - 1)));
        // Of forward and backward alike, without weight gradients: c is g/2 of F + B = 2g.
        m_fill = (1 - m_lacks) / 4 + m_lacks;
        m_pace = 1 - m_fill / m;
        m_paceOfPostponed = 1 / m;
    }
}

double Objective::slack() const
{
    return isBound() ? 1 : slackOfGuides;
}

/// The seconds of a layer that fill and drain do not wait for, weight gradients above all. Under ZB-V beyond the share
/// that they do not wait for of any work; less than 0 where g is most of it.
Seconds Objective::postponed(Seconds forward, Seconds backward, Seconds weightGradient) const
{
    const Seconds input = backward - weightGradient;
    if (m_turns) {
        const Seconds longest = std::max(forward, input);
        const Seconds waited =
            (1 - m_lacks) * (longest - std::min(weightGradient, longest / 2)) + m_lacks * (forward + input);
        return m_fill * (forward + backward) - waited;
    }
    const Seconds gap = std::min({weightGradient, forward, input});
    return m_postpones ? weightGradient + m_fillsGaps * gap : 0;
}

StepShare Objective::share(Seconds forward, Seconds backward, Seconds weightGradient, Seconds once) const
{
    const Seconds time = forward + backward;
    const Seconds later = postponed(forward, backward, weightGradient);
    return {m_fill * time - later, m_pace * time + m_paceOfPostponed * later, once};
}

int Objective::othersInFlight(int stage) const
{
    return std::min(m_stages - stage, m_microbatches) - 1;
}

Seconds Objective::idle(Seconds fillBehind, Seconds time, const StagePlace& place) const
{
    if (m_kind != ScheduleKind::OneFOneB) {
        return fillBehind;
    }
    const int others = othersInFlight(place.stage);
    const Seconds longestForward = time - place.leastBackward;
    const Seconds longestBackward = time - place.leastForward;
    const Seconds shorter = others * std::min(longestForward, longestBackward);
    if (m_microbatches == others + 1) {
        return std::max(0.0, fillBehind - std::min(shorter, others * time / 2));
    }
    return std::max({0.0, 2 * fillBehind - others * time, fillBehind - shorter});
}

Seconds Objective::longestSpan(Seconds limit, Seconds fillBehind, const StagePlace& place) const
{
    if (m_kind != ScheduleKind::OneFOneB) {
        return limit - fillBehind;
    }
    // Each term of idle() in turn, solved for the time of a micro-batch.
    const double m = m_microbatches;
    const int others = othersInFlight(place.stage);
    const Seconds longer = others * std::max(place.leastForward, place.leastBackward);
    const Seconds behindShorter = (limit - fillBehind - longer) / (m - others);
    if (m_microbatches == others + 1) {
        return m * std::min({limit / m, behindShorter, (limit - fillBehind) / (m - others / 2.0)});
    }
    return m * std::min({limit / m, behindShorter, (limit - 2 * fillBehind) / (m - others)});
}

StepChain Objective::inFront(const StepChain& behind, const StepShare& own, const StagePlace& place) const
{
    if (m_rule == StepRule::Paper) {
        return {0, std::max(behind.span, m_repeats * own.pace), behind.end + own.trip()};
    }
    const Seconds work = span(own);
    StepChain chain;
    chain.fill = behind.fill + own.fill;
    chain.span = std::max(behind.span + own.fill, work + idle(behind.fill, work / m_microbatches, place));
    chain.end = std::max(head(place) + behind.end, chain.span + own.once);
    return chain;
}

Seconds Objective::step(const StepChain& all) const
{
    return m_rule == StepRule::Paper ? all.span + all.end : all.end;
}

StepChain Objective::inFront(const StepChain& behind, const StageLeast& own, const StagePlace& place) const
{
    if (m_rule == StepRule::Paper) {
        return {0, std::max({behind.span, m_repeats * own.pace, own.end - own.fill}), behind.end + own.fill};
    }
    StepChain chain;
    chain.fill = behind.fill + own.fill;
    chain.span = std::max(behind.span + own.fill, own.span + idle(behind.fill, own.span / m_microbatches, place));
    const Seconds wait = m_kind == ScheduleKind::OneFOneB ? 0 : behind.fill;
    chain.end = std::max({head(place) + behind.end, chain.span, own.end + wait});
    return chain;
}

StepFront Objective::behind(const StepFront& front, const StageLeast& own, const StagePlace& place) const
{
    StepFront all;
    all.fill = front.fill + own.fill;
    if (m_rule == StepRule::Paper) {
        all.span = std::max(front.span, m_repeats * own.pace);
        return all;
    }
    const Seconds wait = m_kind == ScheduleKind::OneFOneB ? 0 : own.fill;
    all.head = front.head + head(place);
    all.span = std::max(front.span + wait, front.fill + own.span);
    all.end = std::max(front.end + wait, front.head + own.end);
    return all;
}

Seconds Objective::atLeast(const StepFront& front, const StepChain& chain) const
{
    if (m_rule == StepRule::Paper) {
        return front.fill + chain.end + std::max(front.span, chain.span);
    }
    const Seconds wait = m_kind == ScheduleKind::OneFOneB ? 0 : chain.fill;
    return std::max({front.fill + chain.span, front.head + chain.end, front.span + wait, front.end + wait});
}

StageLimits Objective::limits(Seconds limit, const StepFront& front, const StepChain& behind, const StageLeast& own,
                              const StagePlace& place) const
{
    StageLimits limits;
    if (m_rule == StepRule::Paper) {
        limits.end = limit - front.fill - behind.end;
        limits.trip = limits.end - std::max({front.span, m_repeats * own.pace, behind.span});
        return limits;
    }
    limits.fill = limit - front.fill - behind.span;
    limits.span = longestSpan(limit - front.fill, behind.fill, place);
    limits.trip = limit - front.head - behind.span;
    limits.end = limit - front.head - (m_kind == ScheduleKind::OneFOneB ? 0 : behind.fill);
    return limits;
}

/// T ≥ (Σ_{j<i} t_j) + m·t_i + idle_i for each stage i. With m > P and idle_i ≥ 2R_i - n_i·t_i, weights λ_i of these
/// bounds exist (all positive, of sum 1) under which every t_j counts (m - 1 + P)/P times; with fewer micro-batches
/// idle_i ≥ R_i - (m - 1)·t_i/2 where n_i = m - 1.
double Objective::pooledOneFOneB() const
{
    const double m = m_microbatches;
    const double stages = m_stages;
    if (m > stages) {
        return (m - 1 + stages) / stages;
    }
    double inverse = 0;
    for (int stage = 0; stage < m_stages; ++stage) {
        const int others = othersInFlight(stage);
        const double own = m_microbatches == others + 1 ? (m - 1) / 2 : m - others - 1;
        if (own <= 0) {
            return 1;
        }
        inverse += 1 / own;
    }
    return 1 + 1 / inverse;
}

/// T ≥ share·Σ_{j<i} t_j + m·t_i + once_i for each stage i. The weights λ_i of these bounds that count every t_j alike
/// count it K = share/(1 - (1 - share/m)^P) times, and what stages do once at least λ_0 = K/m·(1 - share/m)^(P-1)
/// times.
StepWeights Objective::pooledBehind(double share) const
{
    const double m = m_microbatches;
    const double rest = 1 - share / m;
    const double all = share > 0 ? share / (1 - std::pow(rest, m_stages)) : m / m_stages;
    return {all / m, all * m_repeats / m, all / m * std::pow(rest, m_stages - 1)};
}

std::vector<StepWeights> Objective::pooled(double forwardShare) const
{
    if (m_rule == StepRule::Paper) {
        return {{1, m_repeats / m_stages, 1}};
    }
    // The first micro-batch's (chunk's) forwards stand in front of a stage's work.
    std::vector<StepWeights> bounds{pooledBehind(forwardShare / m_chunks)};
    if (m_stages == 1) {
        return bounds;
    }
    if (m_kind == ScheduleKind::GPipe) {
        bounds.push_back({1, m_repeats / m_stages, 0});
    } else if (m_kind == ScheduleKind::OneFOneB) {
        bounds.push_back({0, pooledOneFOneB(), 0});
    } else if (m_kind == ScheduleKind::Interleaved) {
        // And the last one's backwards behind it.
        bounds.push_back(pooledBehind(1 / m_chunks));
        bounds.back().once = 0;
    }
    return bounds;
}

StepWeights Objective::likely() const
{
    return {1 / slack(), m_repeats / m_stages / slack(), 0};
}

int receivesInFront(const Schedule& schedule, int stages, int stage)
{
    const int chunks = schedule.virtualStages;
    const bool isLast = stage + 1 == stages;
    if (schedule.kind == ScheduleKind::ZbV) {
        return stage == 0 ? 0 : 2;
    }
    return stage == 0 ? 0 : isLast ? 2 * chunks - 1 : chunks;
}

int receivesBehind(const Schedule& schedule, int stages, int stage)
{
    return receivesInFront(schedule, stages, stages - 1 - stage);
}

}  // namespace pgram
