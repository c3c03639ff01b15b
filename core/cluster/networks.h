// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Common networks between nodes by their short names, for clusters whose file has none: "100GbE", "8 x NDR".
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"

#include <span>
#include <string_view>

namespace pgram {

/// A common kind of network card.
struct CommonNetwork {
    std::string_view name;   ///< short name in options: "100GbE"
    std::string_view title;  ///< name of the link: "Ethernet 100 Gb/s"
    Bandwidth bandwidth;     ///< bytes/s of one card, one way
    double efficiency;       ///< share of the bandwidth that large messages reach, guessed
    Seconds latency;         ///< per step of a collective, guessed
};
/// Returns all rows, slowest first.
[[nodiscard]] std::span<const CommonNetwork> commonNetworks();
/// Returns "10GbE, 25GbE, …".
[[nodiscard]] std::string commonNetworkNames();

/// Returns the link that a text names, for nodes of `nodeDevices` devices that share the cards. The text is a short
/// name or a title, in upper or lower case. A number of cards per node may precede it: "8 x NDR"; "NDR" means one card.
/// The link's span is 0, and its constants are marked as guessed. Errors: an unknown network, with all names; a number
/// of cards out of range.
[[nodiscard]] Result<LinkLevel> networkNamed(std::string_view text, int nodeDevices);

/// Returns the cluster whose nodes this network joins, in place of its own where more nodes are asked for. Errors: as
/// networkNamed(); a cluster of several nodes, which has a network.
[[nodiscard]] Result<Cluster> joinedBy(const Cluster& cluster, std::string_view network);

}  // namespace pgram
