// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Clusters by a number and a device: "2 x RTX 3090", "16 × H100 SXM5", "16 x RTX 3090 joined by 100GbE".
#pragma once

#include "core/presets/preset_store.h"

#include <optional>
#include <string>
#include <string_view>

namespace pgram {

/// A number of devices of one kind.
struct MachineName {
    int devices = 0;      ///< number of devices, at least 1
    std::string device;   ///< words of the device's name, in any case: "rtx 3090"
    std::string network;  ///< network between nodes (core/cluster/networks.h); empty: that of the shipped cluster
};

/// Returns the machine of a text such as "2 x RTX 3090"; nothing for other texts.
[[nodiscard]] std::optional<MachineName> machineName(std::string_view text);

/// Returns the cluster of a machine: of the shipped clusters with this device the one of fewest nodes and devices, with
/// the wanted number of devices. Of several devices with these words the one with most shipped clusters is taken:
/// "H100" is the SXM5 of 80 GB. A network that is named joins the nodes in place of the shipped one. Errors: no cluster
/// has the device; several devices have as many; no network or no whole number of nodes for so many devices; an unknown
/// network.
[[nodiscard]] Result<Cluster> machineCluster(const PresetStore& store, const MachineName& machine);

}  // namespace pgram
