// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/stage_options.h"

#include <algorithm>
#include <limits>

namespace pgram::galvatron {

namespace {

/// Every layer of a run with one option.
struct Uniform {
    std::vector<std::size_t> chosen;  ///< by run
    std::int64_t memory = 0;
    double cost = 0;
};

double costOf(const StageOption& option, const Weights& weights)
{
    return weights.of(option.withoutSync, option.withSync);
}

/// Each run's option of least `key`, then least memory.
template <typename Key>
Uniform leastBy(const StageQuestion& question, const Weights& weights, const Key& key)
{
    Uniform found;
    for (const OptionRun& run : question.runs) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < run.options.size(); ++i) {
            const double difference = key(run.options[i]) - key(run.options[best]);
            if (difference < 0 || (difference == 0 && run.options[i].memory < run.options[best].memory)) {
                best = i;
            }
        }
        found.chosen.push_back(best);
        found.memory += run.count * run.options[best].memory;
        found.cost += run.count * costOf(run.options[best], weights);
    }
    return found;
}

/// Finds the price of memory between the lightest answer and the cheapest one, at the last two answers that a price
/// distinguishes: one of them fits.
double findPrice(const StageQuestion& question, const Weights& weights, Uniform& fits, Uniform& exceeds)
{
    for (;;) {
        const double price = (fits.cost - exceeds.cost) / static_cast<double>(exceeds.memory - fits.memory);
        const Uniform between = leastBy(question, weights, [&](const StageOption& option) {
            return costOf(option, weights) + price * static_cast<double>(option.memory);
        });
        const double known = fits.cost + price * static_cast<double>(fits.memory);
        const double value = between.cost + price * static_cast<double>(between.memory);
        if (value >= known - 1e-13 * std::abs(known) || between.memory == fits.memory ||
            between.memory == exceeds.memory) {
            return price;
        }
        (between.memory <= question.room ? fits : exceeds) = between;
    }
}

Counts countsOf(const StageQuestion& question, const Uniform& uniform)
{
    Counts counts;
    for (std::size_t run = 0; run < question.runs.size(); ++run) {
        counts.emplace_back(question.runs[run].options.size(), 0);
        counts.back()[uniform.chosen[run]] = question.runs[run].count;
    }
    return counts;
}

/// A change of one layer's option.
struct Swap {
    std::size_t run = 0;
    std::size_t from = 0;
    std::size_t to = 0;
    std::int64_t memory = 0;
    double gain = 0;
};

Swap bestSwap(const StageQuestion& question, const Weights& weights, const Counts& counts, std::int64_t left)
{
    Swap best;
    for (std::size_t run = 0; run < question.runs.size(); ++run) {
        const auto& options = question.runs[run].options;
        for (std::size_t from = 0; from < options.size(); ++from) {
            for (std::size_t to = 0; counts[run][from] > 0 && to < options.size(); ++to) {
                const std::int64_t memory = options[to].memory - options[from].memory;
                const double gain = costOf(options[from], weights) - costOf(options[to], weights);
                if (memory <= left && gain > best.gain) {
                    best = {run, from, to, memory, gain};
                }
            }
        }
    }
    return best;
}

/// Moves layers to better options as long as memory is left.
void fill(const StageQuestion& question, const Weights& weights, const Uniform& towards, Counts& counts)
{
    std::int64_t left = question.room - sumsOf(question, counts).memory;
    for (std::size_t run = 0; run < question.runs.size(); ++run) {
        const auto& options = question.runs[run].options;
        const std::size_t to = towards.chosen[run];
        const auto from = static_cast<std::size_t>(std::ranges::max_element(counts[run]) - counts[run].begin());
        const std::int64_t memory = options[to].memory - options[from].memory;
        if (memory > 0) {
            const auto moved = std::min<std::int64_t>(left / memory, counts[run][from]);
            counts[run][from] -= static_cast<int>(moved);
            counts[run][to] += static_cast<int>(moved);
            left -= moved * memory;
        }
    }
    for (Swap swap = bestSwap(question, weights, counts, left); swap.gain > 0;
         swap = bestSwap(question, weights, counts, left)) {
        --counts[swap.run][swap.from];
        ++counts[swap.run][swap.to];
        left -= swap.memory;
    }
}

}  // namespace

StageSums sumsOf(const StageQuestion& question, const Counts& counts)
{
    StageSums sums;
    for (std::size_t run = 0; run < question.runs.size(); ++run) {
        for (std::size_t i = 0; i < counts[run].size(); ++i) {
            const StageOption& option = question.runs[run].options[i];
            sums.memory += counts[run][i] * option.memory;
            sums.withoutSync += counts[run][i] * option.withoutSync;
            sums.withSync += counts[run][i] * option.withSync;
        }
    }
    return sums;
}

std::optional<PricedStage> priceStage(const StageQuestion& question, const Weights& weights)
{
    if (std::ranges::any_of(question.runs, [](const OptionRun& run) { return run.options.empty(); })) {
        return std::nullopt;
    }
    Uniform cheapest = leastBy(question, weights, [&](const StageOption& option) { return costOf(option, weights); });
    if (cheapest.memory <= question.room) {
        return PricedStage{0, cheapest.cost, countsOf(question, cheapest)};
    }
    Uniform lightest =
        leastBy(question, weights, [](const StageOption& option) { return static_cast<double>(option.memory); });
    if (lightest.memory > question.room) {
        return std::nullopt;
    }
    PricedStage priced;
    priced.price = findPrice(question, weights, lightest, cheapest);
    priced.bound = lightest.cost + priced.price * static_cast<double>(lightest.memory - question.room);
    priced.counts = countsOf(question, lightest);
    fill(question, weights, cheapest, priced.counts);
    return priced;
}

}  // namespace pgram::galvatron
