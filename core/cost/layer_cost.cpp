// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layer_cost.h"

#include "core/cost/slice_cost.h"
#include "core/cost/traffic/layer_traffic.h"
#include "core/cost/uneven_samples.h"

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
    const double share =
        device.updateEfficiency.value > 0 ? device.updateEfficiency.value : device.memoryEfficiency.value;
    const auto onDevice = [&](double part) {
        return part > 0 ? part / (device.memoryBandwidth * share * device.speed) : 0;
    };
    if (scene.strategy.offloadOptimizer) {
        const double onHost = scene.bytes.offloadedShare() * bytes;
        return std::max(onHost / scene.cluster.host.updateBandwidth.value, onDevice(bytes - onHost)) +
               orthogonalSeconds(scene);
    }
    return bytes > 0 ? onDevice(bytes) + orthogonalSeconds(scene) : 0;
}

LayerCost ownCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy, ProfileBook* book)
{
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

/// Adds the transfers of a reference's weights from host memory, in front of the layer's forward: the next layer's come
/// beside the compute of this one, and two layers' lie on the device.
void addHostWeights(const CostContext& context, LayerCost& reference)
{
    const Bytes weights = reference.memory.weights;
    const Seconds once = context.cluster->host.copySeconds(static_cast<double>(weights));
    const Seconds exposed = std::max(0.0, once - reference.forward);
    const double m = context.microbatches;
    reference.charges.push_back({TrafficKind::HostTransfer, CollectiveKind::PointToPoint, Group{}, Route::Direct,
                                 context.cluster->hostLink(), m, static_cast<double>(weights), m * (once - exposed),
                                 m * exposed});
    reference.forward += exposed;
    reference.memory.weights = 0;
    reference.memory.hostStates = added(reference.memory.hostStates, weights);
    reference.memory.transient = added(reference.memory.transient, times(2, weights));
}

/// Adds the forward of the reference model: a layer of which nothing trains, under the same strategy.
void addReference(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy, ProfileBook* book,
                  LayerCost& cost)
{
    LayerSpec frozen = layer;
    frozen.frozen = frozen.frozenBelow = true;
    LayerCost reference = ownCost(context, frozen, strategy, book);
    if (!context.training.copiesReference()) {
        reference.memory.weights = 0;
    } else if (context.training.preference == Preference::Host) {
        addHostWeights(context, reference);
    }
    cost.memory.weights = added(cost.memory.weights, reference.memory.weights);
    cost.memory.hostStates = added(cost.memory.hostStates, reference.memory.hostStates);
    cost.memory.transient = std::max(cost.memory.transient, reference.memory.transient);
    cost.forward += reference.forward;
    cost.modelFlops += reference.modelFlops;
    cost.causalFlops += reference.causalFlops;
    cost.charges.insert(cost.charges.end(), reference.charges.begin(), reference.charges.end());
}

/// Returns the cost of micro-batches whose samples fill the context's sequence.
LayerCost fullCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy, ProfileBook* book)
{
    LayerCost cost = ownCost(context, layer, strategy, book);
    if (context.training.runsReference()) {
        addReference(context, layer, strategy, book, cost);
    }
    return cost;
}

}  // namespace

LayerCost layerCost(const CostContext& context, const LayerSpec& layer, const LayerStrategy& strategy,
                    ProfileBook* book)
{
    if (!context.slices.empty()) {
        return slicedLayerCost(context, layer, strategy);
    }
    if (context.training.documents.isPadded()) {
        return paddedCost(context, layer, strategy,
                          [&](const CostContext& ofLength) { return fullCost(ofLength, layer, strategy, book); });
    }
    return fullCost(context, layer, strategy, book);
}

}  // namespace pgram
