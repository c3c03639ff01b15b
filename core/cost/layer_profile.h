// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Costs of one layer on one device for one micro-batch. All costs enter the planner in this form, whether computed from
// the architecture (here) or read from measured profiles.
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
    double parameters = 0;  ///< owned by this device, without experts
    double expertParameters = 0;
    double usedParameters = 0;  ///< includes a tied table that another layer owns
    ParameterCounts trained;    ///< trained parameters, or those of the adapters
    TrainedShapes shapes;       ///< shapes of the `trained` parameters
    Trains trains = Trains::All;
    double weightBytes = 0;   ///< average per parameter; adapters have compute precision
    double expanded = 0;      ///< bytes of a 4-bit matrix while it is used
    double narrowCopies = 0;  ///< bytes of 8-bit or 4-bit copies that are kept next to the weights
    bool backward = true;     ///< a gradient arrives at the layer
    int tensorReductions = 0;
    int tensorReductionsBackward = 0;
    int moduleReductions = 0;            ///< the part of `tensorReductions` that recomputing modules repeats
    std::vector<double> regathered;      ///< bytes of each input that backward gathers again
    std::vector<ProductShape> products;  ///< full products of a layer on a grid
    int norms = 0;
    int weightTensors = 0;  ///< number of matrices; vectors stay on every rank if weights are sharded one by one
    Flops modelFlops = 0;   ///< with full attention
    Flops causalFlops = 0;  ///< with the query-key pairs that masks leave
};

/// Returns the profile from architecture and device: GEMM seconds = FLOP/(peak·efficiency of its shape), everything
/// else = bytes/(memory bandwidth·efficiency), and one launch per operator (docs/method/time.md, A layer on one device;
/// product_time.h defines efficiency(M, N, K)).
[[nodiscard]] LayerProfile analyticProfile(const LayerSpec& layer, const ShardShape& shard, const Training& training,
                                           const Device& device, int pipeline);

/// Returns the profile from a profiler's measurement of the layer: its forward line, a backward twice as long, its
/// parameters, and the kept bytes per tensor degree. Dimensions and device supply only what was not measured: the
/// division of the seconds into attention and the halves of backward, and the ratio between an unmeasured sequence
/// length, precision, tensor degree or split of tokens and the measured one (our definition).
[[nodiscard]] LayerProfile measuredProfile(const LayerSpec& layer, const MeasuredLayer& measured,
                                           const ShardShape& shard, const Training& training, const Device& device,
                                           int pipeline);

/// Returns the measured profile if the layer has a measurement, else the analytic one, at the device's speed.
[[nodiscard]] LayerProfile layerProfile(const LayerSpec& layer, const ShardShape& shard, const Training& training,
                                        const Device& device, int pipeline);

/// Returns the seconds to stream `bytes` through the device's memory.
[[nodiscard]] Seconds streamSeconds(const Device& device, double bytes);

/// Returns the seconds of compute X and communication D that overlap on one device: max(X, D) + (κ-1)·min(X, D)
/// (docs/method/communication.md, Overlap).
[[nodiscard]] Seconds overlapped(Seconds compute, Seconds communication, double slowdown);

}  // namespace pgram
