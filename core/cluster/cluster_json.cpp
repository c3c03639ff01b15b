// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_json.h"

#include "core/cluster/cluster_parts_json.h"

#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-cluster";
constexpr double largestBuffer = 1e15;     // bytes
constexpr double longestCollective = 1e6;  // s
constexpr std::size_t mostTables = 256;

const std::vector<std::string_view> collectiveNames = {"all-reduce", "all-to-all"};

constexpr ConstantField<Host> hostConstants[] = {
    {"efficiency", &Host::efficiency, leastEfficiency, 1},
    {"update_bytes_per_s", &Host::updateBandwidth, 1, fastestLink},
};

constexpr ConstantField<Cluster> clusterConstants[] = {
    {"overlap_slowdown", &Cluster::overlapSlowdown, 1, mostSlowdown},
    {"reserve", &Cluster::reserve, 0, mostReserve},
};

// --- writing --------------------------------------------------------------------------------------------------------

Json toJson(const Host& host)
{
    Json json = Json::object();
    json["name"] = host.link;
    json["bytes_per_s"] = host.bandwidth;
    json["devices_per_link"] = host.devicesPerLink;
    if (host.memory > 0) {
        json["memory_bytes_per_device"] = host.memory;
    }
    if (host.devicesPerNode > 0) {
        json["devices_per_node"] = host.devicesPerNode;
    }
    json["source"] = host.source;
    for (const auto& field : hostConstants) {
        write(json, field, host);
    }
    return json;
}

Json toJson(const DeviceKind& kind)
{
    Json json{{"name", kind.name}, {"devices", kind.devices}};
    if (kind.device) {
        json["device"] = toJson(*kind.device);
    }
    for (const LinkLevel& link : kind.links) {
        json["links"].push_back(toJson(link, &link == &kind.links.front()));
    }
    return json;
}

void writeKinds(Json& json, const Cluster& cluster)
{
    for (const DeviceKind& kind : cluster.kinds) {
        json["kinds"].push_back(toJson(kind));
    }
    for (const SlowDevices& slow : cluster.slow) {
        json["slow"].push_back({{"first", slow.first}, {"devices", slow.devices}, {"speed", slow.speed}});
    }
}

bool hasMeasured(const Cluster& cluster)
{
    return !cluster.measured.empty() || !cluster.measuredTimes.empty() || !cluster.measuredPipelines.empty();
}

Json measuredToJson(const Cluster& cluster)
{
    Json json = Json::object();
    write(json, cluster.measuredProvenance);
    json["groups"] = Json::array();
    for (const MeasuredGroup& group : cluster.measured) {
        Json element = Json::object();
        element["size"] = group.size;
        element["consecutive"] = group.consecutive;
        element["bus_bytes_per_s"] = group.busBandwidth;
        json["groups"].push_back(std::move(element));
    }
    for (const MeasuredTimes& times : cluster.measuredTimes) {
        Json element = Json::object();
        element["collective"] = collectiveNames[times.allToAll ? 1 : 0];
        element["size"] = times.size;
        for (const auto& [bytes, seconds] : times.points) {
            element["points"].push_back({{"bytes", bytes}, {"s", seconds}});
        }
        json["times"].push_back(std::move(element));
    }
    for (const MeasuredPipeline& pipeline : cluster.measuredPipelines) {
        json["pipelines"].push_back({{"stages", pipeline.stages}, {"bytes_per_s", pipeline.bandwidth}});
    }
    return json;
}

// --- reading --------------------------------------------------------------------------------------------------------

/// Spans that do not grow outwards by whole islands have no meaning.
void checkSpan(JsonObject& object, const Cluster& cluster, const LinkLevel& link)
{
    if (cluster.links.empty()) {
        return;
    }
    const int inner = cluster.links.back().span;
    if (link.span <= inner || link.span % inner != 0) {
        object.fail("span",
                    Core::tr("is {}, expected a multiple of {}, the span of the level inside", link.span, inner));
    }
}

void readNetwork(JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (object.has("network")) {
        JsonObject member = object.object("network");
        cluster.network = readLink(member, unknown, false);
        takeUnknown(member, unknown);
    }
}

