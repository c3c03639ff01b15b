// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage/stage_bound.h"

#include "core/base/index.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace pgram {

namespace {

/// Limit of prices tried per search.
constexpr int mostPrices = 40;
/// Limit of interval halvings when a bound is refined: they bring most of what refining can bring, at a fraction of the
/// full cost.
constexpr int mostHalvings = 16;

}  // namespace

StageBound::StageBound(const Task& task, const StageQuestion& question, const StepWeights& weights, Seconds enough)
    : m_task(task),
      m_question(question),
      m_weights(weights),
      m_moveWeight(weights.of(task.objective.ofTransfer(1))),
      m_enough(enough),
      m_nearlyBestCost(infinity)
{
    m_leastBefore.push_back(0);
    for (int layer = question.first; layer < question.end; ++layer) {
        Bytes least = std::numeric_limits<Bytes>::max();
        Bytes leastHeld = least;
        for (const Candidate& candidate : task.memoryMinimalOf(layer)) {
            least = std::min(least, candidate.transient);
            leastHeld = std::min(leastHeld, heldBy(candidate));
        }
        m_leastTransient = std::max(m_leastTransient, least);
        m_leastBefore.push_back(m_leastBefore.back() + leastHeld);
    }
    keepLeastMemory();
    if (m_nearlyBest.empty()) {
        m_atLeast = infinity;
        return;
    }
    const Dual whole = searchPrice({.least = m_leastTransient}, m_enough, 0, &m_priced);
    m_atLeast = whole.atLeast;
    m_bestPrice = whole.price;
}

/// Returns the number of layers of each type in the question.
std::vector<int> StageBound::layersOfTypes() const
{
    std::vector<int> counts(m_task.types->size(), 0);
    for (int layer = m_question.first; layer < m_question.end; ++layer) {
        ++counts[m_task.typeOf(layer)];
    }
    return counts;
}

/// Keeps the assignment of least memory, which shows whether anything fits. Under each limit on the transient it gives
/// all layers of a type the same strategy.
void StageBound::keepLeastMemory()
{
    const std::vector<int> counts = layersOfTypes();
    std::vector<std::vector<const Candidate*>> steps(counts.size());  // per type, by rising transient and falling bytes
    std::set<Bytes> bounds;
    for (std::size_t type = 0; type < counts.size(); ++type) {
        if (counts[type] > 0) {
            steps[type] = stepsOf(m_task.memoryMinimal[type]);
        }
        for (const Candidate* step : steps[type]) {
            bounds.insert(step->transient);
        }
    }
    for (const Bytes bound : bounds) {
        std::vector<const Candidate*> ofType(counts.size(), nullptr);
        Bytes held = 0;
        bool isComplete = true;
        for (std::size_t type = 0; type < counts.size(); ++type) {
            const std::vector<const Candidate*>& own = steps[type];
            const auto beyond =
                std::ranges::find_if(own, [bound](const Candidate* step) { return step->transient > bound; });
            if (beyond != own.begin()) {
                ofType[type] = *std::prev(beyond);
                held += counts[type] * heldBy(*ofType[type]);
            } else {
                isComplete = isComplete && counts[type] == 0;
            }
        }
        if (!isComplete || held + bound > m_question.budget) {
            continue;
        }
        std::vector<const Candidate*> choice;
        for (int layer = m_question.first; layer < m_question.end; ++layer) {
            choice.push_back(ofType[m_task.typeOf(layer)]);
        }
        keepIfBetter(choice);
    }
}

/// Returns the candidates that hold less than every candidate with at most their transient, by rising transient.
std::vector<const Candidate*> StageBound::stepsOf(const std::vector<Candidate>& candidates) const
{
    std::vector<const Candidate*> all;
    for (const Candidate& candidate : candidates) {
        all.push_back(&candidate);
    }
    std::stable_sort(all.begin(), all.end(), [this](const Candidate* a, const Candidate* b) {
        return std::pair(a->transient, heldBy(*a)) < std::pair(b->transient, heldBy(*b));
    });
    std::vector<const Candidate*> steps;
    for (const Candidate* candidate : all) {
        if (steps.empty() || heldBy(*candidate) < heldBy(*steps.back())) {
            steps.push_back(candidate);
        }
    }
    return steps;
}

void StageBound::keepIfBetter(const Assignment& choice)
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
    m_nearlyBestHeld = held;
    m_nearlyBestChoice = choice;
    m_nearlyBest.clear();
    m_nearlyBestShare = {};
    for (std::size_t i = 0; i < choice.size(); ++i) {
        m_nearlyBest.push_back(choice[i]->strategy);
        m_nearlyBestShare += choice[i]->share;
        if (i > 0) {
            const int layer = m_question.first + static_cast<int>(i);
            m_nearlyBestShare +=
                m_task.objective.ofTransfer(m_task.relayout(layer, choice[i - 1]->layout, choice[i]->layout));
        }
    }
}

