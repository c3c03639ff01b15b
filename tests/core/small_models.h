// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models and clusters small enough to try everything on.
#pragma once

#include "core/cluster/cluster.h"
#include "core/model/architecture.h"

#include <random>

namespace pgram::test {

inline LayerSpec block(LayerKind kind, const char* name, int count, std::int64_t hidden)
{
    LayerSpec layer;
    layer.kind = kind;
    layer.name = name;
    layer.count = count;
    layer.hidden = hidden;
    layer.heads = layer.kvHeads = 4;
    layer.headDim = hidden / 4;
    layer.ffn = 4 * hidden;
    return layer;
}

inline LayerSpec table(LayerKind kind, const char* name, std::int64_t hidden, std::int64_t vocabulary)
{
    LayerSpec layer;
    layer.kind = kind;
    layer.name = name;
    layer.hidden = hidden;
    layer.vocabulary = vocabulary;
    return layer;
}

/// Embedding, `blocks` decoders of one or two widths of feed-forward, head: blocks + 2 layers.
inline Architecture smallModel(int blocks, std::mt19937& random)
{
    Architecture model;
    model.name = "small";
    model.title = "Small";
    model.sequenceLength = 64;
    const std::int64_t hidden = 256;
    model.runs.push_back(table(LayerKind::Embedding, "embedding", hidden, 1024));
    const int narrow = std::uniform_int_distribution(1, blocks)(random);
    model.runs.push_back(block(LayerKind::Decoder, "narrow", narrow, hidden));
    if (narrow < blocks) {
        model.runs.push_back(block(LayerKind::Decoder, "wide", blocks - narrow, hidden));
        model.runs.back().ffn = 12 * hidden;
    }
    model.runs.push_back(table(LayerKind::Head, "head", hidden, 1024));
    model.runs.back().tied = random() % 2 == 0;
    return model;
}

/// Two levels of links, slow enough that every choice costs something.
inline Cluster smallCluster(int devices)
{
    Cluster cluster;
    cluster.name = "small";
    cluster.title = "Small";
    cluster.devices = devices;
    cluster.device.name = "device";
    cluster.device.memory = 64 * MiB;
    cluster.device.peakFp32 = 1e11;
    cluster.device.peakBf16 = 2e11;
    cluster.device.memoryBandwidth = 1e10;
    cluster.links = {{"inner", devices > 2 ? 2 : devices, 4e9, {0.8, {}}, 1e-6}};
    if (devices > 2) {
        cluster.links.push_back({"outer", devices, 1e9, {0.8, {}}, 5e-6});
    }
    cluster.host = {.link = "host", .bandwidth = 2e9, .updateBandwidth = {5e8, {}}};
    cluster.contextBytes = 1 * MiB;
    return cluster;
}

}  // namespace pgram::test
