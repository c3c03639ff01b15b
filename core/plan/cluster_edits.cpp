// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/cluster_edits.h"

#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"
#include "core/plan/preset_edits.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

using Pointer = Json::json_pointer;

constexpr std::string_view editedTitle = ", edited";
constexpr std::string_view byHand = "set by hand; was ";

tl::unexpected<Error> at(const std::string& pointer, Error error)
{
    error.where = Place("cluster." + pointer);
    return tl::unexpected(std::move(error));
}

Result<Cluster> read(const Json& json)
{
    JsonObject object(json, "cluster.");
    return clusterFromJson(object);
}

/// "links/NVLink 4/span": of a link by its name, so that it stays that link's when levels move.
std::string noteName(const Cluster& cluster, const ClusterField& field, int level)
{
    if (field.part != ClusterPart::Link) {
        return field.pointer(level);
    }
    return fmt::format("/links/{}/{}", cluster.links[static_cast<std::size_t>(level)].name, field.key);
}

/// Where the source says that a figure was set: "; /device/memory_bytes = 24 GiB (was 16 GiB)", of which edits by the
/// command line have the first half.
struct Note {
    std::size_t from = std::string::npos;
    std::size_t size = 0;
};

Note noteOf(const std::string& source, const std::string& name)
{
    const std::string begin = fmt::format("; {} = ", name);
    const std::size_t from = source.find(begin);
    if (from == std::string::npos) {
        return {};
    }
    const std::size_t end = std::min(source.find("; ", from + begin.size()), source.size());
    return {from, end - from};
}

/// "16 GiB" of "… (was 16 GiB)".
std::string wasIn(const std::string& note)
{
    constexpr std::string_view open = "(was ";
    const std::size_t from = note.rfind(open);
    return from == std::string::npos || !note.ends_with(')')
               ? std::string()
               : note.substr(from + open.size(), note.size() - from - open.size() - 1);
}

void note(Cluster& cluster, const Cluster& before, const ClusterField& field, int level, const std::string& after)
{
    const std::string name = noteName(cluster, field, level);
    std::string was = valueToType(field, toJson(before), level);
    if (const Note old = noteOf(cluster.source, name); old.size > 0) {
        const std::string first = wasIn(cluster.source.substr(old.from, old.size));
        was = first.empty() ? was : first;
        cluster.source.erase(old.from, old.size);
    }
    if (was != after) {
        cluster.source += fmt::format("; {} = {} (was {})", name, after, was.empty() ? "not known" : was);
    }
}

/// What the notes on a link are called follows its name.
void renameNotes(std::string& source, const std::string& before, const std::string& after)
{
    const std::string from = fmt::format("; /links/{}/", before);
    const std::string to = fmt::format("; /links/{}/", after);
    for (std::size_t found = source.find(from); found != std::string::npos; found = source.find(from, found)) {
        source.replace(found, from.size(), to);
        found += to.size();
    }
}

/// "0.62, measured: nccl-tests": once, however often it is set.
std::string sourceOfYours(const Constant& before, const ClusterField& field)
{
    if (before.provenance.source.starts_with(byHand)) {
        return before.provenance.source;
    }
    const std::string& source = before.provenance.source;
    return fmt::format("{}{}, {}{}{}", byHand, measureToType(before.value, field.measure), before.provenance.kind,
                       source.empty() ? "" : ": ", source);
}

/// The constant that stands at a field's pointer, as its JSON has it.
Constant constantAt(const Json& json, const ClusterField& field, int level)
{
    const Pointer pointer(field.pointer(level));
    if (!json.contains(pointer)) {
        return {};
    }
    const Json& constant = json[pointer];
    return {constant["value"].get<double>(), {constant["provenance"], constant["source"]}};
}

std::vector<PresetEdit> editsFor(const Cluster& cluster, const ClusterField& field, int level, const Json& value,
                                 const std::string& today)
{
    const std::string pointer = field.pointer(level);
    std::vector<PresetEdit> edits{{field.valuePointer(level), dumped(value)}};
    if (field.kind == ClusterField::Kind::Constant) {
        const Constant before = constantAt(toJson(cluster), field, level);
        edits.push_back({pointer + "/source", dumped(Json(sourceOfYours(before, field)))});
    } else if (field.kind == ClusterField::Kind::Quote) {
        edits.push_back({pointer + "/source", "yours"});
        edits.push_back({pointer + "/date", dumped(Json(today))});
    }
    return edits;
}

