// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/found_cluster.h"

#include "core/base/format.h"
#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr Bandwidth nvLinkRate = 25e9;  ///< one way, of one link: NVLink 2 to 4
constexpr int mostLinksOfDevice = 18;   ///< NVLink 4; more in all means a switch between
/// Share of a PCIe link that reaches the other device, by how far that is: guessed, but for the last, which is the
/// a100-pcie-8 preset's.
constexpr std::array<double, 6> pcieShare{1, 0.8, 0.7, 0.6, 0.5, 0.427};
constexpr Seconds pcieLatency = 9e-6;

/// The weakest link inside islands of `span` neighbours.
Pair weakest(const Topology& topology, int span)
{
    Pair worst{PairLink::NvLink, 1 << 16};
    for (int i = 0; i < topology.devices; ++i) {
        for (int j = i + 1; j < (i / span + 1) * span; ++j) {
            const Pair& pair = topology.pairs[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
            const bool weaker = pair.link > worst.link || (pair.link == worst.link && pair.nvLinks < worst.nvLinks);
            worst = weaker ? pair : worst;
        }
    }
    return worst;
}

/// NVLinks out of one device into its island: those of a switch, or of all its neighbours there.
int nvLinksOut(const Topology& topology, int span)
{
    int least = 1 << 16;
    for (int i = 0; i < topology.devices; ++i) {
        int sum = 0;
        int most = 0;
        for (int j = i / span * span; j < (i / span + 1) * span; ++j) {
            const int links = i == j ? 0 : topology.pairs[std::size_t(i)][std::size_t(j)].nvLinks;
            sum += links;
            most = std::max(most, links);
        }
        least = std::min(least, sum > mostLinksOfDevice ? most : sum);
    }
    return least;
}

const char* presetOfLinks(const Topology& topology)
{
    int most = 0;
    for (const auto& row : topology.pairs) {
        for (const Pair& pair : row) {
            most = std::max(most, pair.nvLinks);
        }
    }
    return most > 12 ? "dgx-h100" : most >= 4 && most != 6 ? "dgx-a100" : most > 0 ? "dgx-1v" : "a100-pcie-8";
}

LinkLevel levelOf(const Topology& topology, int span, const Pair& worst, const ReferenceCluster& reference)
{
    const LinkLevel& inner = reference.cluster.links.front();
    const bool hasNvLink = inner.name.find("NVLink") != std::string::npos;
    if (worst.link == PairLink::NvLink) {
        LinkLevel level = hasNvLink ? inner : LinkLevel();
        level.name = fmt::format("NVLink ({})", nameOf(worst));
        level.span = span;
        level.bandwidth = reference.given && hasNvLink ? inner.bandwidth : nvLinksOut(topology, span) * nvLinkRate;
        return level;
    }
    const Host& host = reference.cluster.host;
    LinkLevel level;
    level.name = fmt::format("{} ({})", host.isKnown() ? host.link : "PCIe 4.0 x16", nameOf(worst));
    level.span = span;
    level.bandwidth = host.isKnown() ? host.bandwidth : 31.5e9;
    level.efficiency = {pcieShare[static_cast<std::size_t>(worst.link)], {"guessed", "by how far the devices are"}};
    level.latency = pcieLatency;
    return level;
}

std::vector<LinkLevel> levelsOf(const Topology& topology, const ReferenceCluster& reference)
{
    std::vector<LinkLevel> levels;
    if (topology.devices == 1) {
        levels.push_back(levelOf(topology, 1, {PairLink::Sys}, reference));
        return levels;
    }
    std::vector<std::pair<int, Pair>> islands;  // from the smallest; a wider one of the same link takes its place
    for (int span = 2; span <= topology.devices; ++span) {
        if (topology.devices % span != 0 || (!islands.empty() && span % islands.back().first != 0)) {
            continue;
        }
        const Pair worst = weakest(topology, span);
        if (!islands.empty() && islands.back().second.link == worst.link) {
            islands.back() = {span, worst};
        } else {
            islands.emplace_back(span, worst);
        }
    }
    for (const auto& [span, worst] : islands) {
        levels.push_back(levelOf(topology, span, worst, reference));
    }
    return levels;
}

/// NVLinks that no level has, as their islands are not of equal size.
bool leavesNvLinks(const Topology& topology, const std::vector<LinkLevel>& levels)
{
    const bool hasLevel = levels.front().name.starts_with("NVLink");
    const int span = hasLevel ? levels.front().span : 1;
    for (int i = 0; i < topology.devices; ++i) {
        for (int j = 0; j < topology.devices; ++j) {
            if (i / span != j / span && topology.pairs[std::size_t(i)][std::size_t(j)].nvLinks > 0) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

Result<ReferenceCluster> referenceCluster(const char* preset, const ReadContext& context)
{
    if (context.cluster != nullptr) {
        return ReferenceCluster{*context.cluster, true};
    }
    return context.store.cluster(preset).map([](Cluster&& cluster) {
        return ReferenceCluster{std::move(cluster), false};
    });
}

Cluster bareCluster(const ReferenceCluster& reference, int devices, const std::string& where)
{
    Cluster cluster = reference.cluster;
    cluster.devices = devices;
    cluster.links.clear();
    cluster.measured.clear();
    cluster.measuredTimes.clear();
    cluster.measuredPipelines.clear();
    cluster.measuredProvenance = {};
    cluster.source = where;
    return cluster;
}

Result<Cluster> checkedCluster(const Cluster& cluster, const std::string& where)
{
    const Json json = toJson(cluster);
    JsonObject object(json, where);
    const Result<Cluster> again = clusterFromJson(object);
    if (!again) {
        return badInput(Core::tr("is not a cluster that can be planned for: {}", again.error().what), where);
    }
    return cluster;
}

tl::unexpected<Error> noSuchDevice(const std::string& printed, const std::string& where)
{
    return badInput(Core::tr("names {}, which no shipped cluster has", printed), where,
                    Core::tr("Name a cluster whose device has this name and the figures of its data sheet with "
                             "--cluster, or choose it in the Scenario dock"));
}

void notePrinted(const PrintedDevice& device, const std::string& printed, std::vector<ValueNote>& assumed)
{
    const Device& shipped = device.cluster.device;
    if (shipped.name == printed) {
        return;
    }
    assumed.push_back({"device", shipped.name,
                       device.extra.empty()
                           ? Core::tr("the file names {}", printed)
                           : Core::tr("the nearest shipped device; the file names {}, of which {} is not in its name",
                                      printed, device.extra)});
}

void noteGuesses(const Device& device, std::vector<ValueNote>& assumed)
{
    for (const auto& [name, constant] :
         {std::pair{"gemm_efficiency", &device.gemmEfficiency},
          std::pair{"attention_efficiency", &device.attentionEfficiency},
          std::pair{"memory_efficiency", &device.memoryEfficiency}, std::pair{"launch_s", &device.launchSeconds}}) {
        if (constant->provenance.kind == "guessed" &&
            std::ranges::find(assumed, name, &ValueNote::what) == assumed.end()) {
            const std::string& source = constant->provenance.source;
            assumed.push_back({name, fmt::format("{:.3g}", constant->value),
                               source.empty() ? Core::tr("a guess") : Core::tr("a guess: {}", source)});
        }
    }
}

void assumeDevice(const ReferenceCluster& reference, std::vector<ValueNote>& assumed)
{
    const Device& device = reference.cluster.device;
    assumed.push_back(
        {"device", device.name,
         reference.given
             ? Core::tr("the file does not name it; that of the cluster {}", reference.cluster.title)
             : Core::tr("the file does not name it; devices of {} have such links", reference.cluster.title)});
    assumed.push_back({"memory_bytes", std::to_string(device.memory),
                       Core::tr("{} of such a device, which the file does not say",
                                formatBytes(static_cast<double>(device.memory)))});
}

Result<Reading> clusterOfDevices(const DeviceList& list, const std::string& where, const ReadContext& context)
{
    Reading reading{.found = FoundCluster(), .ignored = list.ignored};
    const bool isGiven = context.cluster != nullptr && !context.cluster->isMixed() &&
                         isPrintedAs(context.cluster->device.name, list.device);
    Result<Cluster> cluster = isGiven ? Result<Cluster>(*context.cluster) : noSuchDevice(list.device, where);
    if (!isGiven) {
        if (auto printed = printedDevice(context.store, list.device, list.memory)) {
            notePrinted(*printed, list.device, reading.assumed);
            cluster = std::move(printed->cluster);
        }
    }
    cluster = cluster.and_then([&list](const Cluster& any) { return withDevices(any, list.devices); });
    if (!cluster) {
        return tl::unexpected(cluster.error());
    }
    if (list.memory > 0) {
        cluster->device.memory = list.memory;
    }
    cluster->host.devicesPerNode = list.devices;
    cluster->name = "machine";
    cluster->title = fmt::format("{} × {}", list.devices, cluster->device.name);
    cluster->source = cluster->source.empty() ? where : fmt::format("{}; devices: {}", cluster->source, where);
    for (const LinkLevel& link : cluster->links) {
        reading.assumed.push_back({"bytes_per_s", fmt::format("{:.3g}", link.bandwidth),
                                   Core::tr("out of one device over {}, which the file does not say", link.name)});
    }
    noteGuesses(cluster->device, reading.assumed);
    reading.summary = Core::tr("{} device(s)", list.devices);
    return checkedCluster(*cluster, where).map([&](Cluster&& checked) {
        reading.found = FoundCluster{.cluster = std::move(checked), .printedDevice = list.device};
        return std::move(reading);
    });
}

Result<Reading> clusterOfTopology(const Topology& topology, const std::string& where, const ReadContext& context)
{
    const auto reference = referenceCluster(presetOfLinks(topology), context);
    if (!reference) {
        return tl::unexpected(reference.error());
    }
    Reading reading{.found = FoundCluster()};
    FoundCluster& found = std::get<FoundCluster>(reading.found);
    for (int i = 0; i < topology.devices; ++i) {
        for (int j = i + 1; j < topology.devices; ++j) {
            found.pairs.emplace_back(fmt::format("{}-{}", i, j),
                                     nameOf(topology.pairs[std::size_t(i)][std::size_t(j)]));
        }
    }
    found.cluster = bareCluster(*reference, topology.devices, where);
    found.cluster.links = levelsOf(topology, *reference);
    found.cluster.host.devicesPerNode = topology.devices;
    found.cluster.name = "topology";
    found.cluster.title =
        fmt::format("{} × {}, {}", topology.devices, found.cluster.device.name, found.cluster.links.front().name);
    assumeDevice(*reference, reading.assumed);
    for (const LinkLevel& link : found.cluster.links) {
        reading.assumed.push_back({"bytes_per_s", fmt::format("{:.3g}", link.bandwidth),
                                   Core::tr("out of one device over {}, which the file does not say", link.name)});
    }
    if (leavesNvLinks(topology, found.cluster.links)) {
        reading.assumed.push_back({"links", found.cluster.links.front().name,
                                   Core::tr("levels join equal numbers of neighbouring devices; NVLinks between others "
                                            "are left out")});
    }
    return checkedCluster(found.cluster, where).map([&](Cluster&& cluster) {
        found.cluster = std::move(cluster);
        return std::move(reading);
    });
}

}  // namespace pgram