void readLinks(JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    for (JsonObject& element : object.objects("links", mostLinkLevels)) {
        LinkLevel link = readLink(element, unknown, cluster.links.empty());
        link.span = static_cast<int>(element.integer("span", 1, mostClusterDevices));
        checkSpan(element, cluster, link);
        takeUnknown(element, unknown);
        cluster.links.push_back(std::move(link));
    }
    if (cluster.links.empty() || cluster.links.back().span != cluster.devices) {
        object.fail("links", Core::tr("must end with a level that spans all {} device(s)", cluster.devices));
    }
}

DeviceKind readKind(JsonObject& element, const Cluster& cluster, UnknownKeys* unknown)
{
    DeviceKind kind;
    kind.name = element.string("name");
    kind.devices = static_cast<int>(element.integer("devices", 1, cluster.devices));
    if (element.has("device")) {
        kind.device = readDevice(element.object("device"), unknown);
    }
    auto links = element.has("links") ? element.objects("links", mostLinkLevels) : std::vector<JsonObject>();
    for (JsonObject& member : links) {
        kind.links.push_back(readLink(member, unknown, kind.links.empty()));
        takeUnknown(member, unknown);
    }
    if (kind.links.size() > cluster.links.size()) {
        element.fail("links",
                     Core::tr("are {}, of the cluster's {} level(s)", kind.links.size(), cluster.links.size()));
    }
    takeUnknown(element, unknown);
    return kind;
}

void readKinds(JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (!object.has("kinds")) {
        return;
    }
    std::int64_t devices = 0;
    for (JsonObject& element : object.objects("kinds", mostKinds)) {
        cluster.kinds.push_back(readKind(element, cluster, unknown));
        devices += cluster.kinds.back().devices;
    }
    if (devices != cluster.devices) {
        object.fail("kinds", Core::tr("have {} device(s) together, the cluster has {}", devices, cluster.devices));
    }
}

void readSlow(JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (!object.has("slow")) {
        return;
    }
    for (JsonObject& element : object.objects("slow", mostTables)) {
        SlowDevices slow;
        slow.first = static_cast<int>(element.integer("first", 0, cluster.devices - 1));
        slow.devices = static_cast<int>(element.integerOr("devices", 1, 1, cluster.devices));
        slow.speed = element.number("speed", slowestSpeed, 1);
        if (slow.devices > cluster.devices - slow.first) {
            element.fail("devices", Core::tr("go beyond the cluster's {} device(s)", cluster.devices));
        }
        takeUnknown(element, unknown);
        cluster.slow.push_back(slow);
    }
}

void readHost(JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (!object.has("host")) {
        return;
    }
    JsonObject member = object.object("host");
    Host& host = cluster.host;
    host.link = member.string("name");
    host.bandwidth = member.number("bytes_per_s", 1, fastestLink);
    host.devicesPerLink = static_cast<int>(member.integerOr("devices_per_link", 1, 1, mostClusterDevices));
    host.memory = member.integerOr("memory_bytes_per_device", 0, 0, largestMemory);
    host.devicesPerNode = static_cast<int>(member.integerOr("devices_per_node", 0, 0, cluster.devices));
    host.source = member.stringOr("source", {});
    for (const auto& field : hostConstants) {
        read(member, field, host, unknown);
    }
    takeUnknown(member, unknown);
}

MeasuredTimes readTimes(JsonObject& element, const Cluster& cluster, UnknownKeys* unknown)
{
    MeasuredTimes times;
    times.allToAll = element.oneOf("collective", collectiveNames) == 1;
    times.size = static_cast<int>(element.integer("size", 2, cluster.devices));
    for (JsonObject& point : element.objects("points", mostTables)) {
        const double bytes = point.number("bytes", 1, largestBuffer);
        times.points.emplace_back(bytes, point.number("s", 0, longestCollective));
        if (times.points.size() > 1 && bytes <= times.points[times.points.size() - 2].first) {
            point.fail("bytes", Core::tr("is no larger than the one before it"));
        }
        takeUnknown(point, unknown);
    }
    if (times.points.empty()) {
        element.fail("points", Core::tr("names no size"));
    }
    takeUnknown(element, unknown);
    return times;
}

