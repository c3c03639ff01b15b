// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage_book.h"

#include <algorithm>

namespace pgram {

StageBook::StageBook(const Task& task, Bytes budget, std::stop_token stop)
    : m_task(task), m_budget(budget), m_stop(std::move(stop))
{
    for (int stage = 0; stage < task.key.pipeline; ++stage) {
        m_kept.push_back(task.kept(stage));
    }
    int end = 0;
    for (const LayerSpec& run : task.model.runs) {
        end += run.count;
        m_runEnd.insert(m_runEnd.end(), static_cast<std::size_t>(run.count), end);
    }
    for (std::size_t s = 0; s < task.strategies().size(); ++s) {
        const BoundaryClass& own = task.boundaryClasses[s];
        if (m_senderExample.emplace(own.sending, static_cast<int>(s)).second) {
            m_senders.push_back(own.sending);
        }
        m_receiverExample.emplace(own.receiving, static_cast<int>(s));
    }
}

/// A range inside one run is moved to the run's end: all such ranges of one length are one question.
StageQuestion StageBook::question(int stage, int first, int end) const
{
    StageQuestion question;
    const int runEnd = m_runEnd[static_cast<std::size_t>(first)];
    const int shift = end <= runEnd ? runEnd - end : 0;
    question.first = first + shift;
    question.end = end + shift;
    question.kept = m_kept[static_cast<std::size_t>(stage)];
    question.budget = m_budget - m_task.cluster.contextBytes;
    return question;
}

const StageBook::Bounds& StageBook::bounds(const StageQuestion& question)
{
    m_stopped = m_stopped || m_stop.stop_requested();
    Bounds& known = m_bounds[question];
    if (!known.weighted) {
        known.weighted = std::make_unique<StageBound>(m_task, question, StageWeights{1, m_task.formula.repeats()});
        if (m_task.key.pipeline > 1) {
            known.trip = std::make_unique<StageBound>(m_task, question, StageWeights{1, 0});
            known.pace = std::make_unique<StageBound>(m_task, question, StageWeights{0, 1});
        }
    }
    return known;
}

StageFigures StageBook::figures(int stage, int first, int end)
{
    const Bounds& known = bounds(question(stage, first, end));
    if (m_task.key.pipeline == 1) {
        return {known.weighted->atLeast(), 0, 0};
    }
    return {known.weighted->atLeast(), known.trip->atLeast(), known.pace->atLeast()};
}

const std::vector<int>& StageBook::nearlyBest(int stage, int first, int end)
{
    return bounds(question(stage, first, end)).weighted->nearlyBest();
}

std::shared_ptr<const StageFrontier> StageBook::frontier(int stage, int first, int end, int sender,
                                                         const StageLimits& limits)
{
    StageQuestion asked = question(stage, first, end);
    const Bounds& known = bounds(asked);
    const bool isLast = stage + 1 == m_task.key.pipeline;
    asked.lastClass = isLast || m_senders.size() == 1 ? -1 : sender;
    Solved& solved = m_frontiers[asked];
    if (!solved.frontier || solved.limits.weighted < limits.weighted || solved.limits.trip < limits.trip) {
        solved.limits.weighted = std::max(solved.limits.weighted, limits.weighted);
        solved.limits.trip = std::max(solved.limits.trip, limits.trip);
        solved.frontier = std::make_shared<const StageFrontier>(
            m_task, asked, StageBounds{*known.weighted, known.trip.get()}, solved.limits, m_stop);
        m_stopped = m_stopped || solved.frontier->stopped();
    }
    return solved.frontier;
}

Seconds StageBook::receive(int stage, int layer, int sender, int receiver)
{
    const auto [entry, isNew] = m_receives.try_emplace({stage, layer, sender, receiver}, 0.0);
    if (isNew) {
        entry->second = m_task.receive(stage, layer, m_senderExample.at(sender), m_receiverExample.at(receiver));
    }
    return entry->second;
}

}  // namespace pgram
