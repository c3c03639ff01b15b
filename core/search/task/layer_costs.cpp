// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/task/layer_costs.h"

#include "core/base/index.h"
#include "core/cost/last_layer.h"
#include "core/strategy/legality.h"

#include <algorithm>

namespace pgram {

namespace {

/// Largest number of cached pairs of strategy and samples, some tens of megabytes. A sweep over batches meets few
/// pairs, again and again.
constexpr std::size_t mostKnown = 1 << 16;

std::optional<LayerFigures> figuresOf(const CostContext& context, const Architecture& model, int run,
                                      const LayerStrategy& strategy, ProfileBook& profiles)
{
    const LayerSpec& layer = model.runs[at(run)];
    const int stageDevices = context.cluster->devices / context.pipeline;
    if (refusal(layer, strategy, stageDevices, context.training, context.sequence, context.microbatches)) {
        return std::nullopt;
    }
    if (sliceRefusal(layer, strategy, stageDevices, context.training, context.slices, context.microbatches)) {
        return std::nullopt;
    }
    if (sharingRefusal(layer, strategy, context.pipeline, strategy)) {
        return std::nullopt;
    }
    const LayerCost cost = layerCost(context, layer, strategy, &profiles);
    Bytes kept = cost.slices.empty() ? cost.memory.kept : 0;
    for (const LayerSlice& slice : cost.slices) {
        kept = std::max(kept, slice.kept);
    }
    const BackwardMoment moment = backwardMoment(context, model, run, strategy, cost.memory);
    return LayerFigures{cost.memory.states() - moment.freed,
                        kept,
                        added(moment.transient, moment.freed),
                        cost.forward,
                        cost.backward,
                        cost.weightGradient,
                        cost.sync + cost.optimizer};
}

}  // namespace

std::size_t LayerCosts::Hash::operator()(const Key& key) const
{
    const LayerStrategy& s = key.strategy;
    std::size_t hash =
        static_cast<std::size_t>(key.samples) + (static_cast<std::size_t>(key.unevenMicrobatches) << 40U);
    const auto add = [&hash](auto value) {
        hash = (hash ^ static_cast<std::size_t>(value)) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 32U;
    };
    add(8 * key.pipeline + (key.lastFreesFirst ? 4 : 0) + (key.endsMeet ? 2 : 0) + (key.inPlace ? 1 : 0) +
        (key.slices << 24));
    add((static_cast<std::size_t>(s.tensor) << 32U) + static_cast<std::size_t>(s.data));
    add((static_cast<std::size_t>(s.context) << 32U) + static_cast<std::size_t>(s.expert));
    add((static_cast<std::size_t>(s.shard) << 32U) + static_cast<std::size_t>(4 * s.expertTensor + s.zero));
    const int places = static_cast<int>(s.placement) + 4 * static_cast<int>(s.shardPlacement);
    const int kept = static_cast<int>(s.kept.part) + 4 * static_cast<int>(s.kept.on) + (s.offloadOptimizer ? 8 : 0) +
                     (s.offloadWeights ? 16 : 0) + (s.gathersKeys ? 32 : 0);
    const int layout = static_cast<int>(s.layout) + 4 * (s.depth - 1);
    add(static_cast<int>(s.sequence) + 4 * places + 64 * kept + (layout << 12));
    return hash;
}

std::shared_ptr<const LayerCosts::OfTypes> LayerCosts::of(const CostContext& context, const Architecture& model,
                                                          const LayerTypes& types, const LayerStrategy& strategy)
{
    const std::int64_t shares = std::int64_t{context.microbatches} * strategy.data;
    if (context.training.globalBatch % shares != 0) {
        return nullptr;
    }
    const Key key{context.pipeline,
                  context.endsMeet,
                  context.lastFreesFirst,
                  context.training.makesGradientsInPlace(context.microbatches),
                  static_cast<int>(context.slices.size()),
                  context.training.globalBatch / shares,
                  context.training.documents.differ() ? context.microbatches : 0,
                  strategy};
    Shard& shard = m_shards[Hash()(key) / 8 % m_shards.size()];
    {
        const std::lock_guard lock(shard.mutex);
        if (const auto known = shard.known.find(key); known != shard.known.end()) {
            return known->second;
        }
    }
    auto ofTypes = std::make_shared<OfTypes>(types.size());
    if (!hostRefusal(strategy, *context.cluster)) {
        std::call_once(m_hasProfiles, [&] { m_profiles = std::vector<ProfileBook>(types.size()); });
        for (std::size_t type = 0; type < types.size(); ++type) {
            (*ofTypes)[type] = figuresOf(context, model, types.runs[type], strategy, m_profiles[type]);
        }
    }
    const std::lock_guard lock(shard.mutex);
    if (shard.known.size() >= mostKnown / m_shards.size()) {
        shard.known.clear();
    }
    shard.known.emplace(key, ofTypes);
    return ofTypes;
}

}  // namespace pgram