/// Adds a layer to the section, and the re-layout in front of layer `inFront` (0: none).
void StageBound::add(Section& section, const Assignment& choice, std::size_t layer, std::size_t inFront) const
{
    section.cost += costOf(*choice[layer]);
    section.held += heldBy(*choice[layer]);
    section.transient = std::max(section.transient, choice[layer]->transient);
    if (inFront > 0 && inFront < choice.size()) {
        section.cost +=
            move(m_question.first + static_cast<int>(inFront), choice[inFront - 1]->layout, choice[inFront]->layout);
    }
}

/// Combines the first layers of one assignment with the others of another. If one of them fits and the other holds too
/// much, the mix uses the memory that the first leaves free.
void StageBound::mix(const Assignment& front, const Assignment& back)
{
    const std::size_t layers = front.size();
    std::vector<Section> rest(layers + 1);
    for (std::size_t i = layers; i-- > 0;) {
        rest[i] = rest[i + 1];
        add(rest[i], back, i, i + 1);
    }
    Section begun;
    Seconds least = m_nearlyBestCost;
    std::size_t best = 0;
    for (std::size_t i = 1; i < layers; ++i) {
        add(begun, front, i - 1, i - 1);
        const Seconds between = move(m_question.first + static_cast<int>(i), front[i - 1]->layout, back[i]->layout);
        const Seconds cost = begun.cost + between + rest[i].cost;
        const Bytes transient = std::max(begun.transient, rest[i].transient);
        if (cost < least && begun.held + rest[i].held + transient <= m_question.budget) {
            least = cost;
            best = i;
        }
    }
    if (best > 0) {
        Assignment mixed(front.begin(), front.begin() + static_cast<std::ptrdiff_t>(best));
        mixed.insert(mixed.end(), back.begin() + static_cast<std::ptrdiff_t>(best), back.end());
        keepIfBetter(mixed);
    }
}

/// Returns the cheapest way from any layout of the layer before to `layout`. `order`: layouts by rising cost so far.
/// The search ends at the first layout that costs more than the best way.
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

/// Returns the candidate of least priced cost per layout; a layout without candidates has infinite cost.
std::vector<StageBound::Cheapest> StageBound::cheapestOf(int layer, double price, const Peak& peak,
                                                         const Discounts& discounts) const
{
    std::vector<Cheapest> cheapest(static_cast<std::size_t>(m_task.set->layouts));
    const auto index = static_cast<std::size_t>(layer - m_question.first);
    const Bytes leastHeld = m_leastBefore[index + 1] - m_leastBefore[index];
    for (const Candidate& candidate : m_task.of(layer)) {
        if (candidate.transient > peak.most) {
            continue;
        }
        Seconds cost = costOf(candidate) + price * static_cast<double>(heldBy(candidate) - leastHeld);
        if (!discounts.empty()) {
            cost -= discounts[at(m_task.boundaryClass(candidate.strategy).receiving)];
        }
        Cheapest& own = cheapest[static_cast<std::size_t>(candidate.layout)];
        if (cost < own.cost) {
            own = {cost, &candidate};
        }
    }
    return cheapest;
}

