// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The transfers of one layer, kind by kind. Each function reads the scene, lists its charges, and adds their seconds
// next to or after the compute of forward and backward. The lanes carry everything that a function needs to know of
// other transfers.
#pragma once

#include "core/cost/traffic/lane.h"
#include "core/cost/traffic/layer_scene.h"

#include <vector>

namespace pgram {

/// Sums of the transfers of a layer.
struct Overlap {
    explicit Overlap(const LayerScene& scene)
        : forward(scene.profile.forward, scene.cluster.overlapSlowdown.value),
          backward(scene.backwardCompute(), scene.cluster.overlapSlowdown.value)
    {}

    Lane forward;
    Lane backward;     ///< for every micro-batch
    Seconds sync = 0;  ///< per step
    std::vector<Charge> charges;

    /// Charges `times` transfers per step, which take `seconds` together, `exposed` of them on the critical path.
    void charge(TrafficKind kind, CollectiveKind how, Group group, const CollectiveCost& once, double times,
                Seconds seconds, Seconds exposed);
    /// Charges the transfers of each of `m` micro-batches.
    void chargeEach(double m, TrafficKind kind, CollectiveKind how, Group group, const CollectiveCost& once,
                    double times, Seconds seconds, Seconds exposed);
};

/// Adds weights that are gathered and gradients that are scattered or all-reduced, once per step or per micro-batch.
void weightTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds the activations of the tensor group.
void tensorTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds operands and results of a grid or a cube, and keys and values of ring self-attention.
void layoutTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds the all-to-alls of Ulysses, and keys and values around the ring.
void tokenTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds tokens to their experts and back.
void expertTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds offloaded tensors. Call it last: these copies hide behind everything else in a micro-batch.
void hostTraffic(const LayerScene& scene, Overlap& overlap);

/// Adds `transfers` transfers of `buffer` bytes per rank in forward, their mirrors in backward, and those of forward
/// again if backward repeats all of it. Nothing hides them.
void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               Volume buffer, int transfers);
/// Work that hides transfers.
enum class Beside {
    Nothing,
    Layer,          ///< all compute of the layer, on another micro-batch
    SharedExperts,  ///< the layer's shared experts
};
/// Adds transfers of known cost.
void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               const CollectiveCost& once, int transfers, Beside beside);

}  // namespace pgram
