// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage_bound.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace pgram {

namespace {

constexpr Seconds infinity = std::numeric_limits<double>::infinity();

/// Prices tried between one that is too low and one that is high enough.
constexpr int bisections = 20;
constexpr int doublings = 40;

}  // namespace

/// What the programme chose at one layer and layout.
struct StageBound::Choice {
    const Candidate* candidate = nullptr;
    int layoutBefore = -1;
};

StageBound::StageBound(const Task& task, const StageQuestion& question, const StageWeights& weights,
                       Relayouts relayouts)
    : m_task(task),
      m_question(question),
      m_weights(weights),
      m_moveWeight(weights.trip * task.formula.fill(1) + weights.pace * task.formula.pace(1)),
      m_relayouts(relayouts),
      m_nearlyBestCost(infinity)
{
    Bytes transient = 0;
    m_leastBefore.push_back(0);
    for (int layer = question.first; layer < question.end; ++layer) {
        Bytes least = std::numeric_limits<Bytes>::max();
        Bytes leastHeld = least;
        for (const Candidate& candidate : task.of(layer)) {
            least = std::min(least, candidate.transient);
            leastHeld = std::min(leastHeld, heldBy(candidate));
        }
        transient = std::max(transient, least);
        m_leastBefore.push_back(m_leastBefore.back() + leastHeld);
    }
    m_room = question.budget - transient;
    m_spare = m_room - m_leastBefore.back();
    keepLeastMemory();
    if (m_nearlyBest.empty()) {
        m_atLeast = infinity;
        return;
    }
    searchPrice();
}

/// The assignment that needs least memory shows whether anything fits.
void StageBound::keepLeastMemory()
{
    std::set<Bytes> bounds;
    for (int layer = m_question.first; layer < m_question.end; ++layer) {
        for (const Candidate& candidate : m_task.of(layer)) {
            bounds.insert(candidate.transient);
        }
    }
    for (const Bytes bound : bounds) {
        std::vector<const Candidate*> choice;
        Bytes held = 0;
        for (int layer = m_question.first; layer < m_question.end; ++layer) {
            const Candidate* least = nullptr;
            for (const Candidate& candidate : m_task.of(layer)) {
                if (candidate.transient <= bound && (least == nullptr || heldBy(candidate) < heldBy(*least))) {
                    least = &candidate;
                }
            }
            if (least == nullptr) {
                break;
            }
            held += heldBy(*least);
            choice.push_back(least);
        }
        if (static_cast<int>(choice.size()) == m_question.end - m_question.first && held + bound <= m_question.budget) {
            keepIfBetter(choice);
        }
    }
}

void StageBound::keepIfBetter(const std::vector<const Candidate*>& choice)
{
    Seconds cost = 0;
    Bytes held = 0;
    Bytes transient = 0;
    for (std::size_t i = 0; i < choice.size(); ++i) {
        cost += costOf(*choice[i]);
        held += heldBy(*choice[i]);
        transient = std::max(transient, choice[i]->transient);
        if (i > 0) {
            const int layer = m_question.first + static_cast<int>(i);
            cost += move(layer, choice[i - 1]->layout, choice[i]->layout);
        }
    }
    if (held + transient > m_question.budget || cost >= m_nearlyBestCost) {
        return;
    }
    m_nearlyBestCost = cost;
    m_nearlyBest.clear();
    for (const Candidate* candidate : choice) {
        m_nearlyBest.push_back(candidate->strategy);
    }
}

/// The cheapest way from any layout of the layer before to `layout`. `order`: the layouts by what they cost so far, so
/// that the first that costs more than the best way ends the search.
StageBound::Arrival StageBound::arrive(int layer, int layout, const std::vector<Seconds>& done,
                                       const std::vector<int>& order) const
{
    Arrival best;
    for (const int from : order) {
        const Seconds soFar = done[static_cast<std::size_t>(from)];
        if (soFar >= best.cost) {
            break;
        }
        const Seconds cost = soFar + move(layer, from, layout);
        if (cost < best.cost) {
            best = {cost, from};
        }
    }
    return best;
}

