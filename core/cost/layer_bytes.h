// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one layer under one strategy holds on a device and on its host: docs/method/memory.md, Stage memory. Bytes, of
// one rank.
#pragma once

#include "core/cost/layer_cost.h"
#include "core/cost/layer_profile.h"

namespace pgram {

class LayerBytes {
public:
    /// All outlive it.
    LayerBytes(const Training& training, int microbatches, const LayerSpec& layer, const LayerStrategy& strategy,
               const LayerProfile& profile)
        : m_training(training),
          m_microbatches(microbatches),
          m_layer(layer),
          m_strategy(strategy),
          m_groups(groupsOf(strategy)),
          m_profile(profile)
    {}

    /// Of one device and, of activations, one micro-batch.
    [[nodiscard]] LayerMemory memory() const;
    /// Trained ones of one device under a ZeRO stage that shards them from `zeroStage` on; of layers that share a set,
    /// the layer's part of it.
    [[nodiscard]] double shardedParameters(int zeroStage) const;
    /// Of `count` parameters and `trained` ones, which are adapters beside them or among them.
    [[nodiscard]] double weightBytes(double count, double trained) const;
    /// The optimizer's own, of a trained parameter.
    [[nodiscard]] double optimizerBytes() const { return pgram::optimizerBytes(m_training, m_profile.shapes); }
    /// What a micro-batch leaves for its backward, here or on the host.
    [[nodiscard]] double heldBytes() const;
    /// The part of it that never leaves the device, as a later layer joins it.
    [[nodiscard]] double lastingBytes() const;
    /// Returns the share of the optimizer states that is in host memory; 0 where the optimizer is not offloaded.
    [[nodiscard]] double offloadedShare() const { return m_strategy.offloadOptimizer ? m_training.offloadShare : 0; }
    /// The host adds up the gradients of the micro-batches, unless the device must first sum them with its copies once
    /// a step (ZeRO-Offload, 2101.06840 §3, has z=2 or one device) or the framework keeps them there until then.
    [[nodiscard]] bool gradientsLeave() const;
    /// A gradient on its way out, in compute precision.
    [[nodiscard]] double leavingGradientBytes() const;

private:
    [[nodiscard]] double sharded(const ParameterCounts& counts, int zeroStage) const;
    /// Offloaded activations that backward reads, and those that come in for the layer before (taken as large as this
    /// one: exact in a run of equal layers); the gradient that goes out, where weightGradientBytes() has it not.
    [[nodiscard]] double hostBufferBytes() const;
    /// Of weights or gradients, whole beside the shards; a framework that shards the weights has none.
    [[nodiscard]] double flatCopyBytes() const;
    /// Made by this layer's backward before they are added to the accumulated ones. From z=2 on gatheredBytes() has
    /// them.
    [[nodiscard]] double weightGradientBytes() const;
    /// Returns the bytes of the gradients that backward makes. A head's loss runs backward before its product does, so
    /// that the larger of both moments counts; with sharded weights their sum, as allocators of such runs report it.
    [[nodiscard]] double gradientsBytes() const;
    [[nodiscard]] bool gathersWeights() const;
    /// Of the matrices in 8 or 4 bits beside those of 16. Under z=3 they are made of the gathered weights and go with
    /// them (Transformer Engine d0067d0d, module/linear.py: no workspace under FSDP2); else they stay.
    [[nodiscard]] double narrowCopyBytes() const;
    /// Under z=3 the gathered weights of this layer and of the one fetched ahead (taken as large as this one: exact in
    /// a run of equal layers, an upper bound elsewhere); from z=2 on the gradient before it is scattered.
    [[nodiscard]] double gatheredBytes() const;

    const Training& m_training;
    int m_microbatches;
    const LayerSpec& m_layer;
    const LayerStrategy& m_strategy;
    StrategyGroups m_groups;
    const LayerProfile& m_profile;
};

}  // namespace pgram
