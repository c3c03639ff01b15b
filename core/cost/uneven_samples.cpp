// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/uneven_samples.h"

#include "core/base/index.h"
#include "core/model/layer_role.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pgram {

namespace {

/// Returns how many parts of the samples the ranks of a group have.
int sampleParts(const Placement& inside, Group group)
{
    std::vector<bool> has(at(inside.parts(Axis::Samples)));
    for (int i = 0; i < group.size; ++i) {
        has[at(inside.part(Axis::Samples, i * group.stride))] = true;
    }
    return static_cast<int>(std::ranges::count(has, true));
}

/// Two costs of a layer, of a shorter and a longer micro-batch, as one.
class MeanOfTwo {
public:
    /// `slower`: standard deviations by which the slowest rank is above the mean.
    MeanOfTwo(const TwoLengths& lengths, double slower) : m_lengths(lengths), m_slower(slower) {}

    [[nodiscard]] double mean(double low, double high) const { return m_lengths.mean(low, high); }
    /// Returns the seconds of the slowest rank; no rank takes longer than `most`, those of full samples.
    [[nodiscard]] Seconds slowest(Seconds low, Seconds high, Seconds most) const
    {
        return std::min(mean(low, high) + m_slower * m_lengths.deviation(low, high), std::max(most, high));
    }
    [[nodiscard]] Charge charge(const Charge& low, const Charge& high) const
    {
        Charge both = high;
        both.times = mean(low.times, high.times);
        both.bytesPerRank = mean(low.bytesPerRank, high.bytesPerRank);
        both.hidden = mean(low.hidden, high.hidden);
        both.exposed = mean(low.exposed, high.exposed);
        return both;
    }

private:
    TwoLengths m_lengths;
    double m_slower;
};

}  // namespace

WaitingRanks waitingRanks(const LayerSpec& layer, const LayerStrategy& strategy, const Sharding& sharding)
{
    WaitingRanks ranks;
    if (strategy.zero == 3) {
        ranks.eachMicrobatch = sampleParts(sharding.inside, sharding.weights.shard);
    }
    if (layer.experts > 0) {
        ranks.eachMicrobatch = std::max(ranks.eachMicrobatch, sampleParts(sharding.inside, sharding.experts.experts));
    }
    ranks.eachStep = sharding.inside.parts(Axis::Samples) / ranks.eachMicrobatch;
    return ranks;
}

double attentionWait(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy,
                     const Sharding& sharding, double samples)
{
    const Training& training = context.training;
    const DocumentLengths& documents = training.documents;
    const std::int64_t whole = context.sequence + context.behind;
    const double pairs = documents.pairTokens(whole);
    if (!documents.differ() || pairs <= 0 || layer.tokens > 0 || layer.heads == 0 || sharding.ringAttention ||
        training.storesAttentionMatrix()) {
        return 0;
    }
    const WaitingRanks ranks = waitingRanks(layer, strategy, sharding);
    const double spread = documents.spread(whole);
    const double ofMicrobatch = greatestOfNormals(ranks.eachMicrobatch) * spread / std::sqrt(samples);
    const double ofStep = greatestOfNormals(ranks.eachStep) * spread / std::sqrt(samples * context.microbatches);
    const double most = documents.longest(whole) / pairs - 1;
    const double wait = std::clamp(ofMicrobatch + ofStep, 0.0, std::max(0.0, most));
    const int parts = sharding.attention.parts(Axis::Tokens);
    if (parts == 1 || !training.framework.cutsSamples || !isCausal(layer)) {
        return wait;
    }
    const double busiest = 1 + (documents.busiestPart(whole, parts) - 1) / std::sqrt(samples);
    return (1 + wait) * busiest - 1;
}

LayerCost paddedCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy,
                     const std::function<LayerCost(const CostContext&)>& costOf)
{
    LayerCost cost = costOf(context);
    if (layer.tokens > 0) {
        return cost;
    }
    const Sharding sharding = shardingOf(strategy);
    const WaitingRanks ranks = waitingRanks(layer, strategy, sharding);
    const double samples = context.sequencesPerMicrobatch(sharding.inside.parts(Axis::Samples));
    const TwoLengths lengths =
        context.training.documents.longestOf(std::max(1.0, samples) * ranks.eachMicrobatch, context.sequence);
    const std::int64_t unit = std::int64_t{2} * sharding.boundary.parts(Axis::Tokens);
    const auto ofLength = [&](double tokens) {
        CostContext shorter = context;
        const auto units = static_cast<std::int64_t>(std::ceil(tokens / static_cast<double>(unit)));
        shorter.sequence = std::min(context.sequence, units * unit);
        return costOf(shorter);
    };
    const LayerCost low = ofLength(lengths.low);
    const LayerCost high = lengths.lowShare < 1 ? ofLength(lengths.high) : low;
    const MeanOfTwo both(lengths, greatestOfNormals(ranks.eachStep) / std::sqrt(context.microbatches));
    cost.forward = both.slowest(low.forward, high.forward, cost.forward);
    cost.backward = both.slowest(low.backward, high.backward, cost.backward);
    cost.weightGradient = both.slowest(low.weightGradient, high.weightGradient, cost.weightGradient);
    cost.sync = both.mean(low.sync, high.sync);
    cost.modelFlops = both.mean(low.modelFlops, high.modelFlops);
    cost.causalFlops = both.mean(low.causalFlops, high.causalFlops);
    // Which transfers a layer has does not depend on its tokens.
    for (std::size_t i = 0; i < std::min({cost.charges.size(), low.charges.size(), high.charges.size()}); ++i) {
        cost.charges[i] = both.charge(low.charges[i], high.charges[i]);
    }
    return cost;
}

}  // namespace pgram
