// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Clusters from what tools print of a machine's links: the matrix of nvidia-smi, the tables of nccl-tests. Neither
// names all of a cluster; the rest is of one at hand, or of a preset with such links, and listed as assumed.
#pragma once

#include "core/exchange/collective_log.h"
#include "core/exchange/format.h"
#include "core/exchange/topology.h"

namespace pgram {

/// Levels are islands of equal numbers of neighbouring devices, each named by the weakest link inside.
[[nodiscard]] Result<Reading> clusterOfTopology(const Topology& topology, const std::string& where,
                                                const ReadContext& context);
/// With the times as measured, and links of the rates that these come to.
[[nodiscard]] Result<Reading> clusterOfLog(const CollectiveLog& log, const std::string& where,
                                           const ReadContext& context);

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
