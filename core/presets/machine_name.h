// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Clusters by a number and a device: "2 x RTX 3090", "16 × H100 SXM5", "16 x RTX 3090 joined by 100GbE"; and devices by
// the names that tools print: "NVIDIA A100-SXM4-80GB".
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

/// Returns true if tools may print the device `name` of a preset as `printed`: "NVIDIA A100 SXM4 80GB" as
/// "NVIDIA A100-SXM4-40GB". All words of the preset's name but those of vendors, sockets and memory sizes have to be in
/// the printed name.
[[nodiscard]] bool isPrintedAs(std::string_view name, std::string_view printed);

/// A preset whose device tools may print under some name.
struct PrintedDevice {
    Cluster cluster;    ///< smallest shipped cluster with the device
    std::string extra;  ///< words of the printed name that the preset's lacks, such as "PCIE"; empty: none
};

/// Returns the shipped device that tools print as `printed`. Of several, such as A100 with 40 and with 80 GB, the one
/// with the same socket, then with the nearest memory, then with most words. `memory`: bytes that a tool printed; 0:
/// only the name may say. Nothing: no shipped cluster has such a device.
[[nodiscard]] std::optional<PrintedDevice> printedDevice(const PresetStore& store, std::string_view printed,
                                                         Bytes memory = 0);

}  // namespace pgram
