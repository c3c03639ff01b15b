// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Groups of ranks, and the cost of a collective on a group. Ranks are ordered innermost first. A group is a pair (size,
// stride): ranks r, r+stride, …, r+(size-1)·stride.
#pragma once

#include "core/base/names.h"
#include "core/cluster/cluster.h"

#include <compare>
#include <string>

namespace pgram {

/// A group of ranks at even distances.
struct Group {
    int size = 1;    ///< k
    int stride = 1;  ///< distance between neighbours
    auto operator<=>(const Group&) const = default;
};

/// Collective operations, and the transfer between two ranks.
enum class CollectiveKind { AllReduce, AllGather, ReduceScatter, AllToAll, PointToPoint, Broadcast, Reduce };
template <>
inline constexpr std::array<std::string_view, 7> enumNames<CollectiveKind>{
    "all-reduce", "all-gather", "reduce-scatter", "all-to-all", "p2p", "broadcast", "reduce"};

/// The way of a collective's bytes from rank to rank.
enum class Route {
    Ring,      ///< each rank sends to the next
    Tree,      ///< up and down two binary trees, half of the bytes in each (NCCL's double binary tree)
    Pairwise,  ///< each rank sends to every other its own part
    Direct,    ///< one rank to one other
};
template <>
inline constexpr std::array<std::string_view, 4> enumNames<Route>{"ring", "tree", "pairwise", "direct"};

/// Bytes that one rank of a group of `size` sends (docs/method/communication.md, Collectives), `buffer` being: the
/// reduced buffer, the gathered result, the reduced whole, the tensor a rank sends away, the message, what all get from
/// one, or one from all. Of the last two that is the mean, all but one rank sending the whole to the next. Of an
/// all-reduce on a tree that is the mean: its ranks together send as much as those of a ring, the inner ones more of
/// it.
[[nodiscard]] Volume bytesPerRank(CollectiveKind kind, int size, Volume buffer);

/// The outermost link level that the group crosses: an index into Cluster::links.
[[nodiscard]] int linkLevel(const Cluster& cluster, Group group);

/// Bytes/s that one rank of the group moves while all groups of the same shape run at once: a level's bandwidth per
/// device times the group's members inside one island of the level below, the least over the levels crossed; or the
/// cluster's measured figure for this shape.
[[nodiscard]] Bandwidth groupBandwidth(const Cluster& cluster, Group group);

/// Time and traffic of one collective.
struct CollectiveCost {
    Seconds seconds = 0;        ///< duration of one call
    Volume bytesPerRank = 0;    ///< sent by one rank (bytesPerRank())
    int link = 0;               ///< the outermost that the group crosses: index into Cluster::links
    Route route = Route::Ring;  ///< the way that the time assumes
    bool measured = false;      ///< seconds are the cluster's measured ones
};

/// Seconds of a collective among `size` devices of one island by measured constants (docs/method/communication.md,
/// Measured collectives), `bytes` being those of bytesPerRank(): with a = start + startPerRank·(size - 1) and v =
/// bytes/(rate·(1 - rateLoss/size)),
///
///     a + v + 2·ramp·sqrt(a·v)
///
/// the last being what a pipeline of pieces of the best size costs while it fills and drains (ramp 1).
[[nodiscard]] Seconds collectiveTime(const LinkLevel& link, const CollectiveConstants& constants, int size,
                                     double bytes);

/// Time of one collective: the cluster's measured times for the group; else by measured constants inside an island of
/// the innermost links that has them; else latency·steps + bytes/bandwidth, where all-reduce takes the better of ring
/// and tree.
/// A group of one costs nothing.
[[nodiscard]] CollectiveCost collectiveCost(const Cluster& cluster, CollectiveKind kind, Group group, Volume buffer);

}  // namespace pgram
