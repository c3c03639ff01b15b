// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage/pooled_bound.h"

#include "core/base/index.h"
#include "core/base/pareto.h"
#include "core/search/stage/stage_bound.h"

#include <algorithm>
#include <numeric>

namespace pgram {

namespace {

/// A layer's trade-off: seconds, and bytes held.
struct Option {
    double bytes = 0;
    Seconds cost = 0;
};

/// Seconds that additional bytes save.
struct Trade {
    double bytes = 0;
    Seconds saved = 0;
    [[nodiscard]] double rate() const { return saved / bytes; }
};

/// Relaxed memory limit on all stages together: how many micro-batches a layer's kept tensors count for, and the bytes
/// of the pool.
struct Pool {
    std::vector<double> inFlight;  ///< per part of a cut; a single value: the same in every part
    double budget = 0;
};

/// Weights and micro-batches in flight of a layer, as its position determines them.
struct Place {
    StepWeights weights;
    double inFlight = 0;
    [[nodiscard]] bool isNoWorse(const Place& other) const
    {
        return inFlight <= other.inFlight && weights.fill <= other.weights.fill && weights.pace <= other.weights.pace &&
               weights.once <= other.weights.once;
    }
};

/// Returns the places that are Pareto-minimal.
std::vector<Place> placesOf(const PooledWeights& weights, const Pool& pool)
{
    std::vector<Place> places;
    const std::size_t count = std::max(weights.size(), pool.inFlight.size());
    for (std::size_t part = 0; part < count; ++part) {
        const Place own{weights[weights.size() == 1 ? 0 : part], pool.inFlight[pool.inFlight.size() == 1 ? 0 : part]};
        keepUnbeaten(places, own, [](const Place& a, const Place& b) { return a.isNoWorse(b); });
    }
    return places;
}

/// Returns the Pareto-minimal candidates of each type, over all layouts.
std::vector<std::vector<Candidate>> bestOf(const Task& task)
{
    std::vector<std::vector<Candidate>> best;
    const auto isNoWorse = [](const Candidate& a, const Candidate& b) {
        return a.states <= b.states && a.kept <= b.kept && a.share.fill <= b.share.fill &&
               a.share.pace <= b.share.pace && a.share.once <= b.share.once;
    };
    for (const std::vector<Candidate>& candidates : task.candidates) {
        std::vector<Candidate>& own = best.emplace_back();
        for (const Candidate& next : candidates) {
            keepUnbeaten(own, next, isNoWorse);
        }
    }
    return best;
}

/// All layers within one memory pool.
class PooledLayers {
public:
    PooledLayers(const Task& task, const std::vector<std::vector<Candidate>>& candidates, const PooledBound& bound,
                 const Pool& pool)
        : m_budget(pool.budget)
    {
        for (std::size_t type = 0; type < candidates.size(); ++type) {
            const double count = task.types->counts[type];
            std::vector<Option> options;
            for (const Place& place : placesOf(bound[type], pool)) {
                for (const Candidate& candidate : candidates[type]) {
                    const double kept = place.inFlight * static_cast<double>(candidate.kept);
                    options.push_back({count * (static_cast<double>(candidate.states) + kept),
                                       count * place.weights.of(candidate.share)});
                }
            }
            add(lowerHull(std::move(options), &Option::bytes, &Option::cost));
        }
    }

    /// Returns the least weighted seconds; infinity if the layers do not fit.
    [[nodiscard]] Seconds least()
    {
        double room = m_budget - m_bytes;
        if (room < 0) {
            return infinity;
        }
        std::ranges::sort(m_trades, std::ranges::greater(), &Trade::rate);
        Seconds cost = m_cost;
        for (const Trade& trade : m_trades) {
            if (trade.bytes >= room) {
                return cost - trade.rate() * room;
            }
            room -= trade.bytes;
            cost -= trade.saved;
        }
        return cost;
    }

private:
    void add(const std::vector<Option>& hull)
    {
        m_bytes += hull.front().bytes;
        m_cost += hull.front().cost;
        for (std::size_t i = 1; i < hull.size(); ++i) {
            m_trades.push_back({hull[i].bytes - hull[i - 1].bytes, hull[i - 1].cost - hull[i].cost});
        }
    }

