// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_sizes.h"

#include "core/base/ascii.h"
#include "core/cluster/cluster_fields.h"
#include "core/cluster/networks.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace pgram {

namespace {

constexpr int mostDevices = mostClusterDevices;

/// The last level joins nodes, so that it may join more of them.
bool reachesBeyondNodes(const Cluster& cluster)
{
    return !cluster.network && cluster.nodeDevices() < cluster.devices;
}

Error notWhole(int devices, const LinkLevel& level, int others)
{
    const int below = devices / level.span * level.span - others;
    const int above = below + level.span;
    return {ErrorKind::BadInput,
            others > 0
                ? Core::tr("with the {} of other kinds, {} devices are no whole number of the {} that {} joins", others,
                           devices, level.span, level.name)
                : Core::tr("{} devices are no whole number of the {} that {} joins", devices, level.span, level.name),
            "devices", below > 0 ? Core::tr("Nearest are {} and {}", below, above) : Core::tr("Nearest is {}", above)};
}

/// Levels for fewer devices than all of them span: those beyond the one that holds all go.
void cutLevels(Cluster& cluster, int devices)
{
    auto& links = cluster.links;
    while (links.size() > 1 && links[links.size() - 2].span >= devices) {
        cluster.network = std::move(links.back());
        cluster.network->span = 0;
        links.pop_back();
    }
    links.back().span = devices;
}

/// Levels for more devices. Errors: nothing is known that could join them.
Result<void> growLevels(Cluster& cluster, int devices)
{
    if (cluster.network) {
        cluster.links.push_back(std::move(*cluster.network));
        cluster.network.reset();
    } else if (!reachesBeyondNodes(cluster)) {
        return badInput(
            Core::tr("{} is one node of {} device(s) without a network to other nodes", cluster.title, cluster.devices),
            "network",
            Core::tr("Name the network, as '16 x RTX 3090 joined by 100GbE' or --joined-by 100GbE does (one of {}), or "
                     "add one in the cluster's editor or its file",
                     commonNetworkNames()));
    }
    cluster.links.back().span = devices;
    return {};
}

/// Without those that there are no more.
void keepSlow(Cluster& cluster)
{
    std::erase_if(cluster.slow, [&cluster](const SlowDevices& slow) { return slow.first >= cluster.devices; });
    for (SlowDevices& slow : cluster.slow) {
        slow.devices = std::min(slow.devices, cluster.devices - slow.first);
    }
}

std::string baseName(const Cluster& cluster)
{
    const std::string number = fmt::format("-{}", cluster.devices);
    std::string name = cluster.name;
    if (name.ends_with(number)) {
        name.resize(name.size() - number.size());
    }
    return name;
}

/// "8 × DGX H100" without its "8 × ", and the number; 0 where it has none.
int leadingCount(std::string_view& title)
{
    constexpr std::string_view times = " × ";
    int count = 0;
    std::size_t at = 0;
    while (at < title.size() && (isDigit(title[at]) || title[at] == ',')) {
        count = title[at] == ',' || count > mostDevices ? count : 10 * count + (title[at] - '0');
        ++at;
    }
    if (count == 0 || !title.substr(at).starts_with(times)) {
        return 0;
    }
    title.remove_prefix(at + times.size());
    return count;
}

/// With the count that the title has, of devices or nodes; else the new count in front of it.
std::string titleOf(const Cluster& before, const Cluster& after)
{
    std::string_view rest = before.title;
    const int count = leadingCount(rest);
    const bool joined = after.links.size() > before.links.size();
    const std::string network = joined ? fmt::format(", {}", after.links.back().name) : "";
    if (after.links.size() < before.links.size()) {
        const std::string gone = fmt::format(", {}", before.links.back().name);
        rest.remove_suffix(rest.ends_with(gone) ? gone.size() : 0);
    }
    const int node = before.nodeDevices();
    if (count == before.devices) {
        return fmt::format("{} × {}{}", after.devices, rest, network);
    }
    if (after.devices % node != 0) {
        return fmt::format("{} {} of {}{}", after.devices, after.devices == 1 ? "device" : "devices", rest, network);
    }
    return fmt::format("{} × {}{}", after.devices / node, rest, network);
}

}  // namespace

void keepMeasured(Cluster& cluster)
{
    std::erase_if(cluster.measured, [&cluster](const MeasuredGroup& group) {
        return group.size > cluster.devices || !group.consecutive;
    });
    std::erase_if(cluster.measuredTimes,
                  [&cluster](const MeasuredTimes& times) { return times.size > cluster.devices; });
    cluster.measuredPipelines.clear();
}

Result<Cluster> resized(const Cluster& cluster, int devices, int others)
{
    Cluster sized = cluster;
    if (devices < cluster.devices) {
        cutLevels(sized, devices);
    } else if (devices == cluster.devices) {
        return cluster;
    } else if (const Result<void> grown = growLevels(sized, devices); !grown) {
        return tl::unexpected(grown.error());
    }
    for (std::size_t level = 0; level + 1 < sized.links.size(); ++level) {
        if (devices % sized.links[level].span != 0) {
            return tl::unexpected(notWhole(devices, sized.links[level], others));
        }
    }
    sized.devices = devices;
    sized.host.devicesPerNode = std::min(sized.host.devicesPerNode, devices);
    sized.host.devicesPerLink = std::min(sized.host.devicesPerLink, devices);
    keepMeasured(sized);
    keepSlow(sized);
    return sized;
}

Result<Cluster> withDevices(const Cluster& cluster, int devices)
{
    if (devices < 1 || devices > mostDevices) {
        return badInput(Core::tr("is {}, expected from 1 to {}", devices, mostDevices), "devices");
    }
    if (devices == cluster.devices) {
        return cluster;
    }
    if (!cluster.kinds.empty()) {
        return badInput(Core::tr("{} has so many of each kind, {} together", cluster.title, cluster.devices), "devices",
                        Core::tr("Change the number of a kind"));
    }
    return resized(cluster, devices).map([&](Cluster sized) {
        sized.title = titleOf(cluster, sized);
        sized.name = fmt::format("{}-{}", baseName(cluster), devices);
        sized.source = fmt::format("{}{}{} devices in place of the {} of {}", cluster.source,
                                   cluster.source.empty() ? "" : "; ", devices, cluster.devices, cluster.name);
        return sized;
    });
}

Result<Cluster> withNodes(const Cluster& cluster, int nodes)
{
    const int node = cluster.nodeDevices();
    if (nodes < 1 || nodes > mostDevices / node) {
        return badInput(Core::tr("is {}, expected from 1 to {}", nodes, mostDevices / node), "nodes");
    }
    return withDevices(cluster, nodes * node);
}

int nodesOf(const Cluster& cluster)
{
    const int node = cluster.nodeDevices();
    return (cluster.devices + node - 1) / node;
}

}  // namespace pgram
