// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cluster/cluster_json.h"

#include "core/cluster/cluster_fields.h"

#include <fmt/format.h>

namespace pgram {

namespace {

constexpr std::string_view formatName = "parallelogram-cluster";
constexpr double largestBuffer = 1e15;     // bytes
constexpr double longestCollective = 1e6;  // s
constexpr std::size_t mostTables = 256;

constexpr std::array<std::string_view, 2> collectiveNames{"all-reduce", "all-to-all"};

// --- lists of parts -------------------------------------------------------------------------------------------------

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

/// Members of a link that the innermost level, the other levels, and levels of other owners do not have.
constexpr std::string_view onlyInnermost[]{"collectives"};
constexpr std::string_view onlyLevels[]{"span"};
constexpr std::string_view onlyInnermostLevel[]{"span", "collectives"};

/// Reads what a link has in its place: `without` is what it does not have there.
LinkLevel readLink(JsonObject& element, UnknownKeys* unknown, Keys without)
{
    LinkLevel link;
    readFields(rowsOf<LinkLevel>(), element, link, unknown, without);
    return link;
}

/// Writes levels of links from the innermost one on.
template <typename Owner>
Json writeLinks(const Owner& owner)
{
    Json levels = Json::array();
    for (const LinkLevel& link : owner.links) {
        levels.push_back(Json::object());
        writeFields(levels.back(), rowsOf<LinkLevel>(), link, levels.size() > 1 ? Keys(onlyInnermost) : Keys());
    }
    return levels;
}

Json writeNetwork(const Cluster& cluster)
{
    if (!cluster.network) {
        return nullptr;
    }
    Json json = Json::object();
    writeFields(json, rowsOf<LinkLevel>(), *cluster.network, onlyInnermost);
    return json;
}

void readNetwork(const FieldRules& rules, JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (object.has(rules.key)) {
        JsonObject member = object.object(rules.key);
        cluster.network = readLink(member, unknown, onlyInnermostLevel);
        takeUnknown(member, unknown);
    }
}

void readLinks(const FieldRules& rules, JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    for (JsonObject& element : object.objects(rules.key, rules.mostElements)) {
        LinkLevel link = readLink(element, unknown, cluster.links.empty() ? Keys() : Keys(onlyInnermost));
        checkSpan(element, cluster, link);
        takeUnknown(element, unknown);
        cluster.links.push_back(std::move(link));
    }
    if (cluster.links.empty() || cluster.links.back().span != cluster.devices) {
        object.fail(rules.key, Core::tr("must end with a level that spans all {} device(s)", cluster.devices));
    }
}

void readLinksOfKind(const FieldRules& rules, JsonObject& object, DeviceKind& kind, UnknownKeys* unknown)
{
    auto links = object.has(rules.key) ? object.objects(rules.key, rules.mostElements) : std::vector<JsonObject>();
    for (JsonObject& member : links) {
        kind.links.push_back(
            readLink(member, unknown, kind.links.empty() ? Keys(onlyLevels) : Keys(onlyInnermostLevel)));
        takeUnknown(member, unknown);
    }
}

void readKinds(const FieldRules& rules, JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (!object.has(rules.key)) {
        return;
    }
    std::int64_t devices = 0;
    for (JsonObject& element : object.objects(rules.key, rules.mostElements)) {
        DeviceKind& kind = cluster.kinds.emplace_back();
        static_cast<void>(element.integer("devices", 1, cluster.devices));
        readFields(rowsOf<DeviceKind>(), element, kind, unknown);
        if (kind.links.size() > cluster.links.size()) {
            element.fail("links",
                         Core::tr("are {}, of the cluster's {} level(s)", kind.links.size(), cluster.links.size()));
        }
        takeUnknown(element, unknown);
        devices += kind.devices;
    }
    if (devices != cluster.devices) {
        object.fail(rules.key, Core::tr("have {} device(s) together, the cluster has {}", devices, cluster.devices));
    }
}

void readSlow(const FieldRules& rules, JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (!object.has(rules.key)) {
        return;
    }
    for (JsonObject& element : object.objects(rules.key, rules.mostElements)) {
        SlowDevices& slow = cluster.slow.emplace_back();
        static_cast<void>(element.integer("first", 0, cluster.devices - 1));
        static_cast<void>(element.integerOr("devices", 1, 1, cluster.devices));
        readFields(rowsOf<SlowDevices>(), element, slow, unknown);
        if (slow.devices > cluster.devices - slow.first) {
            element.fail("devices", Core::tr("go beyond the cluster's {} device(s)", cluster.devices));
        }
        takeUnknown(element, unknown);
    }
}

void readHost(const FieldRules& rules, JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (object.has(rules.key)) {
        static_cast<void>(object.object(rules.key).integerOr("devices_per_node", 0, 0, cluster.devices));
    }
    Codec<Host>::read(rules, object, cluster.host, unknown);
}

void readPoints(const FieldRules& rules, JsonObject& object, MeasuredTimes& times, UnknownKeys* unknown)
{
    for (JsonObject& element : object.objects(rules.key, rules.mostElements)) {
        MeasuredPoint point;
        readFields(rowsOf<MeasuredPoint>(), element, point, unknown);
        if (!times.points.empty() && point.bytes <= times.points.back().bytes) {
            element.fail("bytes", Core::tr("is not larger than the one before it"));
        }
        takeUnknown(element, unknown);
        times.points.push_back(point);
    }
    if (times.points.empty()) {
        object.fail(rules.key, Core::tr("names no size"));
    }
}

void readCollective(const FieldRules& rules, JsonObject& object, MeasuredTimes& times, UnknownKeys*)
{
    times.allToAll = object.oneOf(rules.key, {collectiveNames.begin(), collectiveNames.end()}) == 1;
}

std::span<const Field<Cluster>> measuredTable();

/// Reads what was measured, and checks its numbers of ranks and stages.
void readMeasured(const FieldRules& rules, JsonObject& object, Cluster& cluster, UnknownKeys* unknown)
{
    if (!object.has(rules.key)) {
        return;
    }
    JsonObject member = object.object(rules.key);
    const auto check = [&](std::string_view list, std::string_view size) {
        for (JsonObject& element : member.has(list) ? member.objects(list) : std::vector<JsonObject>()) {
            static_cast<void>(element.integer(size, 2, cluster.devices));
        }
    };
    check("groups", "size");
    check("times", "size");
    check("pipelines", "stages");
    readFields(measuredTable(), member, cluster, unknown);
    takeUnknown(member, unknown);
}

void readShare(const FieldRules& rules, JsonObject& object, LinkLevel& link, UnknownKeys*)
{
    link.bandwidth /= static_cast<double>(object.integerOr(rules.key, 1, 1, mostClusterDevices));
}

/// A whole device, the name of a preset, or a preset with changes.
Json describeDevice(const FieldRules&)
{
    const Json preset{{"type", "string"}, {"description", "Name of a device preset"}};
    const Json change{{"type", "object"}, {"description", "Merged into the device of the preset (RFC 7386)"}};
    return {{"oneOf",
             {Codec<Device>::schema({}),
              {{"type", "string"}},
              {{"type", "object"},
               {"additionalProperties", false},
               {"required", {"preset"}},
               {"properties", {{"preset", preset}, {"change", change}}}}}}};
}

// --- tables ---------------------------------------------------------------------------------------------------------

constexpr Field<LinkLevel> linkRows[] = {
    field<&LinkLevel::name>("name").titled(Core::tr("Name"), Measure::Text).required(),
    field<&LinkLevel::span>("span")
        .titled(Core::tr("Devices in an island"), Measure::Count)
        .between(1, mostClusterDevices)
        .required()
        .when([](const LinkLevel& link) { return link.span > 0; })
        .says("Devices inside one island of this level"),
    field<&LinkLevel::bandwidth>("bytes_per_s")
        .titled(Core::tr("Bandwidth"), Measure::Rate)
        .between(1, fastestLink)
        .required()
        .says("Out of one device when all of its island send across this level"),
    figure<[](const LinkLevel&) { return 1; }>("shared_by")
        .between(1, mostClusterDevices)
        .readBy(readShare)
        .when([](const LinkLevel&) { return false; })
        .says("Devices that share bytes_per_s, as those of a node share its network cards: each has its part of it. 1 "
              "where absent"),
    field<&LinkLevel::efficiency>("efficiency")
        .titled(Core::tr("Efficiency"), Measure::Share)
        .between(leastEfficiency, 1)
        .says("Share of the bandwidth that a collective reaches"),
    field<&LinkLevel::latency>("latency_s")
        .titled(Core::tr("Latency"), Measure::Time)
        .between(0, longestLatency)
        .says("A step of a collective"),
    field<&LinkLevel::startup>("startup_s")
        .titled(Core::tr("Startup"), Measure::Time)
        .between(0, longestLatency)
        .sparse()
        .says("Before a collective's large messages flow at the full rate"),
    field<&LinkLevel::collectives>("collectives")
        .sparse()
        .says("Measured collectives among devices of one island of the innermost links; absent: latency, startup and "
              "efficiency of the link"),
};

constexpr Field<Host> hostRows[] = {
    field<&Host::link>("name").titled(Core::tr("Link"), Measure::Text).required().says("Of the link to it"),
    field<&Host::bandwidth>("bytes_per_s")
        .titled(Core::tr("Bandwidth"), Measure::Rate)
        .between(1, fastestLink)
        .required()
        .says("Of one link, one way"),
    field<&Host::devicesPerLink>("devices_per_link")
        .titled(Core::tr("Devices per link"), Measure::Count)
        .between(1, mostClusterDevices)
        .says("Devices that share a link"),
    field<&Host::memory>("memory_bytes_per_device")
        .titled(Core::tr("Host memory per device"), Measure::Memory)
        .between(0, largestMemory)
        .unknownIfZero()
        .says("One device's share of the host's memory; absent or 0: not known"),
    field<&Host::devicesPerNode>("devices_per_node")
        .titled(Core::tr("Devices per node"), Measure::Count)
        .between(0, mostClusterDevices)
        .unknownIfZero()
        .says("Devices that share a host's memory; absent or 0: those that the innermost links join"),
    field<&Host::source>("source"),
    field<&Host::efficiency>("efficiency")
        .titled(Core::tr("Efficiency"), Measure::Share)
        .between(leastEfficiency, 1)
        .says("Share of the bandwidth that large copies reach"),
    field<&Host::updateBandwidth>("update_bytes_per_s")
        .titled(Core::tr("Update bandwidth"), Measure::Rate)
        .between(1, fastestLink)
        .says("Host memory that the update of one device's states streams"),
};

constexpr Field<DeviceKind> kindRows[] = {
    field<&DeviceKind::name>("name")
        .titled(Core::tr("Name"), Measure::Text)
        .required()
        .says("Short, as stages show it"),
    field<&DeviceKind::devices>("devices")
        .titled(Core::tr("Devices"), Measure::Count)
        .between(1, mostClusterDevices)
        .required()
        .says("So many, in the order of ranks"),
    field<&DeviceKind::device>("device").sparse().describedBy(describeDevice),
    field<&DeviceKind::links>("links")
        .upTo(mostLinkLevels)
        .sparse()
        .readBy(readLinksOfKind)
        .writtenBy(writeLinks<DeviceKind>)
        .describedBy([](const FieldRules&) {
            return Json{{"type", "array"}, {"items", schemaOf(rowsOf<LinkLevel>(), onlyLevels)}};
        })
        .says("Its own links of the innermost levels, with the spans that these have; the others are the cluster's"),
};

constexpr Field<SlowDevices> slowRows[] = {
    field<&SlowDevices::first>("first")
        .titled(Core::tr("First device"), Measure::Count)
        .between(0, mostClusterDevices)
        .required()
        .says("Rank of the first"),
    field<&SlowDevices::devices>("devices")
        .titled(Core::tr("Devices"), Measure::Count)
        .between(1, mostClusterDevices)
        .says("So many neighbours; 1 where absent"),
    field<&SlowDevices::speed>("speed")
        .titled(Core::tr("Speed"), Measure::Share)
        .between(slowestSpeed, 1)
        .required()
        .says("Share of the speed that their kind has"),
};

constexpr Field<MeasuredGroup> groupRows[] = {
    field<&MeasuredGroup::size>("size").between(2, mostClusterDevices).required(),
    field<&MeasuredGroup::consecutive>("consecutive").says("Neighbours; false: spread over the whole cluster"),
    field<&MeasuredGroup::busBandwidth>("bus_bytes_per_s").between(1, fastestLink).required(),
};

constexpr Field<MeasuredPoint> pointRows[] = {
    field<&MeasuredPoint::bytes>("bytes").between(1, largestBuffer).required(),
    field<&MeasuredPoint::seconds>("s").between(0, longestCollective).required(),
};

constexpr Field<MeasuredTimes> timesRows[] = {
    figure<[](const MeasuredTimes& times) { return collectiveNames[times.allToAll ? 1 : 0]; }>("collective")
        .oneOf(collectiveNames)
        .required()
        .readBy(readCollective),
    field<&MeasuredTimes::size>("size").between(2, mostClusterDevices).required(),
    field<&MeasuredTimes::points>("points").upTo(mostTables).required().readBy(readPoints).says("By rising bytes"),
};

constexpr Field<MeasuredPipeline> pipelineRows[] = {
    field<&MeasuredPipeline::stages>("stages").between(2, mostClusterDevices).required(),
    field<&MeasuredPipeline::bandwidth>("bytes_per_s").between(1, fastestLink).required(),
};

constexpr Field<Cluster> measuredRows[] = {
    provenanceKind<&Cluster::measuredProvenance>(),
    provenanceSource<&Cluster::measuredProvenance>(),
    field<&Cluster::measured>("groups").upTo(mostTables).required().says("Bus bandwidths, by the shape of a group"),
    field<&Cluster::measuredTimes>("times").upTo(mostTables).sparse().says("Seconds of collectives, by their bytes"),
    field<&Cluster::measuredPipelines>("pipelines")
        .upTo(mostTables)
        .sparse()
        .says("From one stage of a pipeline to the next"),
};

std::span<const Field<Cluster>> measuredTable()
{
    return measuredRows;
}

bool hasMeasured(const Cluster& cluster)
{
    return !cluster.measured.empty() || !cluster.measuredTimes.empty() || !cluster.measuredPipelines.empty() ||
           cluster.measuredProvenance != Provenance();
}

constexpr Field<Cluster> clusterRows[] = {
    field<&Cluster::name>("name").required().like("^[a-z0-9][a-z0-9.-]*$").says("Name of the preset and of its file"),
    field<&Cluster::title>("title").titled(Core::tr("Title"), Measure::Text),
    field<&Cluster::source>("source").says("Where the figures were seen"),
    field<&Cluster::devices>("devices")
        .titled(Core::tr("Devices"), Measure::Count)
        .between(1, mostClusterDevices)
        .required(),
    field<&Cluster::device>("device")
        .required()
        .describedBy(describeDevice)
        .says("A whole device, the name of a device preset, or a device preset with changes"),
    field<&Cluster::links>("links")
        .upTo(mostLinkLevels)
        .required()
        .readBy(readLinks)
        .writtenBy(writeLinks<Cluster>)
        .says("Innermost first; the last spans all devices"),
    field<&Cluster::kinds>("kinds").upTo(mostKinds).sparse().readBy(readKinds).says(
        "Neighbouring devices that are alike, all devices together; one without a device has the cluster's. "
        "Absent: one kind"),
    field<&Cluster::slow>("slow")
        .upTo(mostTables)
        .sparse()
        .readBy(readSlow)
        .says("Devices that compute slower than their kind"),
    field<&Cluster::network>("network")
        .sparse()
        .readBy(readNetwork)
        .writtenBy(writeNetwork)
        .describedBy([](const FieldRules&) { return schemaOf(rowsOf<LinkLevel>(), onlyInnermostLevel); })
        .says("The link that joins several clusters like this one, where more nodes are asked for"),
    field<&Cluster::host>("host")
        .when([](const Cluster& cluster) { return cluster.host.isKnown(); })
        .readBy(readHost)
        .says("Memory of the machine that holds the devices: where offloaded tensors wait"),
    group<measuredRows>("measured").when(hasMeasured).readBy(readMeasured),
    field<&Cluster::contextBytes>("context_bytes")
        .titled(Core::tr("Context"), Measure::Memory)
        .between(0, largestMemory)
        .says("Device context and communication buffers"),
    field<&Cluster::overlapSlowdown>("overlap_slowdown")
        .titled(Core::tr("Overlap slowdown"), Measure::Factor)
        .between(1, mostSlowdown)
        .says("Compute next to communication takes so many times as long"),
    field<&Cluster::reserve>("reserve")
        .titled(Core::tr("Reserve"), Measure::Share)
        .between(0, mostReserve)
        .says("Share of the memory budget that is kept free for fragmentation"),
};

}  // namespace

std::span<const Field<LinkLevel>> fieldsOf(const LinkLevel*)
{
    return linkRows;
}

std::span<const Field<Host>> fieldsOf(const Host*)
{
    return hostRows;
}

std::span<const Field<DeviceKind>> fieldsOf(const DeviceKind*)
{
    return kindRows;
}

std::span<const Field<SlowDevices>> fieldsOf(const SlowDevices*)
{
    return slowRows;
}

std::span<const Field<MeasuredGroup>> fieldsOf(const MeasuredGroup*)
{
    return groupRows;
}

std::span<const Field<MeasuredPoint>> fieldsOf(const MeasuredPoint*)
{
    return pointRows;
}

std::span<const Field<MeasuredTimes>> fieldsOf(const MeasuredTimes*)
{
    return timesRows;
}

std::span<const Field<MeasuredPipeline>> fieldsOf(const MeasuredPipeline*)
{
    return pipelineRows;
}

std::span<const Field<Cluster>> fieldsOf(const Cluster*)
{
    return clusterRows;
}

namespace {

/// Calls `look(key, constant)` for each constant that a structure has among its rows.
template <typename Owner, typename Look>
void eachConstant(const Owner& owner, const Look& look)
{
    for (const Field<Owner>& row : rowsOf<Owner>()) {
        if (row.describer == &Codec<Constant>::schema) {
            const Json constant = row.writer(owner);
            if (row.presence == Presence::Sparse && constant == row.writer(Owner())) {
                continue;
            }
            look(std::string(row.key),
                 constant["provenance"] == Provenance().kind && constant["source"] == Provenance().source);
        }
    }
}

}  // namespace

std::vector<std::string> guessedConstants(const Cluster& cluster, bool scans)
{
    std::vector<std::string> names;
    const auto lookAt = [&names](const auto& part, const std::string& of) {
        eachConstant(part, [&](const std::string& key, bool isGuessed) {
            if (isGuessed) {
                names.push_back(key + of);
            }
        });
    };
    const auto lookAtDevice = [&names, &lookAt, scans](const Device& device, const std::string& of) {
        lookAt(device, of);
        std::erase_if(names, [&](const std::string& name) {
            return (device.peakFp8 == 0 && name == "fp8_efficiency" + of) ||
                   (device.peakFp4 == 0 && name == "fp4_efficiency" + of) || (!scans && name == "scan_efficiency" + of);
        });
    };
    lookAtDevice(cluster.device, "");
    for (const DeviceKind& kind : cluster.kinds) {
        if (kind.device) {
            lookAtDevice(*kind.device, " of " + kind.name);
        }
    }
    for (const LinkLevel& link : cluster.links) {
        if (link.efficiency.provenance == Provenance()) {
            names.push_back(fmt::format("efficiency of {}", link.name));
        }
    }
    if (cluster.host.isKnown()) {
        lookAt(cluster.host, " of " + cluster.host.link);
    }
    lookAt(cluster, "");
    return names;
}

Json toJson(const Device& device)
{
    return Codec<Device>::write(device);
}

Json toJson(const Cluster& cluster)
{
    Json json = formatHeader(formatName, clusterVersion);
    writeFields(json, rowsOf<Cluster>(), cluster);
    return json;
}

Json deviceSchema()
{
    return describeDevice({});
}

Json clusterSchema()
{
    return fileSchema("Parallelogram cluster, version 1", formatName, clusterVersion, schemaOf(rowsOf<Cluster>()));
}

Device readDevice(JsonObject object, UnknownKeys* unknown)
{
    Device device;
    readFields(rowsOf<Device>(), object, device, unknown);
    checkFields(object, device);
    takeUnknown(object, unknown);
    return device;
}

Result<Cluster> clusterFromJson(JsonObject& object, UnknownKeys* unknown)
{
    checkFormat(object, formatName, clusterVersion);
    Cluster cluster;
    readFields(rowsOf<Cluster>(), object, cluster, unknown);
    if (!object.has("title")) {
        cluster.title = cluster.name;
    }
    takeUnknown(object, unknown);
    if (const auto error = object.error()) {
        return tl::unexpected(*error);
    }
    return cluster;
}

}  // namespace pgram
