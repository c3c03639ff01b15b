// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster from the times of a collective, declared in found_cluster.h.
#include "core/exchange/found_cluster.h"
#include "core/presets/machine_name.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

constexpr int usualNode = 8;  ///< devices of a machine where nobody says
constexpr const char* usualPreset = "dgx-h100";

/// Sources of the device of a log's cluster.
enum class DeviceFrom {
    Given,     ///< the cluster at hand, which has the device that the file names, or the file names none
    Name,      ///< a preset with the device that the file names
    Elsewhere  ///< a cluster of another device, as no preset has the file's
};

/// Returns the cluster at hand, unless its device is another one than the log's; the smallest preset with the log's
/// device; else whatever is at hand.
Result<ReferenceCluster> referenceOf(const CollectiveLog& log, const ReadContext& context, DeviceFrom& from)
{
    from = DeviceFrom::Given;
    const bool isOther = context.cluster != nullptr && !isPrintedAs(context.cluster->device.name, log.device);
    if ((context.cluster == nullptr || isOther) && !log.device.empty()) {
        auto printed = printedDevice(context.store, log.device);
        from = printed ? DeviceFrom::Name : DeviceFrom::Elsewhere;
        if (printed) {
            return ReferenceCluster{std::move(printed->cluster), false};
        }
    }
    return referenceCluster(usualPreset, context);
}

/// Questions a rate inside one machine that is above the peak of its link. Switches that reduce in the network reach
/// somewhat more than the peak (NVLink SHARP), hence the margin.
void questionRate(const CollectiveLog& log, int nodes, const ReferenceCluster& reference,
                  std::vector<ValueNote>& assumed)
{
    constexpr double margin = 1.2;
    const LinkLevel& link = reference.cluster.links.front();
    const double rate = log.rows.back().busRate;
    if (nodes == 1 && rate > margin * link.bandwidth) {
        assumed.push_back(
            {"bytes_per_s", fmt::format("{:.3g}", rate),
             Core::tr("{} times the peak of {} of {}: is this log of that device?",
                      fmt::format("{:.1f}", rate / link.bandwidth), link.name, reference.cluster.device.name)});
    }
}

int nodesOf(const CollectiveLog& log, int ranks, std::vector<ValueNote>& assumed)
{
    if (log.nodes > 0 && ranks % log.nodes == 0) {
        return log.nodes;
    }
    const int nodes = ranks > usualNode && ranks % usualNode == 0 ? ranks / usualNode : 1;
    assumed.push_back({"nodes", std::to_string(nodes), Core::tr("the file does not list the hosts of all ranks")});
    return nodes;
}

/// Returns the share of the rate over all links that leaves one device for other machines. Collectives reduce inside a
/// machine first; an all-to-all sends as much to each rank.
Bandwidth rateBetweenNodes(const CollectiveLog& log, int ranks, int nodes)
{
    const double bus = log.rows.back().busRate;
    const double others = ranks - 1;
    if (log.operation == "alltoall") {
        const int ranksOfNode = ranks / nodes;
        return bus * (ranks - ranksOfNode) / others;
    }
    const bool reduces =
        log.operation == "all_reduce" || log.operation == "all_gather" || log.operation == "reduce_scatter";
    return reduces ? bus * (nodes - 1) / others : bus;
}

std::vector<LinkLevel> levelsOf(const CollectiveLog& log, int ranks, int nodes, const ReferenceCluster& reference,
                                bool isOfDevice)
{
    const Constant measured{1, {measuredHere, "nccl-tests, the largest size of the file"}};
    const int perNode = ranks / nodes;
    std::vector<LinkLevel> levels;
    LinkLevel inner = reference.cluster.links.front();
    inner.span = perNode;
    if (nodes == 1) {
        inner.name = isOfDevice ? inner.name : "measured link";
        inner.bandwidth = log.rows.back().busRate;
        inner.efficiency = measured;
        return {inner};
    }
    if (perNode > 1) {
        levels.push_back(inner);
    }
    LinkLevel outer = reference.cluster.links.back();
    outer.name = "network";
    outer.span = ranks;
    outer.collectives.reset();  // those of the reference may be of a link inside one machine
    outer.bandwidth = rateBetweenNodes(log, ranks, nodes);
    outer.efficiency = measured;
    levels.push_back(outer);
    return levels;
}

