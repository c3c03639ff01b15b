// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The transfers of one layer, kind by kind. Each function reads the scene, lists its charges, and puts their seconds
// beside or after the compute of forward and backward; what it must know of the others' is in the lanes.
#pragma once

#include "core/cost/traffic/lane.h"
#include "core/cost/traffic/layer_scene.h"

#include <vector>

namespace pgram {

/// What the transfers of a layer add up to.
struct Overlap {
    explicit Overlap(const LayerScene& scene)
        : forward(scene.profile.forward, scene.cluster.overlapSlowdown.value),
          backward(scene.backwardCompute(), scene.cluster.overlapSlowdown.value)
    {}

    Lane forward;
    Lane backward;     ///< of every micro-batch
    Seconds sync = 0;  ///< once a step
    std::vector<Charge> charges;

    /// Charges `times` transfers a step, which take `seconds` together and expose so many of them.
    void charge(TrafficKind kind, CollectiveKind how, Group group, const CollectiveCost& once, double times,
                Seconds seconds, Seconds exposed);
    /// The same of each of `m` micro-batches.
    void chargeEach(double m, TrafficKind kind, CollectiveKind how, Group group, const CollectiveCost& once,
                    double times, Seconds seconds, Seconds exposed);
};

/// Weights gathered, gradients scattered or all-reduced, once a step or with each micro-batch.
void weightTraffic(const LayerScene& scene, Overlap& overlap);
/// Activations of the tensor group.
void tensorTraffic(const LayerScene& scene, Overlap& overlap);
/// Operands and results of a grid or a cube, keys and values of a ring of self-attention.
void layoutTraffic(const LayerScene& scene, Overlap& overlap);
/// Ulysses' all-to-alls, and keys and values around the ring.
void tokenTraffic(const LayerScene& scene, Overlap& overlap);
/// Tokens to their experts and back.
void expertTraffic(const LayerScene& scene, Overlap& overlap);
/// Offloaded tensors; after all others, as these copies hide behind all that a micro-batch takes.
void hostTraffic(const LayerScene& scene, Overlap& overlap);

/// `transfers` of `buffer` bytes a rank in forward, their mirrors in backward, and forward's again where all of it is
/// repeated. Nothing hides them.
void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               Volume buffer, int transfers);
/// What transfers run beside.
enum class Beside {
    Nothing,
    Layer,          ///< all of the layer's compute, of another micro-batch
    SharedExperts,  ///< the layer's own
};
/// The same of transfers whose cost is known.
void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               const CollectiveCost& once, int transfers, Beside beside);

}  // namespace pgram
