// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster of another size: more or fewer of the same nodes, joined as the cluster's are.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"

namespace pgram {

/// Drops what was measured of groups that the cluster no longer has: beyond all devices, or spread over another number.
void keepMeasured(Cluster& cluster);

/// Returns the cluster with `devices` devices. Fewer than a level spans cut it; beyond all levels the outermost grows,
/// or the cluster's `network` joins several like it. A level that is cut away becomes the network, so that the cluster
/// can grow again. Measured tables of groups that the new cluster does not have are left out. Errors: no whole number
/// of some level's islands, with the nearest that is; more than one node of a cluster that says nothing of a network; a
/// cluster of kinds, which have their numbers.
[[nodiscard]] Result<Cluster> withDevices(const Cluster& cluster, int devices);

/// The cluster's levels, host and tables for as many devices; its kinds, name and title stay as they are. Slow devices
/// that there are no more are none. `others` of the devices are not asked about: they are not in the nearest number
/// that an error names.
[[nodiscard]] Result<Cluster> resized(const Cluster& cluster, int devices, int others = 0);

/// Returns the cluster with `nodes` nodes (devices that share a host). Errors: as withDevices().
[[nodiscard]] Result<Cluster> withNodes(const Cluster& cluster, int nodes);

/// The nodes that `devices` of the cluster fill, the last one perhaps in part.
[[nodiscard]] int nodesOf(const Cluster& cluster);

}  // namespace pgram
