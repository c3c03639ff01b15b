// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/traffic/layer_traffic.h"

#include <algorithm>

namespace pgram {

namespace {

void chargeHost(const LayerScene& scene, Overlap& overlap, double bytes, double times, Seconds seconds, Seconds exposed)
{
    CollectiveCost copy;
    copy.route = Route::Direct;
    copy.link = scene.cluster.hostLink();
    copy.bytesPerRank = bytes;
    overlap.charge(TrafficKind::HostTransfer, CollectiveKind::PointToPoint, Group{}, copy, times, times * seconds,
                   exposed);
}

/// Kept tensors go out behind the forward and come back before the backward, by copy engines, which slow no kernel.
/// What waits for them depends on the stage's other layers and on its memory: plan/out_of_core charges it
/// (docs/method/other-systems.md, Out-of-core training).
void addActivations(const LayerScene& scene, Overlap& overlap)
{
    const double bytes = scene.bytes.heldBytes() - scene.bytes.lastingBytes();
    const Seconds once = scene.cluster.host.copySeconds(bytes);
    chargeHost(scene, overlap, bytes, 2.0 * scene.microbatches, once, 0);
}

/// Gradients go out beside backward: each micro-batch's, or their sum beside the last one. Updated weights come back
/// once a step, when the host has done with them.
void addOptimizer(const LayerScene& scene, Overlap& overlap)
{
    const bool leave = scene.bytes.gradientsLeave();
    const double owned = scene.bytes.offloadedShare() * scene.bytes.shardedParameters(1);
    const double out = leave ? scene.bytes.leavingGradientBytes() : scene.training.gradientBytes * owned;
    const Seconds seconds = scene.cluster.host.copySeconds(out);
    const Seconds stall = std::max(0.0, seconds - overlap.backward.total());
    const double times = leave ? scene.microbatches : 1;
    chargeHost(scene, overlap, out, times, seconds, times * stall);
    if (leave) {
        overlap.backward.after(stall);
    } else {
        overlap.sync += stall;
    }
    if (scene.strategy.offloadWeights) {
        return;  // The next gathers copy the weights in.
    }
    const double weights = scene.bytesOf(owned);
    const Seconds back = scene.cluster.host.copySeconds(weights);
    chargeHost(scene, overlap, weights, 1, back, back);
    overlap.sync += back;
}

/// Each gather of ZeRO-3 reads the shards of a layer from the host, ahead and beside compute and other transfers, by
/// copy engines: what exceeds a whole pass of the layer is exposed.
void addWeights(const LayerScene& scene, Overlap& overlap)
{
    const double bytes = scene.bytes.weightShardBytes();
    const Seconds once = scene.cluster.host.copySeconds(bytes);
    const int backwards = scene.backwards();
    const Seconds inForward = std::max(0.0, once - overlap.forward.total());
    const Seconds inBackward = backwards > 0 ? std::max(0.0, once - overlap.backward.total()) : 0;
    chargeHost(scene, overlap, bytes, (1.0 + backwards) * scene.microbatches, once,
               scene.microbatches * (inForward + inBackward));
    overlap.forward.after(inForward);
    overlap.backward.after(inBackward);
}

}  // namespace

void hostTraffic(const LayerScene& scene, Overlap& overlap)
{
    if (scene.strategy.offloadWeights) {
        addWeights(scene, overlap);
    }
    if (scene.strategy.kept.isOnHost() && scene.profile.backward) {
        addActivations(scene, overlap);
    }
    if (scene.strategy.offloadOptimizer && scene.profile.trains != Trains::Nothing) {
        addOptimizer(scene, overlap);
    }
}

}  // namespace pgram
