// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/hosted/hosted_model.h"

#include "core/base/format.h"
#include "core/cost/layer_cost.h"
#include "core/plan/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pgram {

namespace {

constexpr double bitsOfByte = 8;
constexpr int mostMicrobatches = 1 << 16;
constexpr int mostLayers =
    256;  // the search for segments takes half a second of them, and grows with their fourth power
constexpr double loadsAllowed = 0.02;  // share of a step for loads, if micro-batches are not given
constexpr Bandwidth slowest = 1e3;     // lowest bandwidth at which a crossing is searched, bytes/s
constexpr Bandwidth fastest = 1e13;

/// On one device, recomputed: only the inputs of segments wait for the backward.
struct Costs {
    std::vector<HostedLayer> layers;
    std::vector<LayerMemory> memory;
    std::vector<Seconds> updates;  ///< per layer, on a device
    Seconds hostUpdate = 0;        ///< for all layers, on the host
    double boundary = 0;           ///< bytes of a micro-batch between two layers, the widest
};

Costs costsOf(const HostedQuestion& question)
{
    const SearchRequest& request = question.request;
    Cluster peer = request.cluster;
    peer.devices = 1;
    CostContext context;
    context.cluster = &peer;
    context.training = request.training;
    context.training.globalBatch = question.microbatchSize;
    context.sequence = request.training.sequence(request.model.sequenceLength);
    LayerStrategy alone;
    alone.kept.part = KeptPart::Input;
    LayerStrategy offloaded = alone;
    offloaded.offloadOptimizer = true;
    Costs costs;
    for (int layer = 0; layer < request.model.layerCount(); ++layer) {
        const LayerCost cost = layerCost(context, request.model.layer(layer), alone);
        const LayerMemory& memory = cost.memory;
        costs.layers.push_back({cost.forward, cost.backward,
                                static_cast<double>(std::max(memory.weights, memory.gradients)),
                                static_cast<double>(added(memory.kept, memory.transient))});
        costs.memory.push_back(memory);
        costs.updates.push_back(cost.optimizer);
        costs.hostUpdate += layerCost(context, request.model.layer(layer), offloaded).optimizer;
        costs.boundary = std::max(costs.boundary, static_cast<double>(memory.kept));
    }
    return costs;
}

double sumOf(const std::vector<HostedLayer>& layers, double HostedLayer::*value)
{
    return std::accumulate(layers.begin(), layers.end(), 0.0,
                           [value](double sum, const HostedLayer& layer) { return sum + layer.*value; });
}

double computeOf(const HostedAnswer& answer, int microbatches)
{
    return microbatches * (sumOf(answer.layers, &HostedLayer::forward) + sumOf(answer.layers, &HostedLayer::backward));
}

/// The more micro-batches, the less of the step is spent on loads: the fewest by bisection.
int fewestMicrobatches(const HostedAnswer& answer)
{
    HostedDevice device = answer.device;
    const auto hides = [&](int count) {
        device.microbatches = count;
        return bestSegments(answer.layers, device).seconds <= (1 + loadsAllowed) * computeOf(answer, count);
    };
    int above = 1;
    while (above < mostMicrobatches && !hides(above)) {
        above *= 2;
    }
    for (int below = above / 2; above - below > 1;) {
        const int middle = below + (above - below) / 2;
        (hides(middle) ? above : below) = middle;
    }
    return above;
}

/// Weights and gradient, the larger neighbour's weights, the largest working set: of the segment that needs most.
Bytes deviceNeeds(const HostedAnswer& answer)
{
    std::vector<double> weights;
    std::vector<double> working;
    auto next = answer.layers.begin();
    for (const int count : answer.segments) {
        weights.push_back(0);
        working.push_back(0);
        for (int i = 0; i < count; ++i, ++next) {
            weights.back() += next->weights;
            working.back() = std::max(working.back(), next->working);
        }
    }
    double most = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double before = i > 0 ? weights[i - 1] : 0;
        const double after = i + 1 < weights.size() ? weights[i + 1] : 0;
        most = std::max(most, 2 * weights[i] + std::max(before, after) + working[i]);
    }
    return static_cast<Bytes>(most);
}

