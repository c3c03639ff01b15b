// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Transfers of one layer, one function per kind. Each function computes the transfers that a layer and its strategy
// need (none without a group of the kind), appends a Charge for each, and adds their time to the lane of forward or
// backward: hidden behind compute, or after it. Functions see earlier transfers only through the lanes.
#pragma once

#include "core/cost/traffic/lane.h"
#include "core/cost/traffic/layer_scene.h"

#include <vector>

namespace pgram {

/// Running totals of one layer's compute and transfers.
struct Overlap {
    /// Starts with the layer's compute and no transfers.
    explicit Overlap(const LayerScene& scene)
        : forward(scene.profile.forward, scene.cluster.overlapSlowdown.value),
          backward(scene.backwardCompute(), scene.cluster.overlapSlowdown.value)
    {}

    Lane forward;                 ///< forward of one micro-batch
    Lane backward;                ///< backward of one micro-batch, recomputation included
    Seconds sync = 0;             ///< exposed seconds of transfers once per step
    std::vector<Charge> charges;  ///< all transfers so far

    /// Appends a Charge for `times` transfers per step, each of cost `once`. `seconds` is their total time, `exposed`
    /// the part on the critical path. Lanes and `sync` stay.
    void charge(TrafficKind kind, CollectiveKind how, Group group, const CollectiveCost& once, double times,
                Seconds seconds, Seconds exposed);
    /// Appends a Charge for transfers of each of `m` micro-batches; `times`, `seconds` and `exposed` are those of one.
    void chargeEach(double m, TrafficKind kind, CollectiveKind how, Group group, const CollectiveCost& once,
                    double times, Seconds seconds, Seconds exposed);
};

/// Adds all-gathers of weights and reduce-scatters or all-reduces of gradients, once per step or per micro-batch.
void weightTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds the collectives on activations of the tensor group (Megatron-LM, with or without sequence parallelism).
void tensorTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds the transfers of operands and results of a 2D or 3D tensor group, and of keys and values of ring self-attention
/// within the tensor group.
void layoutTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds the all-to-alls of Ulysses, and the keys and values that context parallelism sends around its ring.
void tokenTraffic(const LayerScene& scene, Overlap& overlap);
/// Returns the bytes of keys and values that a context group gathers, and of their gradients, while attention runs
/// backward; of the larger attention where a layer has two. 0 in a ring.
[[nodiscard]] double gatheredKeyBytes(const LayerScene& scene);
/// Adds the transfers of tokens to their experts and back.
void expertTraffic(const LayerScene& scene, Overlap& overlap);
/// Adds the copies of offloaded tensors between device and host. Must be called last: they hide behind everything else
/// in a micro-batch.
void hostTraffic(const LayerScene& scene, Overlap& overlap);

/// Adds `transfers` transfers of `buffer` bytes per rank to forward, as many of the inverse kind to backward, and those
/// of forward again under full recomputation. All of them are exposed.
void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               Volume buffer, int transfers);
/// Compute that runs at the same time as a transfer and hides it.
enum class Beside {
    Nothing,        ///< none: the transfer is exposed
    Layer,          ///< all compute of the layer, on another micro-batch
    SharedExperts,  ///< the layer's shared experts
};
/// Adds the same for transfers of cost `once` each, hidden by `beside`.
void addPasses(const LayerScene& scene, Overlap& overlap, TrafficKind kind, CollectiveKind how, Group group,
               const CollectiveCost& once, int transfers, Beside beside);

}  // namespace pgram
