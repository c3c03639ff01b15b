// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/slice_cost.h"

#include "core/model/attention.h"
#include "core/slicing/equal_work.h"
#include "core/strategy/sharding.h"

#include <algorithm>
#include <numeric>

namespace pgram {

namespace {

constexpr std::int64_t coarsest = 64;

/// A slice's charge among those of all: k times as often as once a micro-batch, or once a step.
void addCharge(std::vector<Charge>& all, const Charge& charge, std::size_t index, double share)
{
    const double times = share * charge.times;
    if (index == all.size()) {
        all.push_back(charge);
        all.back().times = all.back().hidden = all.back().exposed = all.back().bytesPerRank = 0;
    }
    Charge& sum = all[index];
    const Volume bytes = sum.times * sum.bytesPerRank + times * charge.bytesPerRank;
    sum.times += times;
    sum.bytesPerRank = sum.times > 0 ? bytes / sum.times : 0;
    sum.hidden += share * charge.hidden;
    sum.exposed += share * charge.exposed;
}

bool isAlike(const Charge& a, const Charge& b)
{
    return a.kind == b.kind && a.collective == b.collective && a.group == b.group && a.link == b.link &&
           a.once == b.once;
}

/// The charges of a slice, in the places of the first one's: the same transfers, of other sizes.
void addCharges(std::vector<Charge>& all, const std::vector<Charge>& slice, bool isFirst, double share)
{
    std::size_t place = 0;
    for (const Charge& charge : slice) {
        const bool once = charge.times == 1;
        while (!isFirst && place < all.size() && !isAlike(all[place], charge)) {
            ++place;
        }
        if (once && isFirst) {
            all.push_back(charge);
        } else if (!once) {
            addCharge(all, charge, isFirst ? all.size() : place, share);
        }
        ++place;
    }
}

/// The sums of gradients that the last slice's attention leaves to those before it.
Bytes accumulatorBytes(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy)
{
    if (attentionsOf(layer).empty()) {
        return 0;
    }
    const Placement attention = shardingOf(strategy).attention;
    const double samples = context.sequencesPerMicrobatch(attention.parts(Axis::Samples));
    const auto behind = static_cast<double>(context.sequence - context.slices.back());
    const KeyValueElements width = keyValueElements(layer, Attention::Self, attention.parts(Axis::Heads));
    return wholeBytes(samples * behind / attention.parts(Axis::Tokens) * width.both() *
                      context.training.elementBytes());
}

}  // namespace

std::int64_t sliceGrain(std::int64_t sequence, int slices)
{
    std::int64_t grain = coarsest;
    while (grain > 1 && (sequence % grain != 0 || sequence / grain < 4 * std::int64_t{slices})) {
        grain /= 2;
    }
    return grain;
}

std::vector<std::int64_t> sliceLengths(const Architecture& model, std::int64_t sequence, int slices)
{
    if (slices < 2) {
        return {};
    }
    SequenceWork work;
    work.layers = 0;
    for (const LayerSpec& run : model.runs) {
        if (run.kind == LayerKind::Decoder) {
            work.layers += run.count;
            work.hidden = run.hidden;
            work.feedForward = (run.gatedMlp ? 3 * run.ffn / 2 : run.ffn) * std::max<std::int64_t>(1, run.topK);
            work.heads = run.heads;
            work.headSize = run.headDim;
        } else if (run.kind == LayerKind::Head) {
            work.vocabulary = run.vocabulary;
        }
    }
    auto lengths = equalWorkSlices(work, sequence, slices, sliceGrain(sequence, slices));
    return lengths.empty() ? std::vector<std::int64_t>(static_cast<std::size_t>(slices), 0) : lengths;
}

CostContext ofSlice(const CostContext& context, std::size_t slice)
{
    CostContext own = context;
    const auto first = context.slices.begin();
    const int count = static_cast<int>(context.slices.size());
    own.slices.clear();
    own.sequence = context.slices[slice];
    own.behind = std::accumulate(first, first + static_cast<std::ptrdiff_t>(slice), std::int64_t{0});
    own.training.globalBatch *= count;
    own.microbatches *= count;
    return own;
}

LayerCost slicedLayerCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy)
{
    CostContext whole = context;
    whole.slices.clear();
    LayerCost cost = layerCost(whole, layer, strategy);
    cost.forward = cost.backward = cost.weightGradient = cost.sync = 0;
    cost.memory.kept = cost.memory.hostKept = cost.memory.transient = 0;
    cost.memory.gradientsInPlace = 0;  // the last slice makes them beside what the others keep
    cost.charges.clear();
    const double share = 1.0 / static_cast<double>(context.slices.size());
    for (std::size_t slice = 0; slice < context.slices.size(); ++slice) {
        const LayerCost own = layerCost(ofSlice(context, slice), layer, strategy);
        cost.forward += own.forward;
        cost.backward += own.backward;
        cost.weightGradient += own.weightGradient;
        cost.memory.kept = added(cost.memory.kept, own.memory.kept);
        cost.memory.hostKept = added(cost.memory.hostKept, own.memory.hostKept);
        cost.memory.transient = std::max(cost.memory.transient, own.memory.transient);
        cost.slices.push_back({own.forward, own.backward, own.memory.kept});
        // The first slice goes backward last, and so syncs the sums.
        cost.sync = slice == 0 ? own.sync : cost.sync;
        addCharges(cost.charges, own.charges, slice == 0, share);
    }
    cost.memory.gradients = added(cost.memory.gradients, accumulatorBytes(context, layer, strategy));
    return cost;
}

}  // namespace pgram