StageBound::Priced StageBound::programme(double price, std::vector<Choice>& choices, Seconds& value) const
{
    const auto layouts = static_cast<std::size_t>(m_task.set->layouts);
    const auto layers = static_cast<std::size_t>(m_question.end - m_question.first);
    Priced priced;
    priced.price = price;
    priced.before.assign(layers * layouts, 0);
    std::vector<Choice> chosen(layers * layouts);
    std::vector<Seconds> done(layouts, 0);  // of the layers so far, by the last one's layout
    std::vector<int> order(layouts);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = 0; i < layers; ++i) {
        const int layer = m_question.first + static_cast<int>(i);
        const Bytes leastHeld = m_leastBefore[i + 1] - m_leastBefore[i];
        std::vector<Seconds> next(layouts, infinity);
        std::vector<Seconds> arrived(layouts, i == 0 ? 0 : infinity);
        for (std::size_t layout = 0; layout < layouts && i > 0; ++layout) {
            const Arrival arrival = arrive(layer, static_cast<int>(layout), done, order);
            arrived[layout] = arrival.cost;
            chosen[i * layouts + layout].layoutBefore = arrival.from;
        }
        for (const Candidate& candidate : m_task.of(layer)) {
            const auto layout = static_cast<std::size_t>(candidate.layout);
            const auto above = static_cast<double>(heldBy(candidate) - leastHeld);
            const Seconds cost = arrived[layout] + costOf(candidate) + price * above;
            if (cost < next[layout]) {
                next[layout] = cost;
                chosen[i * layouts + layout].candidate = &candidate;
            }
        }
        std::copy(arrived.begin(), arrived.end(), priced.before.begin() + static_cast<std::ptrdiff_t>(i * layouts));
        done = std::move(next);
        std::sort(order.begin(), order.end(), [&done](int a, int b) {
            return done[static_cast<std::size_t>(a)] < done[static_cast<std::size_t>(b)];
        });
    }
    value = done[static_cast<std::size_t>(order.front())];
    auto layout = static_cast<std::size_t>(order.front());
    choices.clear();
    for (std::size_t i = layers; i-- > 0;) {
        choices.push_back(chosen[i * layouts + layout]);
        layout = static_cast<std::size_t>(std::max(0, choices.back().layoutBefore));
    }
    std::reverse(choices.begin(), choices.end());
    return priced;
}

/// Solves at one price; keeps bound and assignment where they are better. True: the assignment fits.
bool StageBound::tryPrice(double price)
{
    std::vector<Choice> choices;
    Seconds value = 0;
    Priced priced = programme(price, choices, value);
    const Seconds bound = value - price * static_cast<double>(m_spare);
    // The free programme bounds what has room to spare, the best-priced one what has not.
    if (m_priced.empty()) {
        m_atLeast = bound;
        m_priced.assign(2, std::move(priced));
    } else if (bound > m_atLeast) {
        m_atLeast = bound;
        m_priced[1] = std::move(priced);
    }
    std::vector<const Candidate*> choice;
    Bytes held = 0;
    Bytes transient = 0;
    for (const Choice& entry : choices) {
        choice.push_back(entry.candidate);
        held += heldBy(*entry.candidate);
        transient = std::max(transient, entry.candidate->transient);
    }
    keepIfBetter(choice);
    return held + transient <= m_question.budget;
}

void StageBound::searchPrice()
{
    if (tryPrice(0)) {
        return;
    }
    double low = 0;
    double high = std::max(m_atLeast, 1e-12) / static_cast<double>(std::max<Bytes>(1, m_room));
    for (int i = 0; i < doublings && !tryPrice(high); ++i) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < bisections; ++i) {
        const double middle = 0.5 * (low + high);
        (tryPrice(middle) ? high : low) = middle;
    }
}

Seconds StageBound::completed(int layer, int layout, Seconds cost, Bytes held, Bytes transient) const
{
    const auto index = static_cast<std::size_t>((layer - m_question.first) * m_task.set->layouts + layout);
    const Bytes least = m_leastBefore[static_cast<std::size_t>(layer - m_question.first)];
    const auto over = static_cast<double>(held + least + transient - m_question.budget);
    Seconds bound = 0;
    for (const Priced& priced : m_priced) {
        bound = std::max(bound, cost + priced.before[index] + priced.price * over);
    }
    return bound;
}

Seconds lowerBound(const Task& task, Bytes budget)
{
    const int stages = task.key.pipeline;
    StageQuestion all;
    all.end = task.layers();
    all.kept = task.kept(0);
    for (int stage = 1; stage < stages; ++stage) {
        all.kept = std::min(all.kept, task.kept(stage));
    }
    all.budget = stages * (budget - task.cluster.contextBytes);
    const StageWeights weights{1, task.formula.repeats() / stages};
    const auto relayouts = stages == 1 ? StageBound::Relayouts::Charged : StageBound::Relayouts::Free;
    return std::max(lowerBound(task), StageBound(task, all, weights, relayouts).atLeast());
}

}  // namespace pgram
