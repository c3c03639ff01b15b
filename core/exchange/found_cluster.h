// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Clusters from what tools print of a machine: its devices, their links, the times of collectives and kernels. None of
// them names all of a cluster; the rest is of one at hand, or of a preset with such devices or links, and listed as
// assumed.
#pragma once

#include "core/exchange/collective_log.h"
#include "core/exchange/device_list.h"
#include "core/exchange/format.h"
#include "core/exchange/kernel_log.h"
#include "core/exchange/topology.h"
#include "core/presets/machine_name.h"

namespace pgram {

/// Levels are islands of equal numbers of neighbouring devices, each named by the weakest link inside.
[[nodiscard]] Result<Reading> clusterOfTopology(const Topology& topology, const std::string& where,
                                                const ReadContext& context);
/// With the times as measured, and links of the rates that these come to.
[[nodiscard]] Result<Reading> clusterOfLog(const CollectiveLog& log, const std::string& where,
                                           const ReadContext& context);

/// The machine of the devices: the cluster at hand if it has such devices, or else the shipped one, with as many
/// devices as are listed. Errors: no shipped cluster has the device; as withDevices().
[[nodiscard]] Result<Reading> clusterOfDevices(const DeviceList& list, const std::string& where,
                                               const ReadContext& context);
/// The cluster at hand if it has such a device, or else the shipped one, with constants fitted to the kernels. What the
/// kernels do not determine is that of the nearest measured device, and noted. Errors, with the line: a kernel that is
/// faster than the data sheet; as clusterOfDevices().
[[nodiscard]] Result<Reading> clusterOfKernels(const KernelLog& log, const std::string& where,
                                               const ReadContext& context);

/// An error for a device that no shipped cluster has.
[[nodiscard]] tl::unexpected<Error> noSuchDevice(const std::string& printed, const std::string& where);
/// Notes the shipped device behind a printed name, unless both names are equal.
void notePrinted(const PrintedDevice& device, const std::string& printed, std::vector<ValueNote>& assumed);
/// Notes the efficiencies of the device that are guesses, with their reasons.
void noteGuesses(const Device& device, std::vector<ValueNote>& assumed);
/// The cluster that is given, or the preset of that name; what is taken of it is listed.
struct ReferenceCluster {
    Cluster cluster;
    bool given = false;
};
[[nodiscard]] Result<ReferenceCluster> referenceCluster(const char* preset, const ReadContext& context);
/// A cluster of devices of the reference, without links and measurements.
[[nodiscard]] Cluster bareCluster(const ReferenceCluster& reference, int devices, const std::string& where);
/// The same checks as of our own files.
[[nodiscard]] Result<Cluster> checkedCluster(const Cluster& cluster, const std::string& where);
/// The device and its memory, which tools of links do not print.
void assumeDevice(const ReferenceCluster& reference, std::vector<ValueNote>& assumed);

}  // namespace pgram
