// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bytes that one layer under one strategy holds on a device and on its host: docs/method/memory.md, Stage memory. All
// figures are per rank.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/layer_profile.h"
#include "core/strategy/sharding.h"

namespace pgram {

class LayerBytes {
public:
    /// All arguments must outlive the object.
    LayerBytes(const Training& training, int microbatches, const LayerSpec& layer, const LayerStrategy& strategy,
               const Sharding& sharding, const LayerProfile& profile)
        : m_training(training),
          m_microbatches(microbatches),
          m_layer(layer),
          m_strategy(strategy),
          m_sharding(sharding),
          m_profile(profile)
    {}

    /// Returns the bytes per device; activations are per micro-batch.
    [[nodiscard]] LayerMemory memory() const;
    /// Returns the trained parameters per device under a ZeRO stage that shards them from `zeroStage` on. If layers
    /// share a set of parameters, returns the layer's part of the set.
    [[nodiscard]] double shardedParameters(int zeroStage) const;
    /// Returns the weight bytes of `count` parameters and `trained` ones, which are adapters next to them or some of
    /// them.
    [[nodiscard]] double weightBytes(double count, double trained) const;
    /// Returns the weight bytes of this rank: a shard under z=3.
    [[nodiscard]] double weightShardBytes() const;
    /// Returns the bytes of optimizer states per trained parameter.
    [[nodiscard]] double optimizerBytes() const { return pgram::optimizerBytes(m_training, m_profile.shapes); }
    /// Returns the bytes that a micro-batch keeps for its backward, on the device or on the host.
    [[nodiscard]] double heldBytes() const;
    /// Returns the part of these bytes that never leaves the device, because a later layer uses it.
    [[nodiscard]] double lastingBytes() const;
    /// Returns the share of the optimizer states that is in host memory; 0 where the optimizer is not offloaded.
    [[nodiscard]] double offloadedShare() const { return m_strategy.offloadOptimizer ? m_training.offloadShare : 0; }
    /// Returns true if the host sums the gradients of the micro-batches. The device sums them if it must first combine
    /// them with its replicas once per step (ZeRO-Offload, 2101.06840 §3, has z=2 or one device), or if the framework
    /// keeps them there until then.
    [[nodiscard]] bool gradientsLeave() const;
    /// Returns the bytes of a gradient on its way out, in compute precision.
    [[nodiscard]] double leavingGradientBytes() const;

private:
    [[nodiscard]] double sharded(const ParameterCounts& counts, int zeroStage) const;
    /// Returns the bytes of buffers for copies: offloaded activations that backward reads, those that arrive for the
    /// layer before (assumed as large as this layer: exact in a run of equal layers), the shards of weights that arrive
    /// to be gathered, and the outgoing gradient unless weightGradientBytes() includes it.
    [[nodiscard]] double hostBufferBytes() const;
    /// Returns the bytes of full copies of weights or gradients next to the shards. A framework that shards the weights
    /// has none.
    [[nodiscard]] double flatCopyBytes() const;
    /// Returns the bytes of gradients that this layer's backward makes before they are added to the accumulated ones.
    /// From z=2 on gatheredBytes() includes them.
    [[nodiscard]] double weightGradientBytes() const;
    /// Returns the bytes of the gradients that backward makes. A head's loss runs backward before its product does, so
    /// that the larger of both moments counts; with sharded weights their sum, as allocators of such runs report it.
    [[nodiscard]] double gradientsBytes() const;
    [[nodiscard]] bool gathersWeights() const;
    /// Returns the bytes of 8-bit or 4-bit copies of 16-bit matrices. Under z=3 the copies are made from the gathered
    /// weights and freed with them (Transformer Engine d0067d0d, module/linear.py: no workspace under FSDP2); otherwise
    /// they stay.
    [[nodiscard]] double narrowCopyBytes() const;
    /// Returns the bytes of gathered tensors. Under z=3 these are the weights of this layer and of the prefetched one
    /// (assumed as large as this layer: exact in a run of equal layers, an upper bound elsewhere); from z=2 on also the
    /// gradient before it is scattered.
    [[nodiscard]] double gatheredBytes() const;

    const Training& m_training;
    int m_microbatches;
    const LayerSpec& m_layer;
    const LayerStrategy& m_strategy;
    const Sharding& m_sharding;
    const LayerProfile& m_profile;
};

}  // namespace pgram