/// The contiguous partition whose slowest stage is the fastest: first layers of the stages.
std::vector<std::size_t> evenestStages(const std::vector<HostedLayer>& layers, int stages)
{
    const auto time = [&](std::size_t i) { return layers[i].forward + layers[i].backward; };
    double above = 0;
    double below = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        above += time(i);
        below = std::max(below, time(i));
    }
    std::vector<std::size_t> starts;
    const auto fill = [&](double limit) {
        starts = {0};
        double sum = 0;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            if (sum + time(i) > limit) {
                starts.push_back(i);
                sum = 0;
            }
            sum += time(i);
        }
        return static_cast<int>(starts.size()) <= stages;
    };
    for (int i = 0; i < 60; ++i) {
        const double limit = (below + above) / 2;
        (fill(limit) ? above : below) = limit;
    }
    fill(above);
    return starts;
}

void addPipeline(const HostedQuestion& question, const Costs& costs, HostedAnswer& answer)
{
    const int peers = answer.peers.peers;
    const int stages = std::min<int>(peers, static_cast<int>(answer.layers.size()));
    std::vector<std::size_t> starts = evenestStages(answer.layers, stages);
    SlowPipeline& pipeline = answer.pipeline;
    pipeline.stages = static_cast<int>(starts.size());
    pipeline.microbatches = answer.device.microbatches * peers;
    pipeline.boundary = costs.boundary;
    starts.push_back(answer.layers.size());
    for (std::size_t stage = 0; stage + 1 < starts.size(); ++stage) {
        Seconds forward = 0;
        Seconds backward = 0;
        Seconds update = 0;
        Bytes states = 0;
        Bytes inputs = 0;
        Bytes transient = 0;
        for (std::size_t i = starts[stage]; i < starts[stage + 1]; ++i) {
            forward += answer.layers[i].forward;
            backward += answer.layers[i].backward;
            update += costs.updates[i];
            states = added(states, costs.memory[i].wholeStates());
            inputs = added(inputs, costs.memory[i].kept);
            transient = std::max(transient, costs.memory[i].transient);
        }
        pipeline.update = std::max(pipeline.update, update);
        if (forward + backward > pipeline.forward + pipeline.backward) {
            pipeline.forward = forward;
            pipeline.backward = backward;
        }
        const double held = static_cast<double>(inputs) * pipeline.microbatches;
        answer.pipelineNeeds = std::max(answer.pipelineNeeds, static_cast<Bytes>(static_cast<double>(states) + held +
                                                                                 static_cast<double>(transient)) +
                                                                  question.request.cluster.contextBytes);
    }
}

HostedPoint pointOf(const HostedAnswer& answer, Bandwidth bandwidth, int every)
{
    const SlowNetwork network{bandwidth, answer.latency};
    HostedPeers peers = answer.peers;
    peers.every = every;
    const double perStep = answer.peers.samples * answer.peers.peers;  // includes the pipeline
    return {bandwidth, every, samplesPerSecond(peers, network, true),
            perStep / pipelineSeconds(answer.pipeline, network)};
}

bool leads(const HostedAnswer& answer, Bandwidth bandwidth, int every)
{
    const HostedPoint point = pointOf(answer, bandwidth, every);
    return point.hosted > point.pipeline;
}

/// By bisection on the logarithm of the bandwidth.
std::optional<Bandwidth> crossingOf(const HostedAnswer& answer, int every)
{
    const bool before = leads(answer, slowest, every);
    if (leads(answer, fastest, every) == before) {
        return std::nullopt;
    }
    double low = std::log(slowest);
    double high = std::log(fastest);
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (leads(answer, std::exp(middle), every) == before ? low : high) = middle;
    }
    return std::exp(low);
}

}  // namespace

std::vector<Bandwidth> usualBandwidths()
{
    std::vector<Bandwidth> list;
    for (const double megabits : {10, 20, 50, 100, 200, 400, 1000, 2000, 5000, 10000}) {
        list.push_back(megabits * 1e6 / bitsOfByte);
    }
    return list;
}

