// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/stage/pooled_bound.h"

#include "core/search/stage/stage_bound.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace pgram {

namespace {

constexpr Seconds infinity = std::numeric_limits<double>::infinity();

/// What a layer may cost and hold.
struct Option {
    double bytes = 0;
    Seconds cost = 0;
};

/// Seconds saved by so many more bytes.
struct Trade {
    double bytes = 0;
    Seconds saved = 0;
    [[nodiscard]] double rate() const { return saved / bytes; }
};

/// The lower convex hull, by growing bytes and falling cost.
std::vector<Option> convex(std::vector<Option> options)
{
    std::ranges::sort(options, [](const Option& a, const Option& b) {
        return a.bytes != b.bytes ? a.bytes < b.bytes : a.cost < b.cost;
    });
    std::vector<Option> hull;
    for (const Option& next : options) {
        if (!hull.empty() && next.cost >= hull.back().cost) {
            continue;
        }
        const auto isAbove = [&next](const Option& before, const Option& middle) {
            return (before.cost - middle.cost) * (next.bytes - before.bytes) <=
                   (before.cost - next.cost) * (middle.bytes - before.bytes);
        };
        while (hull.size() > 1 && isAbove(hull[hull.size() - 2], hull.back())) {
            hull.pop_back();
        }
        hull.push_back(next);
    }
    return hull;
}

/// Micro-batches in flight that a layer's kept tensors count in the pool, in a stage's first, second, … chunk.
struct Pool {
    std::vector<double> inFlight;  ///< by round
    double budget = 0;
};

/// All layers within one budget.
class PooledLayers {
public:
    PooledLayers(const Task& task, const PooledWeights& weights, const Pool& pool) : m_budget(pool.budget)
    {
        for (std::size_t run = 0; run < task.candidates.size(); ++run) {
            const double count = task.model.runs[run].count;
            std::vector<Option> options;
            for (std::size_t round = 0; round < weights.size(); ++round) {
                for (const Candidate& candidate : task.candidates[run]) {
                    const double kept = pool.inFlight[round] * static_cast<double>(candidate.kept);
                    options.push_back({count * (static_cast<double>(candidate.states) + kept),
                                       count * weights[round].of(candidate.share)});
                }
            }
            add(convex(std::move(options)));
        }
    }

    /// Infinity: they do not fit.
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
    double m_bytes = 0;  ///< when all hold their least
    Seconds m_cost = 0;
    std::vector<Trade> m_trades;
};

/// Every stage needs the transient of one of its layers, and one stage that of the layer that needs most.
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

/// Micro-batches in flight by stage, through its chunks in their order.
std::vector<std::vector<double>> inFlightOf(const Task& task)
{
    const int stages = task.key.pipeline;
    std::vector<std::vector<double>> inFlight(static_cast<std::size_t>(stages));
    for (int part = 0; part < task.parts(); ++part) {
        inFlight[static_cast<std::size_t>(task.stageOf(part))].push_back(task.kept(part));
    }
    return inFlight;
}

/// Through a stage whose chunks are of one size.
std::vector<std::vector<double>> evenInFlightOf(const Task& task)
{
    std::vector<std::vector<double>> inFlight = inFlightOf(task);
    for (std::vector<double>& own : inFlight) {
        own = {std::accumulate(own.begin(), own.end(), 0.0) / static_cast<double>(own.size())};
    }
    return inFlight;
}

/// Stage s holds Σ states + k·kept, k by its chunks, in `room` bytes. Added up with the weights 1, a layer in round r
/// keeps the least k of any stage's; with the weights most/least_s, where least_s is the least of the stage's chunks,
/// it keeps more, and the stages' room counts so many times.
std::vector<Pool> poolsOf(const Task& task, double room, const std::vector<std::vector<double>>& inFlight,
                          std::size_t rounds)
{
    const auto pooled = [&](const std::vector<double>& weights) {
        Pool pool{std::vector<double>(rounds, infinity), 0};
        for (std::size_t stage = 0; stage < weights.size(); ++stage) {
            for (std::size_t own = 0; own < inFlight[stage].size(); ++own) {
                double& round = pool.inFlight[rounds == 1 ? 0 : own];
                round = std::min(round, weights[stage] * inFlight[stage][own]);
            }
        }
        const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
        pool.budget = all * room - transientOf(task, all);
        return pool;
    };
    std::vector<double> least;
    std::ranges::transform(inFlight, std::back_inserter(least),
                           [](const std::vector<double>& own) { return std::ranges::min(own); });
    std::vector<Pool> pools{pooled(std::vector<double>(least.size(), 1))};
    const double most = std::ranges::max(least);
    if (std::ranges::min(least) > 0 && most > std::ranges::min(least)) {
        std::ranges::transform(least, least.begin(), [most](double own) { return most / own; });
        pools.push_back(pooled(least));
    }
    return pools;
}

/// One stage: with its re-layouts.
Seconds boundOfOne(const Task& task, Bytes room, const StepWeights& weights, Seconds enough)
{
    StageQuestion all;
    all.end = task.layers();
    all.kept = task.kept(0);
    all.budget = room;
    return StageBound(task, all, weights, enough).atLeast();
}

Seconds pooledBound(const Task& task, Bytes budget, const PooledWeights& weights,
                    const std::vector<std::vector<double>>& inFlight, Seconds enough)
{
    const Bytes room = budget - task.cluster.contextBytes;
    if (task.key.pipeline == 1) {
        return boundOfOne(task, room, weights.front(), enough);
    }
    Seconds bound = 0;
    for (const Pool& pool : poolsOf(task, static_cast<double>(room), inFlight, weights.size())) {
        bound = bound > enough ? bound : std::max(bound, PooledLayers(task, weights, pool).least());
    }
    return bound;
}

Seconds leastOf(const std::vector<Candidate>& candidates, const PooledWeights& weights)
{
    Seconds least = infinity;
    for (const StepWeights& ofRound : weights) {
        for (const Candidate& candidate : candidates) {
            least = std::min(least, ofRound.of(candidate.share));
        }
    }
    return least;
}

Seconds leastOfAll(const Task& task, const PooledWeights& weights)
{
    Seconds sum = 0;
    for (std::size_t run = 0; run < task.candidates.size(); ++run) {
        sum += task.model.runs[run].count * leastOf(task.candidates[run], weights);
    }
    return sum;
}

}  // namespace

Seconds lowerBound(const Task& task)
{
    // Some stage holds the slowest layer.
    const PooledWeights alone{{1, task.objective.repeats(), 1}};
    Seconds bound = 0;
    for (const std::vector<Candidate>& candidates : task.candidates) {
        bound = std::max(bound, leastOf(candidates, alone));
    }
    for (const PooledWeights& weights : task.objective.pooled(task.shares)) {
        bound = std::max(bound, leastOfAll(task, weights));
    }
    return bound;
}

Seconds lowerBound(const Task& task, Bytes budget, Seconds enough)
{
    Seconds bound = lowerBound(task);
    const std::vector<std::vector<double>> inFlight = inFlightOf(task);
    for (const PooledWeights& weights : task.objective.pooled(task.shares)) {
        bound = bound > enough ? bound : std::max(bound, pooledBound(task, budget, weights, inFlight, enough));
    }
    return bound;
}

Seconds likelyBound(const Task& task)
{
    return task.objective.isBound() ? 0 : leastOfAll(task, {task.objective.likely()});
}

Seconds likelyBound(const Task& task, Bytes budget, Seconds enough)
{
    return task.objective.isBound()
               ? 0
               : pooledBound(task, budget, {task.objective.likely()}, evenInFlightOf(task), enough);
}

}  // namespace pgram
