// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A small plan for tests: an encoder of eight layers between its embedding and its head, on eight devices of two
// nodes, in two stages with different strategies.
#pragma once

#include "core/plan/plan.h"

#include <cstddef>

namespace pgram::test {

inline Architecture sampleModel()
{
    Architecture model;
    model.name = "sample";
    model.title = "Sample";
    model.family = "bert";
    model.sequenceLength = 128;
    LayerSpec embedding{.kind = LayerKind::Embedding, .name = "embedding", .hidden = 256, .vocabulary = 1024};
    LayerSpec encoder{.kind = LayerKind::Encoder,
                      .name = "encoder",
                      .count = 8,
                      .hidden = 256,
                      .heads = 8,
                      .kvHeads = 8,
                      .headDim = 32,
                      .ffn = 1024};
    LayerSpec head{.kind = LayerKind::Head, .name = "head", .hidden = 256, .vocabulary = 1024};
    model.runs = {embedding, encoder, head};
    model.source = "made for tests";
    return model;
}

inline Cluster sampleCluster()
{
    Cluster cluster;
    cluster.name = "sample-8";
    cluster.title = "2 nodes of 4";
    cluster.devices = 8;
    cluster.device.name = "Sample";
    cluster.device.memory = 16 * GiB;
    cluster.device.peakFp32 = 16.3e12;
    cluster.device.peakFp16 = 130.5e12;
    cluster.device.memoryBandwidth = 672e9;
    cluster.links = {{"PCIe", 4, 12.1e9, {0.8, {}}, 1e-5}, {"Ethernet", 8, 1.25e9, {0.1 + 0.2, {}}, 3e-5}};
    return cluster;
}

inline Plan samplePlan()
{
    Plan plan;
    plan.name = "sample plan";
    plan.model = sampleModel();
    plan.cluster = sampleCluster();
    plan.training.globalBatch = 32;
    plan.memoryBudget = 4 * GiB;
    plan.schedule = {.kind = ScheduleKind::OneFOneB, .microbatches = 4};
    plan.chunks = chunksFromSizes({6, 4});
    const LayerStrategy data{.data = 4};
    const LayerStrategy sharded{.data = 4, .zero = 3, .kept = {KeptPart::Input}};
    const LayerStrategy mixed{.tensor = 2, .data = 2, .placement = TensorPlacement::Strided};
    plan.strategies.assign(10, data);
    for (std::size_t layer = 2; layer < 5; ++layer) {
        plan.strategies[layer] = sharded;
    }
    for (std::size_t layer = 6; layer < 9; ++layer) {
        plan.strategies[layer] = mixed;
    }
    plan.provenance = {"parallelogram", "0.1.0", "bmw", "dp,sdp,tp,pp,ckpt", "", "optimal", "2026-01-01T00:00:00Z"};
    return plan;
}

}  // namespace pgram::test
