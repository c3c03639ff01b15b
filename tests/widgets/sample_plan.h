// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans of any shape for the tests of the views: a Transformer of `layers` decoders on a cluster of two link levels,
// cut evenly, with a strategy for each stage's devices that changes along the layers.
#pragma once

#include "core/plan/plan.h"

#include <algorithm>

namespace pgram {

inline Architecture sampleModel(int layers)
{
    LayerSpec layer;
    layer.kind = LayerKind::Decoder;
    layer.name = "decoder";
    layer.count = layers;
    layer.hidden = 2048;
    layer.heads = 32;
    layer.kvHeads = 32;
    layer.headDim = 64;
    layer.ffn = 8192;
    Architecture model;
    model.name = "sample";
    model.title = "Sample Transformer";
    model.family = "gpt3";
    model.sequenceLength = 1024;
    model.runs = {layer};
    return model;
}

inline Cluster sampleCluster(int devices)
{
    Cluster cluster;
    cluster.name = "sample";
    cluster.title = "Sample cluster";
    cluster.devices = devices;
    cluster.device.name = "Sample device";
    cluster.device.memory = 24 * GiB;
    cluster.device.peakFp32 = 16e12;
    cluster.device.peakFp16 = 130e12;
    cluster.device.peakBf16 = 130e12;
    cluster.device.memoryBandwidth = 672e9;
    const int island = std::min(8, devices);
    cluster.links.push_back({"NVLink", island, 100e9, {0.8, {}}, 5e-6});
    if (devices > island) {
        cluster.links.push_back({"InfiniBand", devices, 12.5e9, {0.8, {}}, 15e-6});
    }
    return cluster;
}

/// Cycles through what `devices` can do, changing every third layer.
inline LayerStrategy sampleStrategy(int layer, int devices)
{
    LayerStrategy strategy;
    strategy.data = devices;
    const int turn = layer / 3 % 4;
    if (turn >= 1 && devices >= 2) {
        strategy.tensor = 2;
        strategy.data = devices / 2;
    }
    if (turn >= 2) {
        strategy.zero = 3;
    }
    if (turn == 3) {
        strategy.kept.part = KeptPart::Input;
    }
    return strategy;
}

inline Plan samplePlan(int stages, int layers, int microbatches, int devicesPerStage = 2)
{
    Plan plan;
    plan.name = "sample plan";
    plan.model = sampleModel(layers);
    plan.cluster = sampleCluster(stages * devicesPerStage);
    plan.training.globalBatch = static_cast<std::int64_t>(microbatches) * devicesPerStage;
    plan.schedule.microbatches = microbatches;
    int first = 0;
    for (int stage = 0; stage < stages; ++stage) {
        const int count = layers / stages + (stage < layers % stages ? 1 : 0);
        plan.chunks.push_back({first, count});
        first += count;
    }
    for (int layer = 0; layer < layers; ++layer) {
        plan.strategies.push_back(sampleStrategy(layer, devicesPerStage));
    }
    return plan;
}

/// The same layers under a schedule with `chunks` of them a stage.
inline Plan chunkedPlan(ScheduleKind kind, int stages, int layers, int microbatches, int chunks = 2)
{
    Plan plan = samplePlan(stages, layers, microbatches);
    plan.schedule.kind = kind;
    plan.schedule.virtualStages = chunks;
    plan.chunks = chunksFromSizes(evenCut(plan.model, stages * chunks));
    return plan;
}

}  // namespace pgram
