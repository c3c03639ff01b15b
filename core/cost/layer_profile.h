// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one layer costs on one device for one micro-batch: the one form in which costs enter the planner, whether they
// were worked out from the architecture (here) or read from measured profiles.
#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/product_time.h"
#include "core/model/layer_work.h"

#include <vector>

namespace pgram {

struct LayerProfile {
    Seconds forward = 0;
    Seconds backwardInput = 0;     ///< input-gradient half
    Seconds backwardWeight = 0;    ///< weight-gradient half
    Seconds attentionForward = 0;  ///< the part of `forward` that selective recomputation repeats
    Seconds attentionBackward = 0;
    Seconds modulesForward = 0;  ///< the part of `forward` that recomputing modules repeats
    Seconds sharedForward = 0;   ///< the part of `forward` that shared experts take
    Seconds sharedBackward = 0;
    KeptTensors kept;
    double parameters = 0;  ///< owned by this device, experts aside
    double expertParameters = 0;
    double usedParameters = 0;  ///< with a tied table that another layer owns
    ParameterCounts trained;    ///< of them, or of the adapters beside them
    TrainedShapes shapes;       ///< of `trained`
    Trains trains = Trains::All;
    double weightBytes = 0;   ///< of a parameter, on average; adapters have compute precision
    double expanded = 0;      ///< bytes of a matrix of 4 bits while it is used
    double narrowCopies = 0;  ///< bytes of matrices in 8 or 4 bits that are kept beside the weights
    bool backward = true;     ///< a gradient comes to the layer
    int tensorReductions = 0;
    int tensorReductionsBackward = 0;
    int moduleReductions = 0;            ///< the part of `tensorReductions` that recomputing modules repeats
    std::vector<double> regathered;      ///< bytes of each input that backward gathers again
    std::vector<ProductShape> products;  ///< as wholes, of a layer on a grid
    int norms = 0;
    int weightTensors = 0;  ///< matrices; vectors stay on every rank where weights are sharded one by one
    Flops modelFlops = 0;   ///< attention in full
    Flops causalFlops = 0;  ///< attention with the query-key pairs that masks leave
};

/// From the architecture and the device: GEMM seconds = FLOP/(peak·efficiency of its shape), everything else =
/// bytes/(memory bandwidth·efficiency), and a launch an operator (docs/method/time.md, A layer on one device;
/// product_time.h has efficiency(M, N, K)).
[[nodiscard]] LayerProfile analyticProfile(const LayerSpec& layer, const ShardShape& shard, const Training& training,
                                           const Device& device, int pipeline);

/// From what a profiler measured of the layer: its forward line, backward twice as long, its parameters and the bytes
/// it keeps by tensor degree. The dimensions and the device say only what was not measured: how the seconds divide into
/// attention and the halves of backward, and the ratio by which another sequence length, precision, tensor degree or
/// split of tokens than those measured differs from them (our definition).
[[nodiscard]] LayerProfile measuredProfile(const LayerSpec& layer, const MeasuredLayer& measured,
                                           const ShardShape& shard, const Training& training, const Device& device,
                                           int pipeline);

/// From the layer's measurement where it has one, else analytic; at the device's speed.
[[nodiscard]] LayerProfile layerProfile(const LayerSpec& layer, const ShardShape& shard, const Training& training,
                                        const Device& device, int pipeline);

/// Seconds to stream `bytes` through the device's memory.
[[nodiscard]] Seconds streamSeconds(const Device& device, double bytes);

/// Overlap slowdown: compute X beside communication D on one device takes max(X, D) + (κ-1)·min(X, D)
/// (docs/method/communication.md, Overlap).
[[nodiscard]] Seconds overlapped(Seconds compute, Seconds communication, double slowdown);

}  // namespace pgram
