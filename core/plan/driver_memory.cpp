// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/driver_memory.h"

#include "core/base/index.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace pgram {

namespace {

/// Bandwidth of one channel: 24 channels on the A100 (300 GB/s), 32 on the H100 (450 GB/s), 12 on the V100 (150 GB/s).
constexpr Bandwidth channelBandwidth = 12.5e9;
constexpr int leastChannels = 2;
constexpr int mostChannels = 32;
/// Bytes of one channel of a group of two and of a larger group, measured: 544 and 688 MB for the 24 channels of four
/// A100 on NVLink (NVIDIA/nccl #964).
constexpr double channelBytesOfTwo = 544e6 / 24;
constexpr double channelBytes = 688e6 / 24;
/// Bytes of one channel to one other rank, measured: the first all-to-all among 8 H100 takes 3.28 GB for 7 others and
/// 32 channels (NVIDIA/nccl #1685).
constexpr double pairBytes = 3.28e9 / (7 * 32);

/// Purposes that share a communicator have the same number.
enum class Purpose { World, Layer, Context, Experts, Weights, Tied };

Purpose purposeOf(TrafficKind kind)
{
    switch (kind) {
    case TrafficKind::ContextParallel:
        return Purpose::Context;
    case TrafficKind::ExpertParallel:
        return Purpose::Experts;
    case TrafficKind::WeightGather:
    case TrafficKind::GradientSync:
        return Purpose::Weights;
    case TrafficKind::TiedEmbedding:
        return Purpose::Tied;
    default:
        return Purpose::Layer;
    }
}

/// Communicators of a stage; the value says whether one sends from each rank to every other.
using Communicators = std::map<std::pair<Purpose, Group>, bool>;

Communicators communicatorsOf(const Plan& plan, int stage, const std::vector<LayerEstimate>& layers)
{
    Communicators found;
    const auto add = [&found](Purpose purpose, Group group, bool pairwise) {
        if (group.size > 1) {
            bool& isPairwise = found[{purpose, group}];
            isPairwise = isPairwise || pairwise;
        }
    };
    // Frameworks sum the norm of the gradients over all ranks.
    add(Purpose::World, {plan.cluster.devices, 1}, false);
    for (const int layer : plan.layersOf(stage)) {
        const LayerEstimate& estimate = layers[at(layer)];
        for (const Charge& charge : estimate.cost.charges) {
            if (charge.kind != TrafficKind::HostTransfer) {
                add(purposeOf(charge.kind), charge.group, charge.route == Route::Pairwise);
            }
        }
        add(Purpose::Layer, estimate.transformation.group, true);
    }
    return found;
}

/// Returns the number of stages with which a stage exchanges activations.
int neighbours(const Plan& plan, int stage)
{
    std::set<int> others;
    for (int chunk = 1; chunk < static_cast<int>(plan.chunks.size()); ++chunk) {
        const int from = plan.stageOfChunk(chunk - 1);
        const int to = plan.stageOfChunk(chunk);
        if (from != to && (from == stage || to == stage)) {
            others.insert(from == stage ? to : from);
        }
    }
    return static_cast<int>(others.size());
}

int channelsOf(Bandwidth bandwidth)
{
    return static_cast<int>(std::clamp<double>(bandwidth / channelBandwidth, leastChannels, mostChannels));
}

/// Returns the number of ranks of a group in one island of `span` devices.
int ranksInside(Group group, int span)
{
    return std::clamp(span / group.stride, 1, group.size);
}

/// Returns the bytes/s that one rank of the group moves over the slowest level that it crosses while all groups of its
/// shape run at once, by the links' full rates.
Bandwidth fullBandwidth(const Cluster& cluster, Group group)
{
    Bandwidth least = std::numeric_limits<Bandwidth>::infinity();
    int below = 1;  // ranks of the group in one island of the level below
    for (const LinkLevel& link : cluster.links) {
        const int ranks = ranksInside(group, link.span);
        if (ranks > below) {
            least = std::min(least, link.bandwidth * below);
        }
        below = ranks;
    }
    return least;
}

/// Returns the bytes of the buffers for all other ranks of the group, of which a node holds some.
double pairsBytes(const Cluster& cluster, Group group)
{
    const LinkLevel& inner = cluster.links.front();
    const int near = ranksInside(group, inner.span);
    double bytes = (near - 1) * channelsOf(inner.bandwidth) * pairBytes;
    if (near < group.size) {
        const LinkLevel& outer = cluster.links[at(linkLevel(cluster, group))];
        bytes += (group.size - near) * channelsOf(outer.bandwidth) * pairBytes;
    }
    return bytes;
}

}  // namespace

int communicatorChannels(const Cluster& cluster, Group group)
{
    return channelsOf(fullBandwidth(cluster, group));
}

Bytes communicatorBytes(const Cluster& cluster, Group group, bool pairwise)
{
    if (group.size < 2 || cluster.links.empty()) {
        return 0;
    }
    const double channel = group.size == 2 ? channelBytesOfTwo : channelBytes;
    const double bytes = communicatorChannels(cluster, group) * channel + (pairwise ? pairsBytes(cluster, group) : 0);
    return wholeBytes(bytes);
}

DriverMemory driverMemory(const CostContext& context, const Plan& plan, int stage, const MemoryBreakdown& memory,
                          const std::vector<LayerEstimate>& layers)
{
    const Cluster& cluster = *ofStage(context, plan.blockOf(stage)).cluster;
    const Framework& framework = plan.training.framework;
    DriverMemory driver;
    driver.context = added(wholeBytes(cluster.device.driverContext.value), wholeBytes(framework.driverBytes));
    for (const auto& [key, pairwise] : communicatorsOf(plan, stage, layers)) {
        driver.buffers = added(driver.buffers, communicatorBytes(cluster, key.second, pairwise));
        ++driver.communicators;
    }
    const int others = neighbours(plan, stage);
    const int channels = others > 0 ? communicatorChannels(cluster, {2, plan.stageDevices()}) : 0;
    driver.buffers = added(driver.buffers, wholeBytes(others * channels * pairBytes));
    driver.communicators += others;
    const Bytes tensors = memory.total() - memory.context;
    const Bytes needed = added(tensors, added(driver.context, driver.buffers));
    // The allocator gives its reserve back where the device has no room for it.
    driver.slack = std::clamp<Bytes>(cluster.device.memory - needed, 0,
                                     wholeBytes((framework.cacheShare - 1) * static_cast<double>(tensors)));
    driver.total = added(needed, driver.slack);
    return driver;
}

}  // namespace pgram
