// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/program_instances.h"

#include <fmt/format.h>
#include <random>

namespace pgram {

namespace {

class Draw {
public:
    explicit Draw(std::uint64_t seed) : m_random(seed) {}
    /// In [low, high].
    int of(int low, int high)
    {
        return low + static_cast<int>(m_random() % static_cast<std::uint64_t>(high - low + 1));
    }

private:
    std::mt19937_64 m_random;
};

LayerSpec table(LayerKind kind, const char* name, std::int64_t hidden)
{
    LayerSpec layer;
    layer.kind = kind;
    layer.name = name;
    layer.hidden = hidden;
    layer.vocabulary = 1024;
    return layer;
}

Architecture modelOf(Draw& draw, std::uint64_t seed)
{
    Architecture model;
    model.name = fmt::format("instance-{}", seed);
    model.title = fmt::format("Instance {}", seed);
    model.sequenceLength = 64 << draw.of(0, 2);
    const std::int64_t hidden = 256;
    model.runs.push_back(table(LayerKind::Embedding, "embedding", hidden));
    const int kinds = draw.of(1, 4);
    for (int kind = 0; kind < kinds; ++kind) {
        LayerSpec block;
        block.kind = LayerKind::Decoder;
        block.name = fmt::format("block{}", kind);
        block.count = draw.of(1, 2);
        block.hidden = hidden;
        block.heads = block.kvHeads = 4;
        block.headDim = hidden / 4;
        block.ffn = hidden * draw.of(1, 12);
        model.runs.push_back(block);
    }
    model.runs.push_back(table(LayerKind::Head, "head", hidden));
    return model;
}

Cluster clusterOf(Draw& draw)
{
    Cluster cluster;
    cluster.name = "instance";
    cluster.title = "Instance";
    cluster.devices = 2 << draw.of(0, 2);
    cluster.device.name = "device";
    cluster.device.memory = 16 * GiB;
    cluster.contextBytes = 0;
    cluster.device.peakFp32 = 1e11;
    cluster.device.peakBf16 = 2e11;
    cluster.device.memoryBandwidth = 1e10;
    const double inner = 1e9 * draw.of(1, 8);
    cluster.links = {{"inner", std::min(cluster.devices, 2), inner, {0.8, {}}, 1e-6}};
    if (cluster.devices > 2) {
        cluster.links.push_back({"outer", cluster.devices, inner / draw.of(2, 8), {0.8, {}}, 1e-5});
    }
    return cluster;
}

/// Without a budget.
SearchRequest draftOf(Draw& draw, std::uint64_t seed)
{
    SearchRequest request;
    request.model = modelOf(draw, seed);
    request.cluster = clusterOf(draw);
    request.method = Method::Joint;
    request.rule = StepRule::Paper;
    request.threads = 1;
    request.pipelines = {std::min(1 << draw.of(0, 2), std::min(request.cluster.devices, request.model.layerCount()))};
    request.microbatches = {1 << draw.of(0, 3)};
    request.training.globalBatch = 32;
    request.batches = {32};
    request.schedule = {draw.of(0, 1) == 0 ? ScheduleKind::OneFOneB : ScheduleKind::GPipe, 1, 1};
    return request;
}

}  // namespace

SearchRequest programInstance(std::uint64_t seed)
{
    Draw draw(seed);
    for (;;) {
        SearchRequest request = draftOf(draw, seed);
        const Result<SearchResult> free = search(request);
        request.memoryBudget = MiB;
        const Result<SearchResult> none = search(request);
        if (free && free->plan && none && none->infeasibility) {
            const Bytes least = none->infeasibility->smallestBudget;
            const Bytes most = std::max(least, free->estimate->peakMemory);
            request.memoryBudget = least + (most - least) / 8 * draw.of(0, 8);
            return request;
        }
    }
}

}  // namespace pgram