void readMeasured(JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (!object.has("measured")) {
        return;
    }
    JsonObject member = object.object("measured");
    cluster.measuredProvenance = readProvenance(member);
    for (JsonObject& element : member.objects("groups", mostTables)) {
        MeasuredGroup group;
        group.size = static_cast<int>(element.integer("size", 2, cluster.devices));
        group.consecutive = element.booleanOr("consecutive", true);
        group.busBandwidth = element.number("bus_bytes_per_s", 1, fastestLink);
        takeUnknown(element, unknown);
        cluster.measured.push_back(group);
    }
    const auto optional = [&member](std::string_view key) {
        return member.has(key) ? member.objects(key, mostTables) : std::vector<JsonObject>();
    };
    for (JsonObject& element : optional("times")) {
        cluster.measuredTimes.push_back(readTimes(element, cluster, unknown));
    }
    for (JsonObject& element : optional("pipelines")) {
        MeasuredPipeline pipeline;
        pipeline.stages = static_cast<int>(element.integer("stages", 2, cluster.devices));
        pipeline.bandwidth = element.number("bytes_per_s", 1, fastestLink);
        takeUnknown(element, unknown);
        cluster.measuredPipelines.push_back(pipeline);
    }
    takeUnknown(member, unknown);
}

}  // namespace

std::vector<std::string> guessedConstants(const Cluster& cluster)
{
    std::vector<std::string> names;
    const auto look = [&names](const Constant& constant, std::string name) {
        if (constant.provenance == Provenance()) {
            names.push_back(std::move(name));
        }
    };
    const auto lookAt = [&look](const Device& device, const std::string& of) {
        for (const auto& field : deviceConstants()) {
            const bool isOfNoUse = (field.member == &Device::fp8Efficiency && device.peakFp8 == 0) ||
                                   (field.member == &Device::fp4Efficiency && device.peakFp4 == 0);
            if (!isOfNoUse) {
                look(device.*field.member, field.key + of);
            }
        }
    };
    lookAt(cluster.device, "");
    for (const DeviceKind& kind : cluster.kinds) {
        if (kind.device) {
            lookAt(*kind.device, " of " + kind.name);
        }
    }
    for (const LinkLevel& link : cluster.links) {
        look(link.efficiency, fmt::format("efficiency of {}", link.name));
    }
    for (const auto& field : hostConstants) {
        if (cluster.host.isKnown()) {
            look(cluster.host.*field.member, fmt::format("{} of {}", field.key, cluster.host.link));
        }
    }
    for (const auto& field : clusterConstants) {
        look(cluster.*field.member, field.key);
    }
    return names;
}

Json toJson(const Cluster& cluster)
{
    Json json = formatHeader(formatName, clusterVersion);
    json["name"] = cluster.name;
    json["title"] = cluster.title;
    json["source"] = cluster.source;
    json["devices"] = cluster.devices;
    json["device"] = toJson(cluster.device);
    json["links"] = Json::array();
    for (const LinkLevel& link : cluster.links) {
        json["links"].push_back(toJson(link, &link == &cluster.links.front()));
    }
    writeKinds(json, cluster);
    if (cluster.network) {
        json["network"] = toJson(*cluster.network, false);
    }
    if (cluster.host.isKnown()) {
        json["host"] = toJson(cluster.host);
    }
    if (hasMeasured(cluster) || cluster.measuredProvenance != Provenance()) {
        json["measured"] = measuredToJson(cluster);
    }
    json["context_bytes"] = cluster.contextBytes;
    for (const auto& field : clusterConstants) {
        write(json, field, cluster);
    }
    return json;
}

Result<Cluster> clusterFromJson(JsonObject& object, UnknownKeys* unknown)
{
    checkFormat(object, formatName, clusterVersion);
    Cluster cluster;
    cluster.name = object.string("name");
    cluster.title = object.stringOr("title", cluster.name);
    cluster.source = object.stringOr("source", {});
    cluster.devices = static_cast<int>(object.integer("devices", 1, mostClusterDevices));
    cluster.device = readDevice(object.object("device"), unknown);
    readLinks(object, cluster, unknown);
    readKinds(object, cluster, unknown);
    readSlow(object, cluster, unknown);
    readNetwork(object, cluster, unknown);
    readHost(object, cluster, unknown);
    readMeasured(object, cluster, unknown);
    cluster.contextBytes = object.integerOr("context_bytes", cluster.contextBytes, 0, largestMemory);
    for (const auto& field : clusterConstants) {
        read(object, field, cluster, unknown);
    }
    takeUnknown(object, unknown);
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return cluster;
}

}  // namespace pgram
