// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/collective.h"

#include "core/base/index.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace pgram {

namespace {

/// Share of a ring's bandwidth that a double binary tree reaches (NCCL's own tuning constant).
constexpr double treeBandwidthFactor = 0.92;

/// Share of the bandwidth that short messages reach, which are sent without setting up large transfers. Between the
/// shares of NCCL's two protocols for them (LL 0.5, LL128 0.92), as sweeps of all-reduces on nodes of eight A100, H100
/// and H200 show it.
constexpr double shortMessageShare = 0.65;

/// Groups tile the cluster in blocks of size·stride, so that blocks begin at any multiple of this inside an island.
int alignment(Group group, int span)
{
    return std::gcd(group.size * group.stride, span);
}

/// Returns the number of islands of `span` ranks that a group of this shape touches at most.
int islandsTouched(Group group, int span)
{
    const int reach = span - alignment(group, span) + group.size * group.stride;
    return std::min(group.size, (reach + span - 1) / span);
}

/// Members of the group inside one island of the level below `level` (the device itself below level 0), where they are
/// fewest.
int membersBelow(const Cluster& cluster, Group group, int level)
{
    if (level == 0) {
        return 1;
    }
    const int span = cluster.links[at(level - 1)].span;
    return std::clamp(alignment(group, span) / group.stride, 1, group.size);
}

int islandsBelow(const Cluster& cluster, Group group, int level)
{
    return level == 0 ? group.size : islandsTouched(group, cluster.links[at(level - 1)].span);
}

/// Hops of a chain through all members that cross `level` and nothing wider.
int hopsAt(const Cluster& cluster, Group group, int level, int outermost)
{
    const int inside = islandsBelow(cluster, group, level);
    const int outside = level == outermost ? 1 : islandsTouched(group, cluster.links[at(level)].span);
    return std::max(0, inside - outside);
}

Seconds chainLatency(const Cluster& cluster, Group group, int outermost)
{
    Seconds latency = 0;
    for (int level = 0; level <= outermost; ++level) {
        latency += hopsAt(cluster, group, level, outermost) * cluster.links[at(level)].latency;
    }
    return latency;
}

Seconds treeLatency(const Cluster& cluster, Group group, int outermost)
{
    Seconds latency = 0;
    int inside = group.size;
    for (int level = 0; level <= outermost; ++level) {
        const LinkLevel& link = cluster.links[at(level)];
        const int outside = level == outermost ? 1 : islandsTouched(group, link.span);
        latency += std::ceil(std::log2(static_cast<double>(inside) / outside)) * link.latency;
        inside = outside;
    }
    return latency;
}

const MeasuredGroup* measuredFor(const Cluster& cluster, Group group)
{
    const bool consecutive = group.stride == 1;
    const bool spread = group.stride * group.size == cluster.devices;
    for (const MeasuredGroup& measured : cluster.measured) {
        if (measured.size == group.size && (measured.consecutive ? consecutive : spread && !consecutive)) {
            return &measured;
        }
    }
    return nullptr;
}

const MeasuredTimes* timesFor(const Cluster& cluster, CollectiveKind kind, Group group)
{
    const bool allToAll = kind == CollectiveKind::AllToAll;
    const auto found = std::ranges::find_if(cluster.measuredTimes, [=](const MeasuredTimes& times) {
        return times.size == group.size && times.allToAll == allToAll;
    });
    const bool covered = kind != CollectiveKind::PointToPoint && group.stride == 1;
    return covered && found != cluster.measuredTimes.end() ? &*found : nullptr;
}

Seconds timeAt(const MeasuredTimes& times, Volume buffer)
{
    const auto& points = times.points;
    const auto above = std::ranges::lower_bound(points, buffer, {}, &MeasuredPoint::bytes);
    if (above == points.begin()) {
        return above->seconds;
    }
    const auto& [low, lowSeconds] = *std::prev(above);
    if (above == points.end()) {
        return lowSeconds * buffer / low;
    }
    return lowSeconds + (above->seconds - lowSeconds) * (buffer - low) / (above->bytes - low);
}

/// From one rank to all, or from all to one, along a chain in which every rank but that one passes on the whole buffer.
bool hasOneEnd(CollectiveKind kind)
{
    return kind == CollectiveKind::Broadcast || kind == CollectiveKind::Reduce;
}

/// Every rank exchanges its own share with every other: nobody forwards, so a level carries what leaves its islands.
Seconds allToAllSeconds(const Cluster& cluster, Group group, Volume buffer, int outermost)
{
    Seconds slowest = 0;
    for (int level = 0; level <= outermost; ++level) {
        const LinkLevel& link = cluster.links[at(level)];
        const double leaving = 1.0 - static_cast<double>(membersBelow(cluster, group, level)) / group.size;
        slowest = std::max(slowest, leaving * buffer / (link.bandwidth * link.efficiency.value));
    }
    return slowest + (group.size - 1) * cluster.links[at(outermost)].latency;
}

/// Libraries have one protocol for short messages and one for long: the sooner of both.
Seconds messageSeconds(const LinkLevel& link, Seconds latency, double bytes, Bandwidth bandwidth)
{
    return std::min(latency + bytes / (bandwidth * shortMessageShare),
                    std::max(latency, link.startup.value) + bytes / bandwidth);
}

/// Returns the measured constants of a kind of collective for a group inside an island of the innermost links.
const CollectiveConstants* constantsFor(const Cluster& cluster, CollectiveKind kind, int level)
{
    const auto place = static_cast<std::size_t>(kind);
    if (level > 0 || place >= measuredCollectives || !cluster.links.front().collectives) {
        return nullptr;
    }
    const auto& constants = cluster.links.front().collectives->kinds[place];
    return constants ? &*constants : nullptr;
}

}  // namespace

