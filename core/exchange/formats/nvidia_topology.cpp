// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json.h"
#include "core/exchange/formats/rows.h"
#include "core/exchange/found_cluster.h"

namespace pgram {

namespace {

bool recognisesNvidiaTopology(const ForeignFile& file, const Json& /*json*/)
{
    return hasTopology(file.text);
}

Result<Reading> readingOfNvidiaTopology(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    return parseTopology(file.text, where).and_then([&](const Topology& topology) {
        return clusterOfTopology(topology, where, context);
    });
}

}  // namespace

constinit const Format nvidiaTopologyFormat{
    .name = "nvidia-topo",
    .title = Core::tr("nvidia-smi topology"),
    .what = "What joins each pair of a machine's devices, as nvidia-smi topo -m prints it.",
    .holds = Content::Cluster,
    .usualName = "topo.txt",
    .limits = "Neither the devices nor the rates of links: these are assumed, and --cluster says them better.",
    .knownBy = "a matrix whose head begins with GPU0",
    .recognises = recognisesNvidiaTopology,
    .read = readingOfNvidiaTopology,
};

}  // namespace pgram
