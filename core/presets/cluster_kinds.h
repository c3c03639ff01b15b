// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Kinds of devices, and slow devices, of a cluster that is edited: they come, go, and have other numbers. A plain
// cluster is one of one kind, and is plain again when the others go. Every edit is a cluster that the reader of files
// has passed.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"

#include <string>
#include <vector>

namespace pgram {

class PresetStore;

/// Returns the kinds to choose: of each device the first plain cluster preset with it, and the links inside its
/// nodes; a device preset that no plain cluster has comes as one device, without links of its own.
[[nodiscard]] std::vector<Cluster> kindChoices(const PresetStore& store);

/// Behind the others: the devices of another cluster, a plain one, with the links inside a node of theirs; as many as
/// make a node and whole islands here. Errors: nothing says what joins more nodes.
[[nodiscard]] Result<Cluster> withKind(const Cluster& cluster, const Cluster& like);
/// Without its devices. Errors: there is no such kind; the others are no whole number of some level's islands. The only
/// kind goes by name alone: its devices stay, as a plain cluster.
[[nodiscard]] Result<Cluster> withoutKind(const Cluster& cluster, int kind);
/// Sets the number of devices of a kind; slow devices behind it stay the same ones. Errors: as withDevices().
[[nodiscard]] Result<Cluster> withKindDevices(const Cluster& cluster, int kind, int devices);
/// Sets the number of nodes (devices that share a host) of a kind.
[[nodiscard]] Result<Cluster> withKindNodes(const Cluster& cluster, int kind, int nodes);
/// The nodes that the kind's devices fill, the last one perhaps in part.
[[nodiscard]] int kindNodes(const Cluster& cluster, int kind);

/// One kind's constants apart from those of the kinds that it shares them with.
[[nodiscard]] Result<Cluster> withOwnDevice(const Cluster& cluster, int kind);
/// The next level of a kind's own links, like the cluster's until it is edited; without the last of them.
[[nodiscard]] Result<Cluster> withOwnLink(const Cluster& cluster, int kind);
[[nodiscard]] Result<Cluster> withoutOwnLink(const Cluster& cluster, int kind);
/// Returns true if withOwnDevice() changes the cluster.
[[nodiscard]] bool sharesDevice(const Cluster& cluster, int kind);

/// One more slow device, behind those that are slow.
[[nodiscard]] Result<Cluster> withSlow(const Cluster& cluster);
[[nodiscard]] Result<Cluster> withoutSlow(const Cluster& cluster, int number);

/// "32 × A100 + 32 × V100"; of a plain cluster its number of devices.
[[nodiscard]] std::string kindsTitle(const Cluster& cluster);
/// "5: 70 %, 8–11: 50 %"; empty: none is slow.
[[nodiscard]] std::string slowTitle(const Cluster& cluster);

}  // namespace pgram