Result<HostedAnswer> hostedModel(const HostedQuestion& question)
{
    const Cluster& cluster = question.request.cluster;
    if (!cluster.host.isKnown()) {
        return badInput(Core::tr("the cluster {} says nothing of its hosts", cluster.name), "cluster",
                        Core::tr("Choose one whose file has a \"host\""));
    }
    const std::vector<LayerSpec>& runs = question.request.model.runs;
    if (std::ranges::any_of(runs, [](const LayerSpec& run) { return run.sharedBy > 0 || run.carried > 0; })) {
        return badInput(Core::tr("{} has layers that share parameters or skips between layers: segments would hold "
                                 "them beside their own, which is not planned",
                                 question.request.model.title),
                        "model", Core::tr("Choose another model"));
    }
    if (const int layers = question.request.model.layerCount(); layers > mostLayers) {
        return badInput(Core::tr("the model has {} layers; segments are found of {} at most", layers, mostLayers),
                        "model");
    }
    const Costs costs = costsOf(question);
    HostedAnswer answer;
    answer.layers = costs.layers;
    const Bytes budget = question.request.memoryBudget > 0 ? question.request.memoryBudget : cluster.device.memory;
    answer.device.bytes = static_cast<double>(usableBudget(budget, cluster) - cluster.contextBytes);
    answer.device.link = 1 / cluster.host.copySeconds(1);
    answer.device.microbatches = 1;
    if (bestSegments(answer.layers, answer.device).segments.empty()) {
        return badInput(Core::tr("no segment fits: a layer with its gradient and its neighbour needs more than the {} "
                                 "that a device has",
                                 formatBytes(answer.device.bytes)),
                        "memory");
    }
    answer.device.microbatches = question.microbatches > 0 ? question.microbatches : fewestMicrobatches(answer);
    SegmentAnswer best = bestSegments(answer.layers, answer.device);
    answer.segments = std::move(best.segments);
    answer.step = best.seconds;
    answer.hiding = hidingMicrobatches(answer.layers, answer.device, answer.segments);
    answer.hidden = fewestHidingMicrobatches(answer.layers, answer.device);
    answer.compute = computeOf(answer, answer.device.microbatches);
    answer.deviceNeeds = deviceNeeds(answer) + cluster.contextBytes;
    answer.modelBytes = sumOf(answer.layers, &HostedLayer::weights);
    double host = costs.boundary * static_cast<double>(answer.segments.size()) * answer.device.microbatches;
    for (const LayerMemory& memory : costs.memory) {
        host += static_cast<double>(memory.wholeStates());
        answer.overlapNeeds = added(answer.overlapNeeds, memory.gradients);
    }
    answer.hostNeeds = added(static_cast<Bytes>(host), answer.overlapNeeds);
    answer.latency = cluster.links.empty() ? 0 : cluster.links.back().latency;
    answer.peers = {cluster.devices,
                    answer.step,
                    static_cast<double>(answer.device.microbatches * question.microbatchSize),
                    answer.modelBytes,
                    1,
                    costs.hostUpdate,
                    cluster.host.updateBandwidth.value};
    addPipeline(question, costs, answer);
    for (const int every : question.every) {
        for (const Bandwidth bandwidth : question.bandwidths.empty() ? usualBandwidths() : question.bandwidths) {
            answer.points.push_back(pointOf(answer, bandwidth, every));
        }
        answer.crossings.push_back(crossingOf(answer, every));
        answer.leadsBelow.push_back(leads(answer, slowest, every));
    }
    return answer;
}

Result<HostedStep> hostedStep(const SearchRequest& request)
{
    HostedQuestion question;
    question.request = request;
    question.microbatches = static_cast<int>(
        std::clamp<std::int64_t>(request.training.globalBatch / request.cluster.devices, 1, mostMicrobatches));
    question.every.clear();
    return hostedModel(question).and_then([&](const HostedAnswer& answer) -> Result<HostedStep> {
        const Bytes there = request.cluster.host.memory;
        const Bytes needed = answer.hostNeeds - answer.overlapNeeds;
        if (there > 0 && needed > there) {
            return badInput(Core::tr("the model needs {} of each host, which has {}",
                                     formatBytes(static_cast<double>(needed)), formatBytes(static_cast<double>(there))),
                            "cluster");
        }
        SlowNetwork network{fastest, answer.latency};
        if (!request.cluster.links.empty()) {
            const LinkLevel& link = request.cluster.links.back();
            network.bandwidth = link.bandwidth * link.efficiency.value;
        }
        const double throughput = samplesPerSecond(answer.peers, network, false);
        const std::int64_t samples = std::int64_t{answer.peers.peers} * answer.device.microbatches;
        return HostedStep{throughput,
                          static_cast<double>(samples) / throughput,
                          samples,
                          answer.device.microbatches,
                          answer.deviceNeeds,
                          needed};
    });
}

}  // namespace pgram
