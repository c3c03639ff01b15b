// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/pipeline/local_search.h"

#include "core/base/index.h"

#include <algorithm>
#include <set>
#include <utility>

namespace pgram {

namespace {

/// Work of a sum over a part, of an operation in the simulated order, and of an operation in a full estimate.
constexpr double workOfPart = 300;
constexpr double workOfOperation = 4;
constexpr double workOfEstimate = 100;

/// Least share by which a move lowers the value.
constexpr double leastGain = 1e-9;

/// Steps by which the price of memory grows until a stage fits, and by which it is then narrowed down.
constexpr int growingSteps = 60;
constexpr int halvingSteps = 20;

/// Chooses the strategies of one stage by a price of memory.
class StagePricing {
public:
    /// `choice`: candidates of all layers. Layers [fixedFirst, fixedEnd) keep theirs.
    StagePricing(const SampleScorer& scorer, const std::vector<int>& firsts, int stage,
                 std::vector<const Candidate*>& choice, int fixedFirst = 0, int fixedEnd = 0)
        : m_scorer(scorer),
          m_own(scorer.task().at(stage)),
          m_choice(choice),
          m_fixedFirst(fixedFirst),
          m_fixedEnd(fixedEnd)
    {
        const Task& task = scorer.task();
        for (int part = 0; part < task.parts(); ++part) {
            if (task.stageOf(part) != stage) {
                continue;
            }
            const int kept = scorer.inFlight()[at(part)];
            m_carried += task.carriedInto(part, firsts[at(part)], kept);
            for (int layer = firsts[at(part)]; layer < firsts[at(part) + 1]; ++layer) {
                m_layers.push_back({layer, kept});
            }
        }
    }

    /// Writes the candidates of the least price at which the stage fits. If no price makes it fit, starts from the
    /// given choice. Returns false if that does not fit either.
    bool choose() const
    {
        double cheap = 0;
        std::vector<const Candidate*> best = choiceAt(cheap);
        if (!fits(best)) {
            double dear = firstPrice();
            best = choiceAt(dear);
            for (int step = 0; step < growingSteps && !fits(best); ++step) {
                cheap = std::exchange(dear, 4 * dear);
                best = choiceAt(dear);
            }
            for (int step = 0; step < halvingSteps && fits(best); ++step) {
                const double middle = (cheap + dear) / 2;
                std::vector<const Candidate*> own = choiceAt(middle);
                if (fits(own)) {
                    dear = middle;
                    best = std::move(own);
                } else {
                    cheap = middle;
                }
            }
        }
        if (!fits(best)) {
            cheap = 0;
            std::ranges::transform(m_layers, best.begin(), [&](const Layer& own) { return given(own.layer); });
        }
        if (!fits(best)) {
            return false;
        }
        takeWhereItFits(best, choiceAt(cheap));
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            m_choice[at(m_layers[i].layer)] = m_scorer.find(m_layers[i].layer, best[i]->strategy);
        }
        return true;
    }

    /// Returns the work of choose().
    [[nodiscard]] double work() const
    {
        std::size_t candidates = 0;
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            const bool isSame = i > 0 && isLike(i, i - 1);
            candidates += isSame ? 0 : m_own.of(m_layers[i].layer).size();
        }
        return (2.0 * static_cast<double>(candidates) + 10.0 * static_cast<double>(m_layers.size())) * halvingSteps *
               1.5;
    }

private:
    /// Returns true if two layers have the same candidates at every price.
    [[nodiscard]] bool isLike(std::size_t a, std::size_t b) const
    {
        return !isFixed(m_layers[a].layer) && !isFixed(m_layers[b].layer) &&
               m_own.typeOf(m_layers[a].layer) == m_own.typeOf(m_layers[b].layer) &&
               m_layers[a].kept == m_layers[b].kept;
    }

    struct Layer {
        int layer = 0;
        int kept = 0;  ///< micro-batches in flight
    };

    /// Returns the layer's given candidate as the stage's devices see it; its first one if they cannot use it.
    [[nodiscard]] const Candidate* given(int layer) const
    {
        const auto& candidates = m_own.of(layer);
        const auto own = std::ranges::find(candidates, m_choice[at(layer)]->strategy, &Candidate::strategy);
        return own == candidates.end() ? &candidates.front() : &*own;
    }

    [[nodiscard]] bool isFixed(int layer) const { return layer >= m_fixedFirst && layer < m_fixedEnd; }

