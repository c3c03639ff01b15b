// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Requests at the ends of what files and options may say: every limit of the readers alone, and two at a time.
#pragma once

#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/search/search.h"
#include "tests/core/small_models.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pgram::test {

/// Puts one figure of a request to its least or its most.
struct Extreme {
    std::string name;
    std::function<void(SearchRequest&)> apply;
    bool isSlow = false;  ///< many layers: the exact search of two such takes seconds
};

/// Returns the ends that the readers allow; the test that uses them checks that each is accepted, and that one more is
/// not.
inline std::vector<Extreme> extremes()
{
    std::vector<Extreme> all;
    const auto add = [&all](std::string name, std::function<void(SearchRequest&)> apply, bool isSlow = false) {
        all.push_back({std::move(name), std::move(apply), isSlow});
    };
    const auto block = [](SearchRequest& request) -> LayerSpec& { return request.model.runs[1]; };
    add("batch 2^24", [](SearchRequest& r) { r.training.globalBatch = 1 << 24; });
    add("batch 1", [](SearchRequest& r) { r.training.globalBatch = 1; });
    add("sequence 2^24", [](SearchRequest& r) { r.training.sequenceLength = 1 << 24; });
    add("sequence 1", [](SearchRequest& r) { r.training.sequenceLength = 1; });
    add("one micro-batch", [](SearchRequest& r) { r.microbatches = {1}; });
    add("2^20 micro-batches", [](SearchRequest& r) {
        r.training.globalBatch = 1 << 24;
        r.microbatches = {1 << 20};
    });
    add(
        "4096 layers", [block](SearchRequest& r) { block(r).count = 4094; }, true);
    add("hidden 2^18", [](SearchRequest& r) {
        for (LayerSpec& run : r.model.runs) {
            run.hidden = 1 << 18;
        }
    });
    add("heads 2^14", [block](SearchRequest& r) {
        block(r).heads = block(r).kvHeads = 1 << 14;
        block(r).headDim = 1 << 14;
    });
    add("ffn 2^20", [block](SearchRequest& r) { block(r).ffn = 1 << 20; });
    add("vocabulary 2^24",
        [](SearchRequest& r) { r.model.runs.front().vocabulary = r.model.runs.back().vocabulary = 1 << 24; });
    add("experts 2^14", [block](SearchRequest& r) {
        block(r).experts = 1 << 14;
        block(r).topK = 1 << 14;
    });
    add("extra parameters 2^40", [block](SearchRequest& r) { block(r).extraParameters = std::int64_t{1} << 40; });
    add("2^20 devices", [](SearchRequest& r) {
        r.cluster.devices = 1 << 20;
        r.cluster.links.back().span = 1 << 20;
    });
    add("1 device", [](SearchRequest& r) {
        r.cluster.devices = 1;
        r.cluster.links = {{"inner", 1, 4e9, {0.8, {}}, 1e-6}};
    });
    add("device memory 2^44", [](SearchRequest& r) { r.cluster.device.memory = largestMemory; });
    add("device memory 1 MiB", [](SearchRequest& r) { r.cluster.device.memory = MiB; });
    add("budget 2^44", [](SearchRequest& r) { r.memoryBudget = largestMemory; });
    add("budget 1", [](SearchRequest& r) { r.memoryBudget = 1; });
    add("context 2^44", [](SearchRequest& r) { r.cluster.contextBytes = largestMemory; });
    add("reserve 0.9", [](SearchRequest& r) { r.cluster.reserve.value = 0.9; });
    for (const double rate : {1.0, 1e15}) {
        add(rate > 1 ? "links 1e15" : "links 1", [rate](SearchRequest& r) {
            for (LinkLevel& link : r.cluster.links) {
                link.bandwidth = rate;
            }
        });
        add(rate > 1 ? "memory rate 1e15" : "memory rate 1",
            [rate](SearchRequest& r) { r.cluster.device.memoryBandwidth = rate; });
        add(rate > 1 ? "host 1e15" : "host 1", [rate](SearchRequest& r) {
            r.cluster.host.bandwidth = rate;
            r.cluster.host.updateBandwidth.value = rate;
            r.space.offloadActivations = r.space.offloadOptimizer = true;
        });
    }
    add("latency 1 s", [](SearchRequest& r) {
        for (LinkLevel& link : r.cluster.links) {
            link.latency = link.startup.value = 1;
        }
    });
    add("1 FLOP/s", [](SearchRequest& r) { r.cluster.device.peakFp32 = r.cluster.device.peakBf16 = 1; });
    add("1e18 FLOP/s", [](SearchRequest& r) { r.cluster.device.peakFp32 = r.cluster.device.peakBf16 = 1e18; });
    add("efficiencies 0.001", [](SearchRequest& r) {
        Device& device = r.cluster.device;
        device.gemmEfficiency.value = device.attentionEfficiency.value = device.memoryEfficiency.value = 1e-3;
    });
    add("launch 1 s", [](SearchRequest& r) { r.cluster.device.launchSeconds.value = 1; });
    add("slowdown 4", [](SearchRequest& r) { r.cluster.overlapSlowdown.value = 4; });
    add(
        "1024 chunks",
        [](SearchRequest& r) {
            r.schedule = {ScheduleKind::Interleaved, 1, 1024};
        },
        true);
    add("gpipe", [](SearchRequest& r) { r.schedule = {ScheduleKind::GPipe, 1, 1}; });
    add("zb-v", [](SearchRequest& r) { r.schedule = {ScheduleKind::ZbV, 1, 2}; });
    return all;
}

/// Three blocks on four devices.
inline SearchRequest middlingRequest()
{
    std::mt19937 random(1);
    SearchRequest request;
    request.model = smallModel(3, random);
    request.model.runs = {request.model.runs.front(), request.model.runs[1], request.model.runs.back()};
    request.cluster = smallCluster(4);
    request.cluster.device.memory = 64 * GiB;
    request.training.globalBatch = 64;
    request.threads = 1;
    request.method = Method::Joint;
    return request;
}

/// What a reader says of the request's model and cluster; nothing when it takes them.
inline std::optional<Error> refusalByFile(const SearchRequest& request)
{
    const auto model = parseArchitecture(dumped(toJson(request.model)), "model");
    if (!model) {
        return model.error();
    }
    const auto cluster = parseCluster(dumped(toJson(request.cluster)), "cluster");
    return cluster ? std::nullopt : std::optional(cluster.error());
}

}  // namespace pgram::test
