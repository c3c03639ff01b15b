// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_json.h"

#include "core/cluster/cluster_fields.h"
#include "core/cluster/kernel_json.h"

#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-cluster";
constexpr double largestBuffer = 1e15;     // bytes
constexpr double longestCollective = 1e6;  // s
constexpr std::size_t mostTables = 256;

const std::vector<std::string_view> collectiveNames = {"all-reduce", "all-to-all"};

struct PeakField {
    const char* key;
    FlopRate Device::*member;
};

constexpr PeakField peakFields[] = {{"fp32", &Device::peakFp32}, {"tf32", &Device::peakTf32},
                                    {"fp16", &Device::peakFp16}, {"bf16", &Device::peakBf16},
                                    {"fp8", &Device::peakFp8},   {"fp4", &Device::peakFp4}};

/// A constant with its provenance, and the range that makes sense for it.
template <typename Owner>
struct ConstantField {
    const char* key;
    Constant Owner::*member;
    double least;
    double most;
};

constexpr ConstantField<Device> deviceConstants[] = {
    {"gemm_efficiency", &Device::gemmEfficiency, leastEfficiency, 1},
    {"fp8_efficiency", &Device::fp8Efficiency, leastEfficiency, 1},
    {"fp4_efficiency", &Device::fp4Efficiency, leastEfficiency, 1},
    {"attention_efficiency", &Device::attentionEfficiency, leastEfficiency, 1},
    {"memory_efficiency", &Device::memoryEfficiency, leastEfficiency, 1},
    {"launch_s", &Device::launchSeconds, 0, longestLatency},
};

struct QuoteField {
    const char* key;
    Quote Device::*member;
    double most;
};

constexpr QuoteField quoteFields[] = {
    {"usd_per_hour", &Device::hourPrice, highestPrice},
    {"power_watts", &Device::power, highestPower},
};

constexpr ConstantField<LinkLevel> linkEfficiency = {"efficiency", &LinkLevel::efficiency, leastEfficiency, 1};

constexpr ConstantField<LinkLevel> linkStartup = {"startup_s", &LinkLevel::startup, 0, longestLatency};

constexpr ConstantField<Host> hostConstants[] = {
    {"efficiency", &Host::efficiency, leastEfficiency, 1},
    {"update_bytes_per_s", &Host::updateBandwidth, 1, fastestLink},
};

constexpr ConstantField<Cluster> clusterConstants[] = {
    {"overlap_slowdown", &Cluster::overlapSlowdown, 1, mostSlowdown},
    {"reserve", &Cluster::reserve, 0, mostReserve},
};

// --- writing --------------------------------------------------------------------------------------------------------

template <typename Owner>
void write(Json& json, const ConstantField<Owner>& field, const Owner& owner)
{
    Json constant = Json::object();
    constant["value"] = (owner.*field.member).value;
    write(constant, (owner.*field.member).provenance);
    json[field.key] = std::move(constant);
}

Json toJson(const Device& device)
{
    Json json = Json::object();
    json["name"] = device.name;
    json["memory_bytes"] = device.memory;
    Json& peaks = json["peak_flop_per_s"] = Json::object();
    for (const PeakField& field : peakFields) {
        if (device.*field.member > 0) {
            peaks[field.key] = device.*field.member;
        }
    }
    json["memory_bytes_per_s"] = device.memoryBandwidth;
    if (device.multiprocessors > 0) {
        json["multiprocessors"] = device.multiprocessors;
    }
    for (const auto& field : deviceConstants) {
        write(json, field, device);
    }
    if (device.products) {
        json["products"] = toJson(*device.products);
    }
    if (device.attention) {
        json["attention"] = toJson(*device.attention);
    }
    for (const QuoteField& field : quoteFields) {
        const Quote& quote = device.*field.member;
        if (quote.isKnown()) {
            json[field.key] = {{"value", quote.value}, {"source", quote.source}};
            if (!quote.date.empty()) {
                json[field.key]["date"] = quote.date;
            }
        }
    }
    return json;
}

Json toJson(const LinkLevel& link)
{
    Json json = Json::object();
    json["name"] = link.name;
    if (link.span > 0) {
        json["span"] = link.span;
    }
    json["bytes_per_s"] = link.bandwidth;
    write(json, linkEfficiency, link);
    json["latency_s"] = link.latency;
    if (link.startup != Constant()) {
        write(json, linkStartup, link);
    }
    if (link.collectives) {
        json["collectives"] = toJson(*link.collectives);
    }
    return json;
}

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

