// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ATOM: partitions into segments, peers, and pipelines over slow networks, computed and measured.
#include "validation/hosted/peers.h"
#include "validation/hosted/segments.h"
#include "validation/systems/case_kinds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace pgram::systems {

namespace {

constexpr std::size_t mostLayers = 256;

struct SegmentCase {
    std::vector<HostedLayer> layers;
    HostedDevice device;
};

SegmentCase readSegments(JsonObject input)
{
    SegmentCase read;
    for (JsonObject& layer : input.objects("layers", mostLayers)) {
        read.layers.push_back({layer.number("f", 0, huge), layer.number("b", 0, huge), layer.number("w", 0, huge),
                               layer.number("act", 0, huge)});
    }
    if (read.layers.empty()) {
        input.fail("layers", Core::tr("is empty"));
    }
    read.device.bytes = input.number("device_bytes", 0, huge);
    read.device.link = input.number("link_bytes_per_s", 1e-30, huge);
    read.device.microbatches = whole(input, "microbatches", 1, largestCount);
    return read;
}

/// "2-1-3".
Segments segmentsOf(std::string_view text)
{
    Segments segments;
    while (!text.empty()) {
        int count = 0;
        std::size_t i = 0;
        for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && count <= largestCount; ++i) {
            count = 10 * count + (text[i] - '0');
        }
        segments.push_back(count);
        text.remove_prefix(std::min(text.size(), i + 1));
    }
    return segments;
}

/// Returns the seconds of segments that cover all layers; infinity if they do not.
Seconds secondsOf(const SegmentCase& input, const Segments& segments)
{
    std::size_t sum = 0;
    for (const int count : segments) {
        if (count < 1 || count > static_cast<int>(mostLayers)) {
            return std::numeric_limits<double>::infinity();
        }
        sum += static_cast<std::size_t>(count);
    }
    return sum == input.layers.size() ? segmentSeconds(input.layers, input.device, segments)
                                      : std::numeric_limits<double>::infinity();
}

/// A count, or the seconds of each.
void checkFeasible(JsonObject& expected, const SegmentCase& input, const SegmentAnswer& best, Checks& checks)
{
    const Json& feasible = expected.json()["feasible_partitions"];
    if (feasible.is_number()) {
        checks.near(expected, "feasible_partitions", best.feasible);
    }
    if (!feasible.is_object()) {
        return;
    }
    checks.near("feasible_partitions", feasible.size(), best.feasible);
    for (const auto& [partition, seconds] : feasible.items()) {
        checks.near("seconds of " + partition, seconds, orNull(secondsOf(input, segmentsOf(partition))));
    }
}

void checkSegments(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        const SegmentCase input = readSegments(row.object("input"));
        JsonObject expected = row.object("expected");
        if (row.error()) {
            return;
        }
        Checks checks = list.of(row.stringOr("name", ""));
        const SegmentAnswer best = bestSegments(input.layers, input.device);
        checks.near(expected, "best_seconds", orNull(best.seconds));
        if (expected.has("one_best_partition")) {
            // Any of the fastest: those of one cost are told apart by their order alone.
            const Json& named = expected.json()["one_best_partition"];
            const Segments segments = counts(expected, "one_best_partition");
            const Json got = best.segments.empty() ? Json(nullptr) : Json(best.segments);
            checks.add("one_best_partition", named, got,
                       named.is_null() ? got.is_null()
                                       : isNear(orNull(best.seconds), orNull(secondsOf(input, segments)), exactly));
        }
        Seconds compute = 0;
        for (const HostedLayer& layer : input.layers) {
            compute += input.device.microbatches * (layer.forward + layer.backward);
        }
        checks.near(expected, "compute_only", compute);
        if (expected.has("feasible_partitions")) {
            checkFeasible(expected, input, best, checks);
        }
    }
}

void checkPeers(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        JsonObject input = row.object("input");
        HostedPeers peers;
        peers.step = input.number("step_s", 1e-30, huge);
        peers.samples = input.number("microbatches", 1, largestCount) * input.number("samples_per_microbatch", 0, huge);
        peers.peers = whole(input, "peers", 1, largestCount);
        peers.bytes = input.number("bytes", 0, huge);
        peers.every = whole(input, "sync_every", 1, largestCount);
        const SlowNetwork network{input.number("network_bytes_per_s", 1e-30, huge), input.number("latency_s", 0, huge)};
        JsonObject expected = row.object("expected");
        if (row.error()) {
            return;
        }
        Checks checks = list.of(row.stringOr("name", ""));
        checks.near(expected, "samples_per_s_overlapped", samplesPerSecond(peers, network, true));
        checks.near(expected, "samples_per_s_serial", samplesPerSecond(peers, network, false));
        checks.near(expected, "allreduce_s", allReduceSeconds(peers, network));
    }
}