/// That it is no longer the preset, once.
void markEdited(Cluster& cluster, const Cluster& before)
{
    cluster.name =
        before.name.find(editedSuffix) == std::string::npos ? before.name + std::string(editedSuffix) : before.name;
    const bool isMarked = before.title.find(editedTitle) != std::string::npos;
    if (cluster.title.empty() || cluster.title == before.title + std::string(editedTitle)) {
        cluster.title = isMarked ? before.title : before.title + std::string(editedTitle);
    }
    cluster.source = before.source;
}

/// A quote that is not known has no member in a file; other fields have zero.
Result<Cluster> withoutValue(const Cluster& cluster, const ClusterField& field)
{
    Json json = toJson(cluster);
    const Pointer pointer(field.pointer());
    json[pointer.parent_pointer()].erase(pointer.back());
    return read(json);
}

}  // namespace

Result<Cluster> withField(const Cluster& cluster, const ClusterField& field, int level, std::string_view typed,
                          const std::string& today)
{
    const std::string pointer = field.pointer(level);
    const Result<Json> value = typedValue(field, typed);
    if (!value) {
        return at(pointer, value.error());
    }
    if (pointer == "/devices") {
        const Result<Cluster> sized = withDevices(cluster, value->get<int>());
        return sized ? sized : at(pointer, sized.error());
    }
    const Json before = toJson(cluster);
    const Pointer place(field.valuePointer(level));
    if (before.contains(place) ? before[place] == *value : value->is_null()) {
        return cluster;
    }
    const auto edit = [&](const Json& to) {
        std::vector<PresetEdit> edits = editsFor(cluster, field, level, to, today);
        if (field.part == ClusterPart::Link && std::string_view(field.key) == "span" &&
            level + 1 == static_cast<int>(cluster.links.size())) {
            edits.push_back({"/devices", dumped(to)});  // The outermost level spans them all.
        }
        return withEdits(cluster, edits);
    };
    Result<Cluster> next = !value->is_null()                         ? edit(*value)
                           : field.kind == ClusterField::Kind::Quote ? withoutValue(cluster, field)
                                                                     : edit(Json(0));
    if (!next) {
        return next;
    }
    markEdited(*next, cluster);
    if (field.kind == ClusterField::Kind::Plain || field.kind == ClusterField::Kind::Optional) {
        if (field.measure != Measure::Text) {
            note(*next, cluster, field, level, valueToType(field, toJson(*next), level));
        } else if (field.part == ClusterPart::Link) {
            renameNotes(next->source, cluster.links[static_cast<std::size_t>(level)].name, std::string(typed));
        }
    }
    return next;
}

Result<Cluster> checkedCluster(const Cluster& cluster)
{
    return read(toJson(cluster));
}

Provenance provenanceOf(const Cluster& cluster, const ClusterField& field, int level)
{
    return provenanceOf(cluster, toJson(cluster), field, level);
}

Provenance provenanceOf(const Cluster& cluster, const Json& json, const ClusterField& field, int level)
{
    const Pointer pointer(field.pointer(level));
    if (!json.contains(pointer) || field.measure == Measure::Text) {
        return {"", ""};
    }
    if (field.kind == ClusterField::Kind::Constant) {
        return constantAt(json, field, level).provenance;
    }
    if (field.kind == ClusterField::Kind::Quote) {
        const std::string source = json[pointer].value("source", "");
        const std::string date = json[pointer].value("date", "");
        const std::string text = date.empty() ? source : fmt::format("{}, {}", source, date);
        return {source == "yours" ? "yours" : "vendor", text};
    }
    if (const Note note = noteOf(cluster.source, noteName(cluster, field, level)); note.size > 0) {
        return {"yours", cluster.source.substr(note.from + 2, note.size - 2)};
    }
    const bool isCounted = field.measure == Measure::Count && std::string_view(field.key) != "multiprocessors";
    if (isCounted) {
        return {"", ""};  // Somebody's own machine: no data sheet says it.
    }
    const bool isHost = field.part == ClusterPart::Host && !cluster.host.source.empty();
    return {"vendor", isHost ? cluster.host.source : cluster.source.substr(0, cluster.source.find("; /"))};
}

Cluster blankCluster()
{
    Cluster cluster;
    cluster.name = "blank";
    cluster.title = "8 × device";
    cluster.devices = 8;
    cluster.device.name = "Device";
    cluster.device.memory = 80 * GiB;
    cluster.device.peakFp32 = 5e13;
    cluster.device.peakBf16 = 5e14;
    cluster.device.memoryBandwidth = 2e12;
    cluster.links = {{"Link", 8, 1e11, {0.8, {}}, 5e-6, {}}};
    return cluster;
}

}  // namespace pgram
