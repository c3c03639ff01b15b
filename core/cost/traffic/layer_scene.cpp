// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/traffic/layer_scene.h"

#include "core/model/layer_role.h"

namespace pgram {

namespace {

ShardShape shardShape(const CostContext& context, const LayerStrategy& strategy)
{
    ShardShape shard;
    shard.samples =
        static_cast<double>(context.training.globalBatch) / (static_cast<double>(context.microbatches) * strategy.data);
    shard.sequence = context.sequence;
    shard.behind = context.behind;
    shard.context = strategy.context;
    switch (strategy.layout) {
    case TensorLayout::Line:
        shard.tensor = strategy.weightParts();
        shard.ulysses = strategy.tokenRanks() / strategy.context;
        break;
    case TensorLayout::Grid:
    case TensorLayout::Cube:
        shard.grid = {strategy.side(), strategy.layout == TensorLayout::Cube ? 3 : 2};
        break;
    case TensorLayout::Ring:
        shard.context *= strategy.tensor;
        break;
    }
    shard.expert = strategy.expert;
    shard.expertTensor = strategy.expertParts();
    shard.tokensSplit = strategy.sequence == SequenceParallel::Megatron;
    return shard;
}

/// Ring self-attention writes its scores: each rank has whole rows of them (2105.13120 §3.2).
std::shared_ptr<const LayerProfile> profileOf(const CostContext& context, const LayerSpec& layer,
                                              const LayerStrategy& strategy, const ShardShape& shard, bool ownsTable,
                                              ProfileBook* book)
{
    const bool storesScores = strategy.layout == TensorLayout::Ring;
    const auto make = [&] {
        Training training = context.training;
        training.fusedAttention = training.fusedAttention && !storesScores;
        return layerProfile(layer, shard, training, context.cluster->device, ownsTable ? context.pipeline : 1);
    };
    return book != nullptr ? book->of({shard, storesScores, ownsTable}, make)
                           : std::make_shared<const LayerProfile>(make());
}

}  // namespace

LayerScene::LayerScene(const CostContext& context, const LayerSpec& spec, const LayerStrategy& how, ProfileBook* book)
    : cluster(*context.cluster),
      ends(context.ends()),
      training(context.training),
      layer(spec),
      strategy(how),
      sequence(context.sequence),
      pipeline(context.pipeline),
      keepsTableTwice(context.pipeline > 1 && (!context.endsMeet || isPrediction(spec))),
      microbatches(context.microbatches),
      groups(groupsOf(how)),
      shard(shardShape(context, how)),
      known(profileOf(context, spec, how, shard, keepsTableTwice, book)),
      profile(*known),
      bytes(context.training, context.microbatches, spec, how, profile)
{}

CollectiveCost LayerScene::collectiveIn(const Cluster& seen, CollectiveKind kind, Group group, Volume buffer) const
{
    CollectiveCost cost = collectiveCost(seen, kind, group, buffer);
    cost.seconds /= training.framework.collectiveShare;
    return cost;
}

Seconds LayerScene::recomputed() const
{
    if (!profile.backward) {
        return 0;
    }
    switch (strategy.kept.part) {
    case KeptPart::Input:
        return profile.forward;
    case KeptPart::WithoutAttention:
        return profile.attentionForward;
    case KeptPart::WithoutModules:
        return profile.modulesForward;
    case KeptPart::All:
        break;
    }
    return 0;
}

Seconds LayerScene::backwardCompute() const
{
    return profile.backwardInput + profile.backwardWeight + recomputed();
}

double LayerScene::here(std::int64_t tokens) const
{
    return shard.samples * static_cast<double>(tokens) / (shard.context * shard.ulysses);
}

}  // namespace pgram
