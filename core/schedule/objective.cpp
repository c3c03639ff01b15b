// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/schedule/objective.h"

#include <algorithm>

namespace pgram {

Objective::Objective(const Schedule& schedule, int stages, StepRule rule)
    : m_rule(rule), m_schedule(schedule), m_rules(&rulesOf(schedule.kind)), m_stages(stages)
{
    const double m = schedule.microbatches;
    m_repeats = m - 1;
    if (stages == 1) {
        return;
    }
    m_countsLast = rule == StepRule::Simulated &&
                   (schedule.kind == ScheduleKind::GPipe || schedule.kind == ScheduleKind::OneFOneB);
    m_fill = m_rules->fillShare != nullptr ? m_rules->fillShare(schedule, stages) : 1;
    m_repeats = isFlat() ? m - m_fill : m;
    m_pace = isFlat() ? 1 : 1 - m_fill / m;
}

bool Objective::isBound() const
{
    return slack() == 1;
}

bool Objective::isFlat() const
{
    return m_stages == 1 || m_rules->fill == nullptr;
}

double Objective::slack() const
{
    return m_stages == 1 || m_rule == StepRule::Paper ? 1 : m_rules->slack;
}

StepShare Objective::share(Seconds forward, Seconds backward, Seconds weightGradient, Seconds once) const
{
    const Seconds time = forward + backward;
    if (isFlat()) {
        return {m_fill * time, m_pace * time, once};
    }
    const Seconds fill = m_rules->fill(m_schedule, m_stages, forward, backward, weightGradient);
    return {fill, time - fill / m_schedule.microbatches, once};
}

/// Computes idle() under 1F1B.
Seconds Objective::idleOneFOneB(Seconds fillBehind, Seconds time, const StagePlace& place) const
{
    const int others = othersInFlight(place.stage);
    const Seconds longestForward = time - place.leastBackward;
    const Seconds longestBackward = time - place.leastForward;
    const Seconds shorter = others * std::min(longestForward, longestBackward);
    if (m_schedule.microbatches == others + 1) {
        return std::max(0.0, fillBehind - std::min(shorter, others * time / 2));
    }
    return std::max({0.0, 2 * fillBehind - others * time, fillBehind - shorter});
}

Seconds Objective::longestSpan(Seconds limit, Seconds fillBehind, const StagePlace& place) const
{
    if (!isOneFOneB()) {
        return limit - fillBehind;
    }
    // Solves each term of idle() for the time of a micro-batch.
    const double m = m_schedule.microbatches;
    const int others = othersInFlight(place.stage);
    const Seconds longer = others * std::max(place.leastForward, place.leastBackward);
    const Seconds behindShorter = (limit - fillBehind - longer) / (m - others);
    if (m_schedule.microbatches == others + 1) {
        return m * std::min({limit / m, behindShorter, (limit - fillBehind) / (m - others / 2.0)});
    }
    return m * std::min({limit / m, behindShorter, (limit - 2 * fillBehind) / (m - others)});
}

Seconds Objective::step(const StepChain& all) const
{
    return m_rule == StepRule::Paper ? all.span + all.end : all.end;
}

StepChain Objective::inFront(const StepChain& behind, const StageFigures& own, const StagePlace& place) const
{
    if (m_rule == StepRule::Paper) {
        return {0, std::max({behind.span, m_repeats * own.pace, own.end - own.fill}), behind.end + own.fill};
    }
    StepChain chain;
    chain.fill = behind.fill + own.fill;
    chain.span = std::max(behind.span + own.fill, own.span + idle(behind.fill, own.span, place));
    const Seconds wait = isOneFOneB() ? 0 : behind.fill;
    chain.end = std::max({head(place) + behind.end, chain.span, own.end + wait});
    if (m_countsLast) {
        chain.last = std::max(place.leastForward + behind.last, own.trip + rest(behind.fill, place));
        chain.end = std::max(chain.end, untilLast(own.fill, place) + chain.last);
    }
    return chain;
}

StepFront Objective::behind(const StepFront& front, const StageFigures& own, const StagePlace& place) const
{
    StepFront all;
    all.fill = front.fill + own.fill;
    if (m_rule == StepRule::Paper) {
        all.span = std::max(front.span, m_repeats * own.pace);
        return all;
    }
    const Seconds wait = isOneFOneB() ? 0 : own.fill;
    all.head = front.head + head(place);
    all.span = std::max(front.span + wait, front.fill + own.span);
    all.end = std::max(front.end + wait, front.head + own.end);
    if (m_countsLast) {
        all.last = place.leastForward + std::max(front.last, front.head + untilLast(own.fill, place));
    }
    return all;
}

Seconds Objective::atLeast(const StepFront& front, const StepChain& chain) const
{
    if (m_rule == StepRule::Paper) {
        return front.fill + chain.end + std::max(front.span, chain.span);
    }
    const Seconds wait = isOneFOneB() ? 0 : chain.fill;
    return std::max({front.fill + chain.span, front.head + chain.end, front.span + wait, front.end + wait,
                     front.last + chain.last});
}

StageFigures Objective::limits(Seconds limit, const StepFront& front, const StepChain& behind, const StageFigures& own,
                               const StagePlace& place) const
{
    constexpr Seconds none = std::numeric_limits<double>::infinity();
    StageFigures limits{none, none, none, none, none};
    if (m_rule == StepRule::Paper) {
        limits.end = limit - front.fill - behind.end;
        limits.trip = limits.end - std::max({front.span, m_repeats * own.pace, behind.span});
        return limits;
    }
    limits.fill = limit - front.fill - behind.span;
    limits.span = longestSpan(limit - front.fill, behind.fill, place);
    limits.trip = limit - front.head - behind.span;
    limits.end = limit - front.head - (isOneFOneB() ? 0 : behind.fill);
    if (m_countsLast) {
        limits.trip = std::min(limits.trip, limit - front.last - rest(behind.fill, place));
        const int ahead = forwardsAhead(place.stage);
        const int further = m_schedule.microbatches - 1 - ahead;
        if (further > 0) {
            const Seconds left = limit - front.head - (ahead + 1) * place.leastForward - behind.last;
            limits.span = std::min(limits.span, m_schedule.microbatches * left / further);
        }
    }
    return limits;
}

}  // namespace pgram