    double m_budget;
    double m_bytes = 0;  ///< bytes held if every layer holds its least
    Seconds m_cost = 0;
    std::vector<Trade> m_trades;
};

/// Returns a lower bound of all stages' transients: every stage needs that of one of its layers, and one stage needs
/// that of the layer with the largest.
double transientOf(const Task& task, double stages)
{
    Bytes least = std::numeric_limits<Bytes>::max();
    Bytes most = 0;
    for (const std::vector<Candidate>& candidates : task.candidates) {
        const Bytes own = std::ranges::min(candidates, {}, &Candidate::transient).transient;
        least = std::min(least, own);
        most = std::max(most, own);
    }
    return (stages - 1) * static_cast<double>(least) + static_cast<double>(most);
}

/// Returns the micro-batches in flight through each part.
std::vector<double> inFlightOf(const Task& task)
{
    return {task.inFlight.begin(), task.inFlight.end()};
}

/// Returns the relaxed memory limits. Stage s holds Σ states + k·kept in `room` bytes, where k depends on the part. The
/// stages' limits are added up with weights 1, and with weights most/least_s, where least_s is the least k of the
/// stage's parts. The second sum counts more kept bytes per layer and more room.
std::vector<Pool> poolsOf(const Task& task, double room, const std::vector<double>& inFlight)
{
    const auto stageOf = [&task](std::size_t part) {
        return static_cast<std::size_t>(task.stageOf(static_cast<int>(part)));
    };
    const auto pooled = [&](const std::vector<double>& weights) {
        Pool pool{inFlight, 0};
        for (std::size_t part = 0; part < inFlight.size(); ++part) {
            pool.inFlight[part] *= weights[stageOf(part)];
        }
        const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
        pool.budget = all * room - transientOf(task, all);
        return pool;
    };
    std::vector<double> least(static_cast<std::size_t>(task.key.pipeline), infinity);
    for (std::size_t part = 0; part < inFlight.size(); ++part) {
        least[stageOf(part)] = std::min(least[stageOf(part)], inFlight[part]);
    }
    std::vector<Pool> pools{pooled(std::vector<double>(least.size(), 1))};
    const double most = std::ranges::max(least);
    if (std::ranges::min(least) > 0 && most > std::ranges::min(least)) {
        std::ranges::transform(least, least.begin(), [most](double own) { return most / own; });
        pools.push_back(pooled(least));
    }
    return pools;
}

/// Returns the bound for a single stage, including its re-layouts.
Seconds boundOfOne(const Task& task, Bytes room, const StepWeights& weights, Seconds enough)
{
    StageQuestion all;
    all.end = task.layers();
    all.kept = task.kept(0);
    all.budget = room;
    return StageBound(task, all, weights, enough).atLeast();
}

/// Returns the largest of the bounds. Skips the bounds behind one that is above `enough`.
Seconds pooledBound(const Task& task, Bytes budget, const std::vector<PooledBound>& bounds,
                    const std::vector<double>& inFlight, Seconds enough)
{
    const Bytes room = budget - task.fixedBytes();
    Seconds bound = 0;
    if (task.key.pipeline == 1) {
        // On one stage every layer has the same weights.
        for (const PooledBound& own : bounds) {
            const StepWeights& weights = own.front().front();
            bound = bound > enough ? bound : std::max(bound, boundOfOne(task, room, weights, enough));
        }
        return bound;
    }
    const std::vector<Pool> pools = poolsOf(task, static_cast<double>(room), inFlight);
    const std::vector<std::vector<Candidate>> candidates = bestOf(task);
    for (const PooledBound& own : bounds) {
        for (const Pool& pool : pools) {
            if (bound <= enough) {
                bound = std::max(bound, PooledLayers(task, candidates, own, pool).least());
            }
        }
    }
    return bound;
}

Seconds leastOf(const std::vector<Candidate>& candidates, const PooledWeights& weights)
{
    Seconds least = infinity;
    for (const StepWeights& ofPart : weights) {
        for (const Candidate& candidate : candidates) {
            least = std::min(least, ofPart.of(candidate.share));
        }
    }
    return least;
}

Seconds leastOfAll(const Task& task, const PooledBound& bound)
{
    Seconds sum = 0;
    for (std::size_t type = 0; type < task.candidates.size(); ++type) {
        sum += task.types->counts[type] * leastOf(task.candidates[type], bound[type]);
    }
    return sum;
}

/// Returns a bound whose weights are the same for all layers and parts.
PooledBound alike(const Task& task, const StepWeights& weights)
{
    return PooledBound(task.candidates.size(), {weights});
}

/// Returns the bound Σ w·T ≥ Σ w·m·t over the stages. The weight of a stage is the speed at which its class runs the
/// model, so that a layer counts about as much on any stage.
Seconds boundOfClasses(const Task& task)
{
    const PooledWeights work{{1, task.objective.repeats(), 0}};
    std::vector<double> weights;
    for (const std::shared_ptr<const Task>& own : task.classes) {
        weights.push_back(1 / leastOfAll(*own, alike(*own, work.front())));
    }
    double all = 0;
    for (int stage = 0; stage < task.key.pipeline; ++stage) {
        all += weights[at(task.classAt(stage))];
    }
    Seconds sum = 0;
    for (std::size_t type = 0; type < task.candidates.size(); ++type) {
        Seconds least = infinity;
        for (std::size_t own = 0; own < weights.size(); ++own) {
            least = std::min(least, weights[own] * leastOf(task.classes[own]->candidates[type], work));
        }
        sum += task.types->counts[type] * least;
    }
    return sum / all;
}

}  // namespace

Seconds lowerBound(const Task& task)
{
    // The slowest layer is on some stage.
    const PooledWeights alone{{1, task.objective.repeats(), 1}};
    Seconds bound = 0;
    for (const std::vector<Candidate>& candidates : task.candidates) {
        bound = std::max(bound, leastOf(candidates, alone));
    }
    for (const PooledBound& pooled : task.pooled()) {
        bound = std::max(bound, leastOfAll(task, pooled));
    }
    return task.classes.empty() ? bound : std::max(bound, boundOfClasses(task));
}

Seconds lowerBound(const Task& task, Bytes budget, Seconds enough)
{
    return std::max(lowerBound(task), pooledBound(task, budget, task.pooled(), inFlightOf(task), enough));
}

}  // namespace pgram