    [[nodiscard]] Seconds secondsOf(const Candidate& candidate) const
    {
        const Task& task = m_scorer.task();
        return task.key.microbatches * candidate.seconds.time() + candidate.share.once;
    }

    /// Returns a millionth of the price at which the whole budget costs as much as the fastest plan takes.
    [[nodiscard]] double firstPrice() const
    {
        Seconds seconds = 0;
        for (const Candidate* candidate : choiceAt(0)) {
            seconds += secondsOf(*candidate);
        }
        return 1e-6 * seconds / static_cast<double>(std::max<Bytes>(1, m_scorer.budget()));
    }

    /// Returns the candidates of least time plus price times memory.
    [[nodiscard]] std::vector<const Candidate*> choiceAt(double price) const
    {
        std::vector<const Candidate*> choice;
        for (std::size_t i = 0; i < m_layers.size(); ++i) {
            const auto [layer, kept] = m_layers[i];
            if (i > 0 && isLike(i, i - 1)) {
                choice.push_back(choice.back());
                continue;
            }
            if (isFixed(layer)) {
                choice.push_back(given(layer));
                continue;
            }
            const auto cost = [&, kept = kept](const Candidate& candidate) {
                const double bytes = static_cast<double>(candidate.heldWith(kept)) +
                                     static_cast<double>(candidate.transient) / static_cast<double>(m_layers.size());
                return secondsOf(candidate) + price * bytes;
            };
            choice.push_back(&*std::ranges::min_element(m_own.of(layer), {}, cost));
        }
        return choice;
    }

    [[nodiscard]] bool fits(const std::vector<const Candidate*>& choice) const
    {
        Bytes held = m_carried + m_own.fixedBytes() - m_scorer.task().fixedBytes();
        Bytes transient = 0;
        for (std::size_t i = 0; i < choice.size(); ++i) {
            held = added(held, choice[i]->heldWith(m_layers[i].kept));
            transient = std::max(transient, choice[i]->transient);
        }
        return added(held, transient) <= m_scorer.budget();
    }

    /// Takes the faster candidate of each layer as long as the stage fits.
    void takeWhereItFits(std::vector<const Candidate*>& best, const std::vector<const Candidate*>& faster) const
    {
        for (std::size_t i = 0; i < best.size(); ++i) {
            const Candidate* before = std::exchange(best[i], faster[i]);
            if (!fits(best)) {
                best[i] = before;
                return;
            }
        }
    }

    const SampleScorer& m_scorer;
    const Task& m_own;  ///< the task as the stage's devices see it
    std::vector<const Candidate*>& m_choice;
    int m_fixedFirst;
    int m_fixedEnd;
    Bytes m_carried = 0;
    std::vector<Layer> m_layers;
};

/// Returns the first layer of each part, then the number of layers.
std::vector<int> firstsOf(const SampledPlan& plan)
{
    std::vector<int> firsts{0};
    firsts.insert(firsts.end(), plan.ends.begin(), plan.ends.end());
    return firsts;
}

/// Returns the sizes of the parts.
std::vector<int> sizesOf(const SampledPlan& plan)
{
    std::vector<int> sizes;
    int first = 0;
    for (const int end : plan.ends) {
        sizes.push_back(end - std::exchange(first, end));
    }
    return sizes;
}

}  // namespace

double workOfScore(const SampleScorer& scorer)
{
    return workOfPart * 4 + workOfPart / 10 * scorer.task().parts() +
           workOfOperation * static_cast<double>(scorer.operations());
}

void LocalSearch::chargeEstimate()
{
    const Task& task = m_scorer.task();
    m_work -= workOfEstimate * 2 * static_cast<double>(task.parts()) * task.key.microbatches;
}

void LocalSearch::run(SampledPlan& plan, bool movesCuts, Seconds least, const Value& value, const Accept& accept)
{
    m_plan = std::move(plan);
    m_value = &value;
    m_accept = &accept;
    m_least = least;
    do {
        while (movesCuts && moveEachCut()) {
        }
    } while (changeEachSegment());
    plan = std::move(m_plan);
}

/// Returns true if a move made the plan better and work is left.
bool LocalSearch::moveEachCut()
{
    const int cuts = m_scorer.task().parts() - 1;
    bool better = false;
    for (int length = 1; length <= cuts; ++length) {
        for (int first = 0; first + length <= cuts; ++first) {
            for (const int step : {1, -1}) {
                if (isSpent()) {
                    return false;
                }
                better = moveCutsTogether(first, first + length - 1, step) || better;
            }
        }
    }
    return better && !isSpent();
}

