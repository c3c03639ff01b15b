// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/traffic/layer_traffic.h"

#include <algorithm>

namespace pgram {

namespace {

/// Frameworks that cut products and transfers into chunks hide them behind each other.
Seconds exposedTensor(const LayerScene& scene, Seconds compute, Seconds communication)
{
    return scene.training.framework.overlapActivations
               ? Lane(compute, scene.cluster.overlapSlowdown.value).beside(communication)
               : communication;
}

/// Megatron SP keeps a share of each product's input and gathers the whole again beside the products that make the
/// gradients of these inputs; those of the weights come after (2205.05198 §4.2.2). `inBackward`: seconds of transfers
/// that a framework which overlaps all of them has beside backward already.
void addRegathers(const LayerScene& scene, Overlap& overlap, Seconds inBackward)
{
    const bool overlapsAll = scene.training.framework.overlapActivations;
    const Seconds products = std::max(0.0, scene.profile.backwardInput - scene.profile.attentionBackward);
    Lane lane(overlapsAll ? scene.backwardCompute() : products, scene.cluster.overlapSlowdown.value);
    if (overlapsAll) {
        lane.beside(inBackward);
    }
    const double m = scene.microbatches;
    for (const double bytes : scene.profile.regathered) {
        const CollectiveCost gather = scene.collective(CollectiveKind::AllGather, scene.sharding.tensor, bytes);
        const Seconds exposed = lane.beside(gather.seconds);
        overlap.chargeEach(m, TrafficKind::SequenceParallel, CollectiveKind::AllGather, scene.sharding.tensor, gather,
                           1, gather.seconds, exposed);
        overlap.backward.after(exposed);
    }
}

}  // namespace

/// All-reduces, or the same bytes as gather and scatter pairs and what backward gathers again. Nothing hides the former
/// unless the framework overlaps them with the products.
void tensorTraffic(const LayerScene& scene, Overlap& overlap)
{
    const LayerProfile& profile = scene.profile;
    if (scene.shard.tensor == 1 || profile.tensorReductions + profile.tensorReductionsBackward == 0) {
        return;
    }
    const double forward = profile.tensorReductions;
    const double backward = profile.tensorReductionsBackward + scene.repeatedReductions();
    const bool split = scene.shard.tokensSplit;
    const CollectiveKind how = split ? CollectiveKind::AllGather : CollectiveKind::AllReduce;
    const CollectiveCost once = scene.collective(
        how, scene.sharding.tensor, scene.bytesOf(scene.tokensHere() * static_cast<double>(scene.layer.hidden)));
    const double pairs = split ? 2 : 1;
    const double times = (forward + backward) * pairs * scene.microbatches;
    const Seconds inForward = exposedTensor(scene, profile.forward, forward * pairs * once.seconds);
    const Seconds inBackward = exposedTensor(scene, scene.backwardCompute(), backward * pairs * once.seconds);
    overlap.charge(split ? TrafficKind::SequenceParallel : TrafficKind::TensorParallel, how, scene.sharding.tensor,
                   once, times, times * once.seconds, scene.microbatches * (inForward + inBackward));
    overlap.forward.after(inForward);
    overlap.backward.after(inBackward);
    addRegathers(scene, overlap, backward * pairs * once.seconds);
}

}  // namespace pgram
