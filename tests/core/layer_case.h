// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster and a run on which the cost of a layer can be worked by hand: element-wise work and launches cost nothing.
#pragma once

#include "core/cost/layer_cost.h"

#include <algorithm>

namespace pgram {

/// h = 1024, 16 heads, f = 4h, biases, layer norm, dropout: 12h² + 13h = 12,596,224 parameters.
inline LayerSpec encoder()
{
    return {.kind = LayerKind::Encoder,
            .name = "encoder",
            .hidden = 1024,
            .heads = 16,
            .kvHeads = 16,
            .headDim = 64,
            .ffn = 4096};
}

/// Eight experts, two a token.
inline LayerSpec encoderOfExperts()
{
    LayerSpec layer = encoder();
    layer.experts = 8;
    layer.topK = 2;
    layer.linearBias = layer.qkvBias = false;
    return layer;
}

/// DeepSeek-V2 (2405.04434 §3.1.2): queries and keys of 128 + 64 a head, values of 128.
inline LayerSpec latentDecoder()
{
    LayerSpec layer = encoder();
    layer.kind = LayerKind::Decoder;
    layer.headDim = 192;
    layer.valueDim = 128;
    layer.keyValueRank = 512;
    layer.ropeDim = 64;
    return layer;
}

/// 1 TFLOP/s, links of 10 GB/s without latency, κ = 1.2; n = 512, B = 16, m = 2; bf16 with 32-bit gradients and Adam.
struct LayerCase {
    Cluster cluster;
    CostContext context;

    explicit LayerCase(int devices)
    {
        cluster.devices = devices;
        cluster.device.peakBf16 = 1e12;
        cluster.device.peakFp32 = 1e12;
        cluster.device.memoryBandwidth = 1e30;
        cluster.device.gemmEfficiency.value = 1;
        cluster.device.attentionEfficiency.value = 1;
        cluster.device.launchSeconds.value = 0;
        cluster.links = {{.name = "link", .span = devices, .bandwidth = 1e10, .efficiency = {1.0, {}}}};
        cluster.overlapSlowdown.value = 1.2;
        context.training.globalBatch = 16;
        context.sequence = 512;
        context.microbatches = 2;
    }

    [[nodiscard]] LayerCost cost(const LayerStrategy& strategy, const LayerSpec& layer = encoder())
    {
        context.cluster = &cluster;
        return layerCost(context, layer, strategy);
    }
};

/// Null where the layer has no such charge.
inline const Charge* find(const LayerCost& cost, TrafficKind kind, CollectiveKind collective)
{
    const auto found = std::ranges::find_if(
        cost.charges, [=](const Charge& c) { return c.kind == kind && c.collective == collective; });
    return found == cost.charges.end() ? nullptr : &*found;
}

}  // namespace pgram