void checkPipelines(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        JsonObject input = row.object("input");
        SlowPipeline pipeline;
        pipeline.forward = input.number("f", 0, huge);
        pipeline.backward = input.number("b", 0, huge);
        pipeline.stages = whole(input, "stages", 1, largestCount);
        pipeline.microbatches = whole(input, "microbatches", 1, largestCount);
        pipeline.boundary = input.number("activation_bytes", 0, huge);
        const SlowNetwork network{input.number("network_bytes_per_s", 1e-30, huge), input.number("latency_s", 0, huge)};
        if (row.error()) {
            return;
        }
        list.of(row.stringOr("name", "")).near(row, "expected_seconds", pipelineSeconds(pipeline, network));
    }
}

/// Their backward recomputes: three forwards. The stage's time is found in the run on the default network.
void checkMeasured(CaseList& list)
{
    constexpr double recomputing = 3;
    constexpr double allowed = 0.1;  // mean error of the rows together
    double sum = 0;
    std::vector<JsonObject> rows = list.rows();
    for (JsonObject& row : rows) {
        SlowPipeline pipeline;
        pipeline.stages = whole(row, "stages", 1, largestCount);
        pipeline.microbatches = whole(row, "microbatches", 1, largestCount);
        pipeline.boundary = row.number("boundary_bytes", 0, huge);
        const SlowNetwork network{row.number("network_bytes_per_s", 1e-30, huge), row.number("latency_s", 0, huge)};
        const Seconds measured = row.number("measured_s", 1e-30, huge);
        pipeline.forward = row.number("forward_s", 0, huge);
        pipeline.backward = recomputing * pipeline.forward;
        const std::string label = row.string("network");
        if (row.error()) {
            return;
        }
        Checks checks = list.of(fmt::format("{}, {}", row.stringOr("run", ""), label));
        const Seconds predicted = pipelineSeconds(pipeline, network);
        sum += std::abs(predicted / measured - 1);
        checks.near(row, "predicted_s", predicted, 0, 5.1e-4);
        checks.near(row, "error", predicted / measured - 1, 0, 5.1e-5);
        if (label == "default") {
            checks.near(row, "forward_s", stageForwardOf(pipeline, network, recomputing, measured));
        }
    }
    if (!rows.empty()) {
        const double mean = sum / static_cast<double>(rows.size());
        list.of("all measured rows").add("mean_error_at_most", allowed, mean, mean <= allowed);
    }
}

/// Peers that hold the model beside one pipeline of them, one segment a layer and without any limit of memory.
void checkCrossover(CaseList& list)
{
    JsonObject own = list.group.object(list.key);
    JsonObject input = own.object("input");
    const auto layers = static_cast<std::size_t>(input.integer("layers", 1, mostLayers));
    const double modelBytes = input.number("model_bytes", 0, huge);
    const HostedLayer layer{input.number("forward_s_per_layer", 0, huge), input.number("backward_s_per_layer", 0, huge),
                            modelBytes / static_cast<double>(layers), 0};
    const HostedDevice device{std::numeric_limits<double>::infinity(), input.number("link_bytes_per_s", 1e-30, huge),
                              whole(input, "microbatches", 1, largestCount)};
    const int stages = whole(input, "pipeline_stages", 1, largestCount);
    const double share = static_cast<double>(layers) / stages;
    const SlowPipeline pipeline{stages, device.microbatches, share * layer.forward, share * layer.backward,
                                input.number("boundary_bytes", 0, huge)};
    const Seconds latency = input.number("latency_s", 0, huge);
    HostedPeers peers{whole(input, "peers", 1, largestCount), 0, static_cast<double>(device.microbatches), modelBytes,
                      1};
    if (own.error()) {
        return;
    }
    peers.step = segmentSeconds(std::vector(layers, layer), device, Segments(layers, 1));
    list.of("crossover").near(own, "atom_step_s", peers.step);
    for (JsonObject& row : own.objects("rows", 65536)) {
        const double megabits = row.number("mbit_s", 1e-6, 1e12);
        const SlowNetwork network{megabits * 1e6 / 8, latency};
        peers.every = whole(row, "sync_every_steps", 1, largestCount);
        if (own.error()) {
            return;
        }
        const double hosted = samplesPerSecond(peers, network, true);
        const double piped = pipeline.microbatches / pipelineSeconds(pipeline, network);
        Checks checks = list.of(fmt::format("{} Mb/s, sync every {} steps", megabits, peers.every));
        checks.near(row, "atom_samples_s", hosted, 0, 5.1e-5);
        checks.near(row, "pipeline_samples_s", piped, 0, 5.1e-5);
        checks.near(row, "ratio", hosted / piped, 0, 5.1e-3);
    }
}

}  // namespace

std::span<const CaseKind> atomKinds()
{
    static constexpr std::array kinds{CaseKind{"atom", "partition", "layers", checkSegments},
                                      CaseKind{"atom", "peers", "sync_every", checkPeers},
                                      CaseKind{"atom", "decentralised_pipeline", "stages", checkPipelines},
                                      CaseKind{"atom", "measured_slow_network_gpipe", "measured_s", checkMeasured},
                                      CaseKind{"atom", "crossover_derived", "pipeline_stages", checkCrossover}};
    return kinds;
}

}  // namespace pgram::systems