/// Seconds of an all-reduce or an all-to-all by size; those of half an all-reduce doubled.
std::vector<MeasuredTimes> timesOf(const CollectiveLog& log, int ranks)
{
    const bool half = log.operation == "all_gather" || log.operation == "reduce_scatter";
    if (ranks < 2 || (!half && log.operation != "all_reduce" && log.operation != "alltoall")) {
        return {};
    }
    MeasuredTimes times{.allToAll = log.operation == "alltoall", .size = ranks, .points = {}};
    for (const LogRow& row : log.rows) {
        times.points.push_back({row.bytes, row.seconds * (half ? 2 : 1)});
    }
    return {times};
}

void assumeWhatIsGuessed(const CollectiveLog& log, int ranks, std::vector<ValueNote>& assumed)
{
    if (log.operationIsGuessed) {
        assumed.push_back(
            {"operation", log.operation, Core::tr("from the columns and the rates; the file names none")});
    }
    if (log.ranks == 0) {
        assumed.push_back({"ranks", std::to_string(ranks), Core::tr("the file does not say")});
    } else if (log.ranksAreGuessed) {
        assumed.push_back({"ranks", std::to_string(ranks), Core::tr("from the ratio of the two bandwidths")});
    }
}

}  // namespace

Result<Reading> clusterOfLog(const CollectiveLog& log, const std::string& where, const ReadContext& context)
{
    DeviceFrom from = DeviceFrom::Given;
    const auto reference = referenceOf(log, context, from);
    if (!reference) {
        return tl::unexpected(reference.error());
    }
    Reading reading{.found = FoundCluster()};
    const int ranks = log.ranks > 0 ? log.ranks : usualNode;
    assumeWhatIsGuessed(log, ranks, reading.assumed);
    const int nodes = nodesOf(log, ranks, reading.assumed);
    FoundCluster& found = std::get<FoundCluster>(reading.found);
    found.cluster = bareCluster(*reference, ranks, where);
    found.cluster.links = levelsOf(log, ranks, nodes, *reference, from == DeviceFrom::Name || reference->given);
    found.cluster.host.devicesPerNode = ranks / nodes;
    found.cluster.measuredTimes = timesOf(log, ranks);
    found.cluster.measuredProvenance = {measuredHere, where};
    found.cluster.name = "measured";
    found.cluster.title = fmt::format("{} × {}, {} measured", ranks, found.cluster.device.name, log.operation);
    found.measured = MeasuredRow{log.operation, log.ranks, log.rows.back().bytes, log.rows.back().busRate};
    found.printedDevice = log.device;
    reading.summary = Core::tr("{} of {} rank(s), {} size(s)", log.operation, ranks, log.rows.size());
    if (from == DeviceFrom::Name) {
        reading.assumed.push_back(
            {"device", found.cluster.device.name,
             Core::tr("the figures of a preset with the device that the file names, {}", log.device)});
    } else if (from == DeviceFrom::Elsewhere) {
        reading.assumed.push_back({"device", found.cluster.device.name,
                                   Core::tr("the file names {}, which no preset has; --cluster names one with such "
                                            "devices",
                                            log.device)});
    } else if (log.device.empty()) {
        assumeDevice(*reference, reading.assumed);
    }
    questionRate(log, nodes, *reference, reading.assumed);
    if (found.cluster.links.size() > 1) {
        const LinkLevel& inner = found.cluster.links.front();
        reading.assumed.push_back(
            {"bytes_per_s", fmt::format("{:.3g}", inner.bandwidth),
             Core::tr("inside a machine, over {}; the file measures all ranks at once", inner.name)});
    }
    return checkedCluster(found.cluster, where).map([&](Cluster&& cluster) {
        found.cluster = std::move(cluster);
        return std::move(reading);
    });
}

}  // namespace pgram