Volume bytesPerRank(CollectiveKind kind, int size, Volume buffer)
{
    if (size <= 1) {
        return 0;
    }
    const double share = static_cast<double>(size - 1) / size;
    switch (kind) {
    case CollectiveKind::AllReduce:
        return 2 * share * buffer;
    case CollectiveKind::AllGather:
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllToAll:
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce:
        return share * buffer;
    case CollectiveKind::PointToPoint:
        return buffer;
    }
    return 0;
}

int linkLevel(const Cluster& cluster, Group group)
{
    // Groups tile the cluster in blocks of size·stride; where a block does not divide an island, some group straddles
    // its edge, and the slowest of a shape's groups is the one that everybody waits for.
    const int extent = group.size * group.stride;
    const int last = static_cast<int>(cluster.links.size()) - 1;
    for (int level = 0; level < last; ++level) {
        const int span = cluster.links[at(level)].span;
        if (extent <= span && span % extent == 0) {
            return level;
        }
    }
    return last;
}

Seconds collectiveTime(const LinkLevel& link, const CollectiveConstants& constants, int size, double bytes)
{
    const Seconds start = constants.start + constants.startPerRank * (size - 1);
    const Bandwidth rate = link.bandwidth * link.efficiency.value * constants.rate * (1 - constants.rateLoss / size);
    const Seconds flow = bytes / rate;
    return start + flow + 2 * constants.ramp * std::sqrt(start * flow);
}

Bandwidth groupBandwidth(const Cluster& cluster, Group group)
{
    if (const MeasuredGroup* measured = measuredFor(cluster, group)) {
        return measured->busBandwidth;
    }
    const int outermost = linkLevel(cluster, group);
    Bandwidth least = 0;
    for (int level = 0; level <= outermost; ++level) {
        if (hopsAt(cluster, group, level, outermost) == 0) {
            continue;
        }
        const LinkLevel& link = cluster.links[at(level)];
        const Bandwidth here = link.bandwidth * link.efficiency.value * membersBelow(cluster, group, level);
        least = least == 0 ? here : std::min(least, here);
    }
    return least;
}

CollectiveCost collectiveCost(const Cluster& cluster, CollectiveKind kind, Group group, Volume buffer)
{
    if (group.size <= 1) {
        return {};
    }
    CollectiveCost cost;
    cost.link = linkLevel(cluster, group);
    cost.bytesPerRank = bytesPerRank(kind, group.size, buffer);
    if (const MeasuredTimes* times = timesFor(cluster, kind, group)) {
        const bool half = kind != CollectiveKind::AllReduce && kind != CollectiveKind::AllToAll;
        cost.seconds =
            timeAt(*times, buffer) / (half ? 2 : 1) * (hasOneEnd(kind) ? group.size / (group.size - 1.0) : 1);
        cost.route = kind == CollectiveKind::AllToAll ? Route::Pairwise : Route::Ring;
        cost.measured = true;
        return cost;
    }
    const CollectiveConstants* constants = constantsFor(cluster, kind, cost.link);
    if (constants != nullptr && measuredFor(cluster, group) == nullptr) {
        cost.seconds = collectiveTime(cluster.links.front(), *constants, group.size, cost.bytesPerRank);
        cost.route = kind == CollectiveKind::AllToAll ? Route::Pairwise : Route::Ring;
        return cost;
    }
    if (kind == CollectiveKind::AllToAll) {
        cost.seconds = allToAllSeconds(cluster, group, buffer, cost.link);
        cost.route = Route::Pairwise;
        return cost;
    }
    const Bandwidth bandwidth = groupBandwidth(cluster, group);
    if (kind == CollectiveKind::PointToPoint) {
        cost.seconds = cluster.links[at(cost.link)].latency + buffer / bandwidth;
        cost.route = Route::Direct;
        return cost;
    }
    const double sweeps = kind == CollectiveKind::AllReduce ? 2 : 1;
    const LinkLevel& link = cluster.links[at(cost.link)];
    cost.seconds = messageSeconds(link, sweeps * chainLatency(cluster, group, cost.link),
                                  hasOneEnd(kind) ? buffer : cost.bytesPerRank, bandwidth);
    if (kind == CollectiveKind::AllReduce) {
        const Seconds tree = messageSeconds(link, 2 * treeLatency(cluster, group, cost.link), 2 * buffer,
                                            bandwidth * treeBandwidthFactor);
        if (tree < cost.seconds) {
            cost.seconds = tree;
            cost.route = Route::Tree;
        }
    }
    return cost;
}

}  // namespace pgram
