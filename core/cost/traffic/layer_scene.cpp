// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/traffic/layer_scene.h"

#include "core/cost/uneven_samples.h"
#include "core/model/layer_role.h"

namespace pgram {

namespace {

ShardShape shardShape(const CostContext& context, const Sharding& sharding)
{
    const int tokens = sharding.attention.parts(Axis::Tokens);
    ShardShape shard;
    shard.samples = context.sequencesPerMicrobatch(sharding.inside.parts(Axis::Samples));
    shard.sequence = context.sequence;
    shard.behind = context.behind;
    shard.grid = sharding.grid;
    shard.tensor = shard.grid.side > 1 ? 1 : sharding.weights.split.size;
    shard.context = tokens;
    shard.ulysses = sharding.inside.parts(Axis::Tokens) / tokens;
    shard.expert = sharding.experts.experts.size;
    shard.expertTensor = sharding.experts.split.size;
    shard.tokensSplit = sharding.boundary.parts(Axis::Tokens) > sharding.inside.parts(Axis::Tokens);
    return shard;
}

std::shared_ptr<const LayerProfile> profileOf(const CostContext& context, const LayerSpec& layer, bool storesScores,
                                              const ShardShape& shard, bool ownsTable, ProfileBook* book)
{
    const auto make = [&] {
        Training training = context.training;
        training.fusedAttention = training.fusedAttention && !storesScores;
        return layerProfile(layer, shard, training, context.cluster->device, ownsTable ? context.pipeline : 1);
    };
    return book != nullptr ? book->of({shard, storesScores, ownsTable, layer.frozenBelow}, make)
                           : std::make_shared<const LayerProfile>(make());
}

/// Returns the profile of the rank whose attention takes longest: by this share longer than the mean.
std::shared_ptr<const LayerProfile> waitedFor(std::shared_ptr<const LayerProfile> mean, double wait)
{
    if (wait <= 0) {
        return mean;
    }
    auto slowest = std::make_shared<LayerProfile>(*mean);
    slowest->forward += wait * mean->attentionForward;
    slowest->attentionForward += wait * mean->attentionForward;
    slowest->backwardInput += wait * mean->attentionBackward;
    slowest->attentionBackward += wait * mean->attentionBackward;
    return slowest;
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
      sharding(shardingOf(how)),
      shard(shardShape(context, sharding)),
      known(waitedFor(profileOf(context, spec, sharding.ringAttention, shard, keepsTableTwice, book),
                      attentionWait(context, spec, how, sharding, shard.samples))),
      profile(*known),
      bytes(context.training, context.microbatches, spec, how, sharding, profile)
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