StageBound::Priced StageBound::programme(double price, const Peak& peak, const Discounts& discounts,
                                         std::vector<Choice>& choices, Seconds& value) const
{
    const auto layouts = static_cast<std::size_t>(m_task.set->layouts);
    const auto layers = static_cast<std::size_t>(m_question.end - m_question.first);
    Priced priced;
    priced.price = price;
    priced.before.assign(layers * layouts, 0);
    std::vector<Choice> chosen(layers * layouts);
    std::vector<Seconds> done(layouts, 0);  // least cost of the layers so far, by layout of the last one
    std::vector<int> order(layouts);
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::vector<Cheapest>> ofType(m_task.types->size());  // behind the first layer
    std::vector<Cheapest> first;                                      // the first layer's
    for (std::size_t i = 0; i < layers; ++i) {
        const int layer = m_question.first + static_cast<int>(i);
        std::vector<Cheapest>& cheapest = i == 0 ? first : ofType[m_task.typeOf(layer)];
        if (cheapest.empty()) {
            cheapest = cheapestOf(layer, price, peak, i == 0 ? discounts : Discounts());
        }
        Seconds* const arrived = &priced.before[i * layouts];
        for (std::size_t layout = 0; layout < layouts; ++layout) {
            Choice& choice = chosen[i * layouts + layout];
            if (i > 0) {
                const Arrival arrival = arrive(layer, static_cast<int>(layout), done, order);
                arrived[layout] = arrival.cost;
                choice.layoutBefore = arrival.from;
            }
            choice.candidate = cheapest[layout].candidate;
        }
        for (std::size_t layout = 0; layout < layouts; ++layout) {
            done[layout] = arrived[layout] + cheapest[layout].cost;
        }
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

/// Solves the relaxation at one price, and keeps the assignment if it is better.
StageBound::Line StageBound::tryPrice(double price, const Peak& peak)
{
    std::vector<Choice> choices;
    Seconds value = 0;
    Line line;
    line.priced = programme(price, peak, {}, choices, value);
    line.atLeast = value - price * static_cast<double>(spareOf(peak));
    Bytes transient = 0;
    for (const Choice& entry : choices) {
        line.choice.push_back(entry.candidate);
        line.held += heldBy(*entry.candidate);
        transient = std::max(transient, entry.candidate->transient);
    }
    keepIfBetter(line.choice);
    line.cost = value - price * static_cast<double>(line.held - m_leastBefore.back());
    line.fits = line.held + transient <= m_question.budget;
    return line;
}

/// Searches the price with the highest bound, until a bound exceeds `enough`. The bound at a price is the minimum over
/// all assignments of cost + price·(held - room): a concave function, and below the line of each assignment. Consider
/// the line of an assignment that holds too much and the line of one that fits. At their intersection the bound is as
/// high as both allow: either this is the best price, or an assignment found there replaces one of them. Lines ignore
/// transients, which may move the intersection out of the interval; then the price is halved or doubled. `kept`:
/// receives the programmes that bound completions, the one without a price for labels with room to spare and the
/// best-priced one for the others.
StageBound::Dual StageBound::searchPrice(const Peak& peak, Seconds enough, double firstPrice, std::vector<Priced>* kept)
{
    Dual best;
    const auto tryAt = [&](double price) {
        Line line = tryPrice(price, peak);
        if (kept != nullptr && (kept->empty() || line.atLeast > best.atLeast)) {
            kept->resize(std::min<std::size_t>(kept->size(), 1));
            kept->push_back(std::move(line.priced));
        }
        if (line.atLeast > best.atLeast) {
            best = {line.atLeast, price};
        }
        return line;
    };
    Line within{m_nearlyBestCost, m_nearlyBestHeld, true, m_nearlyBestChoice, 0, {}};
    Line over = tryAt(firstPrice);
    double low = firstPrice;
    double high = infinity;
    if (over.fits && firstPrice > 0 && best.atLeast <= enough) {
        within = std::move(over);
        over = tryAt(0);
        high = firstPrice;
        low = 0;
    }
    for (int i = 0; i < mostPrices && !over.fits && best.atLeast <= enough; ++i) {
        double price = (within.cost - over.cost) / static_cast<double>(over.held - within.held);
        if (!(price > low && price < high)) {
            price = high < infinity ? 0.5 * (low + high) : 2 * low;
        }
        Line next = tryAt(price);
        const auto isNext = [&next](const Line& line) { return line.held == next.held && line.cost == next.cost; };
        if (isNext(over) || isNext(within)) {
            break;
        }
        (next.fits ? high : low) = price;
        (next.fits ? within : over) = std::move(next);
    }
    if (!over.fits) {
        mix(within.choice, over.choice);
        mix(over.choice, within.choice);
    }
    return best;
}

void StageBound::refine()
{
    if (m_isRefined || m_atLeast >= m_nearlyBestCost || m_atLeast > m_enough) {
        return;
    }
    m_isRefined = true;
    std::set<Bytes> transients;
    const std::vector<int> counts = layersOfTypes();
    for (std::size_t type = 0; type < counts.size(); ++type) {
        for (const Candidate& candidate : m_task.candidates[type]) {
            if (counts[type] > 0 && candidate.transient >= m_leastTransient &&
                candidate.transient <= m_question.budget) {
                transients.insert(candidate.transient);
            }
        }
    }
    const std::vector<Bytes> peaks(transients.begin(), transients.end());
    const auto boundOf = [](const PeakRange& range) { return range.bound.atLeast; };
    std::vector<PeakRange> ranges{{0, peaks.size(), {m_atLeast, m_bestPrice}}};
    for (int i = 0; i < mostHalvings; ++i) {
        const auto least = std::ranges::min_element(ranges, {}, boundOf);
        const PeakRange whole = *least;
        if (whole.bound.atLeast >= m_nearlyBestCost || whole.end - whole.first < 2) {
            break;
        }
        ranges.erase(least);
        const std::size_t middle = (whole.first + whole.end) / 2;
        for (const auto& [first, end] : {std::pair(whole.first, middle), std::pair(middle, whole.end)}) {
            const Peak peak{peaks[first], peaks[end - 1]};
            Dual own{infinity, 0};
            if (spareOf(peak) >= 0) {
                own = searchPrice(peak, m_nearlyBestCost, whole.bound.price, nullptr);
            }
            ranges.push_back({first, end, {std::max(own.atLeast, whole.bound.atLeast), own.price}});
        }
    }
    const Seconds least = boundOf(*std::ranges::min_element(ranges, {}, boundOf));
    m_atLeast = std::min(std::max(m_atLeast, least), m_nearlyBestCost);
}

}  // namespace pgram
