// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Completions of labels by a stage's bound: how good they can become, and which are worth keeping.
#include "core/base/index.h"
#include "core/search/stage/stage_bound.h"

#include <algorithm>
#include <iterator>

namespace pgram {

/// Returns the bytes beyond the budget if the layers before hold their least.
double StageBound::over(int layer, Bytes held, Bytes transient) const
{
    const Bytes least = m_leastBefore[at(layer - m_question.first)];
    return static_cast<double>(held + least + transient - m_question.budget);
}

Seconds StageBound::completed(int layer, int layout, Seconds cost, Bytes held, Bytes transient) const
{
    const std::size_t index = indexOf(layer, layout);
    const double beyond = over(layer, held, transient);
    Seconds bound = 0;
    for (const Priced& priced : m_priced) {
        bound = std::max(bound, cost + priced.before[index] + priced.price * beyond);
    }
    return bound;
}

/// Starts from nearlyBest(), and exchanges its last and first layer for the cheapest of their classes that fit.
Seconds StageBound::atMost(int firstClass, int lastClass) const
{
    if (m_nearlyBestChoice.size() < 2) {
        return infinity;
    }
    Bytes transient = 0;
    for (std::size_t i = 1; i + 1 < m_nearlyBestChoice.size(); ++i) {
        transient = std::max(transient, m_nearlyBestChoice[i]->transient);
    }
    Seconds cost = m_nearlyBestCost;
    Bytes held = m_nearlyBestHeld;
    const auto cheapest = [&](int layer, const Candidate*& own, const Candidate& beside, const Candidate& other,
                              const auto& isOfClass) {
        const int between = std::max(layer, m_question.first + 1);
        const auto with = [&](const Candidate& candidate) {
            return costOf(candidate) + move(between, candidate.layout, beside.layout);
        };
        const Candidate* best = nullptr;
        for (const Candidate& candidate : m_task.of(layer)) {
            const Bytes bytes = held - heldBy(*own) + heldBy(candidate);
            const Bytes peak = std::max({transient, candidate.transient, other.transient});
            const bool fits = bytes + peak <= m_question.budget;
            if (fits && isOfClass(m_task.boundaryClass(candidate.strategy)) &&
                (best == nullptr || with(candidate) < with(*best))) {
                best = &candidate;
            }
        }
        if (best == nullptr) {
            return false;
        }
        cost += with(*best) - with(*own);
        held += heldBy(*best) - heldBy(*own);
        own = best;
        return true;
    };
    const Candidate* front = m_nearlyBestChoice.front();
    const Candidate* back = m_nearlyBestChoice.back();
    // In a stage of two layers, each layer's only neighbour is the other one.
    const bool isPair = m_nearlyBestChoice.size() == 2;
    const Candidate& beforeBack = *m_nearlyBestChoice[m_nearlyBestChoice.size() - 2];
    const bool closes = cheapest(m_question.end - 1, back, beforeBack, *front,
                                 [&](const BoundaryClass& own) { return lastClass < 0 || own.sending == lastClass; });
    const Candidate& behindFront = isPair ? *back : *m_nearlyBestChoice[1];
    const bool opens = closes && cheapest(m_question.first, front, behindFront, *back,
                                          [&](const BoundaryClass& own) { return own.receiving == firstClass; });
    return opens ? cost : infinity;
}

/// Computes the allowance of labels over all classes of the first layer in one programme, in which the first layer
/// costs less by its class's limit.
Allowance StageBound::allowance(const std::vector<Seconds>& limits) const
{
    Allowance most;
    for (const Priced& priced : m_priced) {
        std::vector<Choice> choices;
        Seconds value = 0;
        const Priced own = programme(priced.price, {}, limits, choices, value);
        std::vector<Seconds>& left = most.emplace_back();
        std::ranges::transform(own.before, std::back_inserter(left), std::negate());
        // Labels of the first layer itself differ by their layout alone.
        std::fill_n(left.begin(), m_task.set->layouts, std::ranges::max(limits));
    }
    return most;
}

bool StageBound::isAllowed(const Allowance& most, int layer, int layout, Seconds cost, Bytes held,
                           Bytes transient) const
{
    const std::size_t index = indexOf(layer, layout);
    const double beyond = over(layer, held, transient);
    for (std::size_t i = 0; i < m_priced.size(); ++i) {
        if (cost + m_priced[i].price * beyond > most[i][index]) {
            return false;
        }
    }
    return true;
}

}  // namespace pgram
