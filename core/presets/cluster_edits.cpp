// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/presets/cluster_edits.h"

#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_notes.h"
#include "core/cluster/cluster_sizes.h"
#include "core/presets/cluster_kinds.h"
#include "core/presets/preset_edits.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

using Pointer = Json::json_pointer;

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

/// Returns the constant at a field's pointer.
Constant constantAt(const Json& json, const ClusterField& field, const PartIndex& index)
{
    const Pointer pointer(field.pointer(index));
    if (!json.contains(pointer)) {
        return {};
    }
    const Json& constant = json[pointer];
    return {constant["value"].get<double>(), {constant["provenance"], constant["source"]}};
}

std::vector<PresetEdit> editsFor(const Cluster& cluster, const ClusterField& field, const PartIndex& index,
                                 const Json& value, const std::string& today)
{
    const std::string pointer = field.pointer(index);
    std::vector<PresetEdit> edits{{field.valuePointer(index), dumped(value)}};
    if (field.kind == ClusterField::Kind::Constant) {
        const Constant before = constantAt(toJson(cluster), field, index);
        edits.push_back({pointer + "/source", dumped(Json(sourceOfYours(before, field)))});
    } else if (field.kind == ClusterField::Kind::Quote) {
        edits.push_back({pointer + "/source", "yours"});
        edits.push_back({pointer + "/date", dumped(Json(today))});
    }
    return edits;
}

/// Returns the cluster without the member of a quote or a constant that is not known; other fields have zero.
Result<Cluster> withoutValue(const Cluster& cluster, const ClusterField& field, const PartIndex& index)
{
    Json json = toJson(cluster);
    const Pointer pointer(field.pointer(index));
    json[pointer.parent_pointer()].erase(pointer.back());
    return read(json);
}

/// Notes an edit in the cluster's source, if the field is not a constant; renames parts in older notes.
void noteEdit(Cluster& next, const Cluster& cluster, const Json& before, const ClusterField& field,
              const PartIndex& index)
{
    const bool isFigure = field.kind == ClusterField::Kind::Plain || field.kind == ClusterField::Kind::Optional;
    const Json after = toJson(next);
    if (field.measure == Measure::Text && field.part == ClusterPart::Kind) {
        const auto kind = static_cast<std::size_t>(index.number);
        renameNotes(next.source, kindNote(cluster.kinds[kind].name), kindNote(next.kinds[kind].name));
        if (const std::string title = kindsTitle(cluster); next.title.starts_with(title)) {
            next.title.replace(0, title.size(), kindsTitle(next));
        }
    } else if (field.measure == Measure::Text && field.part == ClusterPart::Link) {
        const auto link = [&](const Json& of) {
            const std::string name = noteName(of, field, index);
            return name.substr(0, name.rfind('/'));
        };
        renameNotes(next.source, link(before), link(after));
    } else if (isFigure && field.measure != Measure::Text && !field.isOwn()) {
        noteChange(next.source, noteName(before, field, index), valueToType(field, before, index),
                   valueToType(field, after, index));
    }
}

}  // namespace

Result<Cluster> withField(const Cluster& cluster, const ClusterField& field, const PartIndex& index,
                          std::string_view typed, const std::string& today)
{
    const std::string pointer = field.pointer(index);
    const Result<Json> value = typedValue(field, typed);
    if (!value) {
        return at(pointer, value.error());
    }
    if (field.isSize()) {
        const int devices = value->get<int>();
        const Result<Cluster> sized = field.part == ClusterPart::Kind ? withKindDevices(cluster, index.number, devices)
                                                                      : withDevices(cluster, devices);
        return sized ? sized : at(pointer, sized.error());
    }
    const Json before = toJson(cluster);
    const Pointer place(field.valuePointer(index));
    if (before.contains(place) ? before[place] == *value : value->is_null()) {
        return cluster;
    }
    const auto edit = [&](const Json& to) {
        std::vector<PresetEdit> edits = editsFor(cluster, field, index, to, today);
        Cluster fitted = cluster;
        if (field.part == ClusterPart::Link && index.kind < 0 && std::string_view(field.key) == "span" &&
            index.number + 1 == static_cast<int>(cluster.links.size())) {
            edits.push_back({"/devices", dumped(to)});  // The outermost level spans them all.
            fitted.devices = to.get<int>();
            keepMeasured(fitted);
            fitted.devices = cluster.devices;
        }
        return withEdits(fitted, edits);
    };
    Result<Cluster> next = !value->is_null()    ? edit(*value)
                           : field.hasMembers() ? withoutValue(cluster, field, index)
                                                : edit(Json(0));
    if (next) {
        markEdited(*next, cluster);
        noteEdit(*next, cluster, before, field, index);
    }
    return next;
}

Result<Cluster> checkedCluster(const Cluster& cluster)
{
    return read(toJson(cluster));
}

Provenance provenanceOf(const Cluster& cluster, const ClusterField& field, const PartIndex& index)
{
    return provenanceOf(cluster, toJson(cluster), field, index);
}

Provenance provenanceOf(const Cluster& cluster, const Json& json, const ClusterField& field, const PartIndex& index)
{
    const Pointer pointer(field.pointer(index));
    if (!json.contains(pointer) || field.measure == Measure::Text || field.isOwn()) {
        return {"", ""};
    }
    if (field.kind == ClusterField::Kind::Constant) {
        return constantAt(json, field, index).provenance;
    }
    if (field.kind == ClusterField::Kind::Quote) {
        const std::string source = json[pointer].value("source", "");
        const std::string date = json[pointer].value("date", "");
        const std::string text = date.empty() ? source : fmt::format("{}, {}", source, date);
        return {source == "yours" ? "yours" : "vendor", text};
    }
    if (const std::string note = noteIn(cluster.source, noteName(json, field, index)); !note.empty()) {
        return {"yours", note};
    }
    const bool isCounted = field.measure == Measure::Count && std::string_view(field.key) != "multiprocessors";
    if (isCounted) {
        return {"", ""};  // Somebody's own machine: no data sheet says it.
    }
    const std::string device =
        index.kind < 0 ? "/device" : kindNote(cluster.kinds[static_cast<std::size_t>(index.kind)].name);
    if (const std::string note = noteIn(cluster.source, device); !note.empty() && field.part == ClusterPart::Device) {
        return {"vendor", note};
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
