// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layer_cost.h"

#include "core/cost/slice_cost.h"
#include "core/cost/traffic/layer_traffic.h"

#include <algorithm>
#include <utility>

namespace pgram {

namespace {

/// Muon's products, in 16 bits; ranks that share states each have whole matrices of their own (2502.16982 §2.3), and
/// the gather of their momentum is not charged.
Seconds orthogonalSeconds(const LayerScene& scene)
{
    const TrainedShapes& shapes = scene.profile.shapes;
    const int steps = optimizerRow(scene.training.optimizer).newtonSchulzSteps;
    if (steps == 0 || shapes.orthogonal == 0) {
        return 0;
    }
    const Device& device = scene.cluster.device;
    const double owned = scene.bytes.shardedParameters(1) / shapes.all();
    return owned * steps * shapes.orthogonal /
           (device.peak(Precision::Bf16) * device.gemmEfficiency.value * device.speed);
}

/// The update reads and writes every state of its shard once; host and device update their parts side by side.
Seconds optimizerSeconds(const LayerScene& scene)
{
    const Training& training = scene.training;
    const double gradients = optimizerRow(training.optimizer).gradientReads * training.gradientBytes;
    const double bytes =
        scene.bytes.shardedParameters(1) * (2.0 * scene.bytes.optimizerBytes() + gradients + training.elementBytes());
    const Device& device = scene.cluster.device;
    const auto onDevice = [&](double part) { return part > 0 ? streamSeconds(device, part) / device.speed : 0; };
    if (scene.strategy.offloadOptimizer) {
        const double onHost = scene.bytes.offloadedShare() * bytes;
        return std::max(onHost / scene.cluster.host.updateBandwidth.value, onDevice(bytes - onHost)) +
               orthogonalSeconds(scene);
    }
    return bytes > 0 ? onDevice(bytes) + orthogonalSeconds(scene) : 0;
}

}  // namespace

LayerCost layerCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy,
                    ProfileBook* book)
{
    if (!context.slices.empty()) {
        return slicedLayerCost(context, layer, strategy);
    }
    const LayerScene scene(context, layer, strategy, book);
    Overlap overlap(scene);
    weightTraffic(scene, overlap);
    tensorTraffic(scene, overlap);
    layoutTraffic(scene, overlap);
    tokenTraffic(scene, overlap);
    expertTraffic(scene, overlap);
    hostTraffic(scene, overlap);
    LayerCost cost;
    cost.memory = scene.bytes.memory();
    cost.memory.transient = added(cost.memory.transient, wholeBytes(gatheredKeyBytes(scene)));
    cost.forward = overlap.forward.total();
    cost.backward = overlap.backward.total();
    cost.weightGradient = scene.profile.backwardWeight;
    cost.sync = overlap.sync;
    cost.optimizer = optimizerSeconds(scene);
    const double parts = static_cast<double>(context.microbatches) * scene.sharding.inside.parts(Axis::Samples) *
                         scene.sharding.attention.parts(Axis::Tokens);
    cost.modelFlops = parts * scene.profile.modelFlops;
    cost.causalFlops = parts * scene.profile.causalFlops;
    cost.charges = std::move(overlap.charges);
    return cost;
}

}  // namespace pgram