/// Moves cuts. If the layers' own strategies do not make the plan better, chooses those of the stages at its ends anew.
bool LocalSearch::moveCutsTogether(int first, int last, int step)
{
    m_next = m_plan;
    if (!moveCuts(m_scorer, m_next, first, last, step)) {
        return false;
    }
    const Task& task = m_scorer.task();
    if (task.pattern) {
        m_next = leastMemoryPlan(m_scorer, sizesOf(m_next));
    }
    if (isPromising() && keepNext()) {
        return true;
    }
    const int front = task.stageOf(first);
    const int back = task.stageOf(last + 1);
    if (task.pattern || !reprice(front, 0, 0) || (back != front && !reprice(back, 0, 0))) {
        return false;
    }
    return isPromising() && keepNext();
}

/// Chooses the strategies of a stage of the next plan anew, except for those of layers [first, end). Returns false if
/// the stage does not fit.
bool LocalSearch::reprice(int stage, int first, int end)
{
    const std::vector<int> firsts = firstsOf(m_next);
    const StagePricing pricing(m_scorer, firsts, stage, m_next.choice, first, end);
    m_work -= pricing.work();
    const bool fits = pricing.choose();
    m_scorer.sum(m_next);
    return fits;
}

/// Returns true if the value of the next plan is less, memory aside.
bool LocalSearch::isPromising()
{
    m_work -= workOfScore(m_scorer);
    return (*m_value)(m_next) < m_least * (1 - leastGain);
}

bool LocalSearch::keepNext()
{
    const std::optional<Seconds> least = m_scorer.excess(m_next) > 0 ? std::nullopt : (*m_accept)(m_next);
    if (least) {
        m_least = *least;
        std::swap(m_plan, m_next);
    }
    return least.has_value();
}

/// Gives another strategy to the first layer, the last layer or all layers of each segment. A segment consists of
/// neighbouring layers of a part that have the same strategy.
bool LocalSearch::changeEachSegment()
{
    bool better = false;
    const int layers = m_scorer.task().pattern ? 0 : m_scorer.task().layers();
    for (int first = 0; first < layers;) {
        const int end = endOfSegment(first);
        for (const Candidate& candidate : m_scorer.task().of(first)) {
            better = change(first, end, candidate.strategy) || better;
            if (end - first > 1) {
                better = change(first, first + 1, candidate.strategy) || better;
                better = change(end - 1, end, candidate.strategy) || better;
            }
            if (isSpent()) {
                return false;
            }
        }
        first = end;
    }
    return better && !isSpent();
}

int LocalSearch::endOfSegment(int first) const
{
    const int part = *std::ranges::upper_bound(m_plan.ends, first);
    const auto from = m_plan.choice.begin() + first;
    const auto end =
        std::find_if(from, m_plan.choice.begin() + part, [&](const Candidate* choice) { return choice != *from; });
    return static_cast<int>(end - m_plan.choice.begin());
}

bool LocalSearch::change(int first, int end, int strategy)
{
    const Candidate* candidate = m_scorer.find(first, strategy);
    if (candidate == m_plan.choice[at(first)]) {
        return false;
    }
    m_next = m_plan;
    std::fill(m_next.choice.begin() + first, m_next.choice.begin() + end, candidate);
    m_scorer.sum(m_next, first, end);
    if (!isPromising()) {
        return false;
    }
    if (m_scorer.excess(m_next) <= 0) {
        return keepNext();
    }
    // The rest of the stage makes room.
    const int part = static_cast<int>(std::ranges::upper_bound(m_next.ends, first) - m_next.ends.begin());
    return reprice(m_scorer.task().stageOf(part), first, end) && isPromising() && keepNext();
}

SampledPlan pricedPlan(SampleScorer& scorer, const std::vector<int>& sizes)
{
    const Task& task = scorer.task();
    SampledPlan plan = leastMemoryPlan(scorer, sizes);
    const std::vector<int> firsts = firstsOf(plan);
    for (int stage = 0; stage < task.key.pipeline && !task.pattern; ++stage) {
        if (!StagePricing(scorer, firsts, stage, plan.choice).choose()) {
            return {};
        }
    }
    scorer.sum(plan);
    return scorer.excess(plan) > 0 ? SampledPlan() : plan;
}

}  // namespace pgram