/// Keeps the default where the file has no such member.
template <typename Owner>
void read(JsonObject& object, const ConstantField<Owner>& field, Owner& owner, UnknownKeys* unknown)
{
    if (!object.has(field.key)) {
        return;
    }
    JsonObject member = object.object(field.key);
    (owner.*field.member).value = member.number("value", field.least, field.most);
    (owner.*field.member).provenance = readProvenance(member);
    collectUnknown(member, unknown);
}

Device readDevice(JsonObject object, UnknownKeys* unknown)
{
    Device device;
    device.name = object.string("name");
    device.memory = object.integer("memory_bytes", MiB, largestMemory);
    JsonObject peaks = object.object("peak_flop_per_s");
    device.peakFp32 = peaks.number("fp32", 1, fastestDevice);
    for (const PeakField& field : peakFields) {
        device.*field.member = peaks.numberOr(field.key, 0, 0, fastestDevice);
    }
    device.memoryBandwidth = object.number("memory_bytes_per_s", 1, fastestLink);
    device.multiprocessors = static_cast<int>(object.integerOr("multiprocessors", 0, 0, mostMultiprocessors));
    for (const auto& field : deviceConstants) {
        read(object, field, device, unknown);
    }
    if (object.has("products")) {
        device.products = readProducts(object.object("products"), unknown);
    }
    if (object.has("attention")) {
        device.attention = readAttention(object.object("attention"), unknown);
    }
    if ((device.products || device.attention) && device.multiprocessors == 0) {
        object.fail(device.products ? "products" : "attention",
                    Core::tr("needs the number of multiprocessors, to which tiles are dealt"));
    }
    for (const QuoteField& field : quoteFields) {
        if (object.has(field.key)) {
            JsonObject member = object.object(field.key);
            device.*field.member = {member.number("value", leastQuote, field.most), member.string("source"),
                                    member.stringOr("date", {})};
            collectUnknown(member, unknown);
        }
    }
    collectUnknown(peaks, unknown);
    collectUnknown(object, unknown);
    return device;
}

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

/// All but its span.
LinkLevel readLink(JsonObject& element, UnknownKeys* unknown)
{
    LinkLevel link;
    link.name = element.string("name");
    link.bandwidth = element.number("bytes_per_s", 1, fastestLink);
    link.bandwidth /= static_cast<double>(element.integerOr("shared_by", 1, 1, mostClusterDevices));
    read(element, linkEfficiency, link, unknown);
    link.latency = element.numberOr("latency_s", 0, 0, longestLatency);
    read(element, linkStartup, link, unknown);
    return link;
}

void readNetwork(JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (object.has("network")) {
        JsonObject member = object.object("network");
        cluster.network = readLink(member, unknown);
        collectUnknown(member, unknown);
    }
}

void readLinks(JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    for (JsonObject& element : object.objects("links", mostLinkLevels)) {
        LinkLevel link = readLink(element, unknown);
        link.span = static_cast<int>(element.integer("span", 1, mostClusterDevices));
        checkSpan(element, cluster, link);
        if (cluster.links.empty() && element.has("collectives")) {
            link.collectives = readCollectives(element.object("collectives"), unknown);
        }
        collectUnknown(element, unknown);
        cluster.links.push_back(std::move(link));
    }
    if (cluster.links.empty() || cluster.links.back().span != cluster.devices) {
        object.fail("links", Core::tr("must end with a level that spans all {} device(s)", cluster.devices));
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
    collectUnknown(member, unknown);
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
        collectUnknown(point, unknown);
    }
    if (times.points.empty()) {
        element.fail("points", Core::tr("names no size"));
    }
    collectUnknown(element, unknown);
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
        collectUnknown(element, unknown);
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
        collectUnknown(element, unknown);
        cluster.measuredPipelines.push_back(pipeline);
    }
    collectUnknown(member, unknown);
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
    const Device& device = cluster.device;
    for (const auto& field : deviceConstants) {
        const bool isOfNoUse = (field.member == &Device::fp8Efficiency && device.peakFp8 == 0) ||
                               (field.member == &Device::fp4Efficiency && device.peakFp4 == 0);
        if (!isOfNoUse) {
            look(device.*field.member, field.key);
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
        json["links"].push_back(toJson(link));
    }
    if (cluster.network) {
        json["network"] = toJson(*cluster.network);
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
    readNetwork(object, cluster, unknown);
    readHost(object, cluster, unknown);
    readMeasured(object, cluster, unknown);
    cluster.contextBytes = object.integerOr("context_bytes", cluster.contextBytes, 0, largestMemory);
    for (const auto& field : clusterConstants) {
        read(object, field, cluster, unknown);
    }
    collectUnknown(object, unknown);
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return cluster;
}

}  // namespace pgram
