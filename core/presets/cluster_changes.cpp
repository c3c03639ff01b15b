// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster against the preset that it was made of.
#include "core/base/ascii.h"
#include "core/base/edited.h"
#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_notes.h"
#include "core/cluster/cluster_sizes.h"
#include "core/presets/cluster_edits.h"
#include "core/presets/cluster_kinds.h"
#include "core/presets/preset_store.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pgram {

namespace {

using Pointer = Json::json_pointer;

/// Returns the value at a JSON pointer, or null if the pointer leads nowhere.
Json valueAt(const Json& json, const std::string& pointer)
{
    const Pointer place(pointer);
    return json.contains(place) ? json[place] : Json();
}

bool endsWithNumber(const std::string& name)
{
    const std::size_t dash = name.rfind('-');
    return dash != std::string::npos && dash + 1 < name.size() &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dash) + 1, name.end(), isDigit);
}

/// "dgx-h100-16-edited" → "dgx-h100-16" → "dgx-h100": what edits and sizes have put behind a name.
std::string shortened(const std::string& name)
{
    return name.ends_with(editedName) ? name.substr(0, name.size() - editedName.size())
           : endsWithNumber(name)     ? name.substr(0, name.rfind('-'))
                                      : std::string();
}

/// A part that a cluster may lack, or have another number of times.
struct WholePart {
    std::string pointer;
    int kind = -1;  ///< whose own it is
};

std::vector<WholePart> wholeParts(const Cluster& cluster)
{
    std::vector<WholePart> parts{{"/links"}, {"/network"}, {"/host"}, {"/measured"}, {"/kinds"}, {"/slow"}};
    for (int kind = 0; kind < static_cast<int>(cluster.kinds.size()); ++kind) {
        parts.push_back({fmt::format("/kinds/{}/device", kind), kind});
        parts.push_back({fmt::format("/kinds/{}/links", kind), kind});
    }
    return parts;
}

std::string wholeText(const Cluster& cluster, const std::string& part)
{
    return part == "/slow"                              ? slowTitle(cluster)
           : part == "/kinds" && !cluster.kinds.empty() ? kindsTitle(cluster)
                                                        : std::string();
}

/// In how many devices there are of all or of a kind.
bool differInSize(const Cluster& a, const Cluster& b)
{
    return a.devices != b.devices ||
           (a.kinds.size() == b.kinds.size() &&
            !std::ranges::equal(a.kinds, b.kinds, {}, &DeviceKind::devices, &DeviceKind::devices));
}

bool differsAsWhole(const Json& now, const Json& preset, const std::string& part)
{
    const Json a = valueAt(now, part);
    const Json b = valueAt(preset, part);
    if (part == "/measured") {
        return a != b;
    }
    const bool isList = part.ends_with("/links") || part == "/kinds" || part == "/slow";
    return isList ? a.size() != b.size() : a.is_null() != b.is_null();
}

/// Returns the parts that have the field.
std::vector<PartIndex> indicesOf(const Cluster& cluster, const ClusterField& field)
{
    const auto upTo = [](std::size_t count, int kind) {
        std::vector<PartIndex> all;
        for (std::size_t number = 0; number < count; ++number) {
            all.push_back({static_cast<int>(number), kind});
        }
        return all;
    };
    if (field.isOwn()) {
        return upTo(field.part == ClusterPart::Kind ? cluster.kinds.size() : cluster.slow.size(), -1);
    }
    std::vector<PartIndex> all = upTo(field.part == ClusterPart::Link ? cluster.links.size() : 1, -1);
    for (std::size_t kind = 0; kind < cluster.kinds.size(); ++kind) {
        const DeviceKind& own = cluster.kinds[kind];
        const std::size_t count = field.part == ClusterPart::Link                   ? own.links.size()
                                  : field.part == ClusterPart::Device && own.device ? 1
                                                                                    : 0;
        std::ranges::copy(upTo(count, static_cast<int>(kind)), std::back_inserter(all));
    }
    return all;
}

/// Without what says only that something was edited.
bool isSame(const Cluster& a, Cluster b)
{
    b.name = a.name;
    b.title = a.title;
    b.source = a.source;
    return a == b;
}

void put(Json& json, const std::string& pointer, const Json& value)
{
    const Pointer place(pointer);
    if (!value.is_null()) {
        json[place] = value;
    } else if (json.contains(place)) {
        json[place.parent_pointer()].erase(place.back());
    }
}

void putSizes(Json& json, const Json& preset)
{
    json["devices"] = preset["devices"];
    if (json["links"].size() != preset["links"].size()) {
        json["links"] = preset["links"];
    }
    for (std::size_t level = 0; level < json["links"].size(); ++level) {
        json["links"][level]["span"] = preset["links"][level]["span"];
    }
    for (std::size_t kind = 0; kind < valueAt(json, "/kinds").size() && preset.contains("kinds"); ++kind) {
        json["kinds"][kind]["devices"] = preset["kinds"][kind]["devices"];
    }
    put(json, "/measured", valueAt(preset, "/measured"));
}

}  // namespace

std::optional<Cluster> presetBehind(const PresetStore& store, const Cluster& cluster)
{
    const std::vector<PresetEntry> entries = store.clusters();
    for (std::string name = cluster.name; !name.empty(); name = shortened(name)) {
        auto found = std::ranges::find(entries, name, &PresetEntry::name);
        if (found == entries.end() && name != cluster.name) {  // "a100" of "a100-8"
            found = std::ranges::find_if(entries, [&name](const PresetEntry& entry) {
                return endsWithNumber(entry.name) && shortened(entry.name) == name;
            });
        }
        if (found == entries.end()) {
            continue;
        }
        const Result<Cluster> preset = store.cluster(found->name);
        const Result<Cluster> sized = preset ? withDevices(*preset, cluster.devices) : preset;
        return sized ? std::optional(*sized) : preset ? std::optional(*preset) : std::nullopt;
    }
    return std::nullopt;
}

Cluster asPreset(const PresetStore& store, const Cluster& cluster)
{
    const std::optional<Cluster> preset = presetBehind(store, cluster);
    return preset && isSame(cluster, *preset) ? *preset : cluster;
}

std::vector<ClusterChange> changesOf(const Cluster& cluster, const Cluster& preset)
{
    const Json now = toJson(cluster);
    const Json before = toJson(preset);
    std::vector<ClusterChange> changes;
    std::vector<WholePart> wholes = wholeParts(cluster);
    std::erase_if(wholes, [&](const WholePart& part) { return !differsAsWhole(now, before, part.pointer); });
    const bool otherKinds = cluster.kinds.size() != preset.kinds.size();
    const bool resized = differInSize(cluster, preset);
    if (resized && !otherKinds) {
        changes.push_back({"/devices", fieldAt("/devices").field, {}, kindsTitle(preset), kindsTitle(cluster)});
    }
    for (const ClusterField& field : clusterFields()) {
        if (std::string_view(field.key) == "title" ||
            (resized && (field.isSize() || std::string_view(field.key) == "span"))) {
            continue;
        }
        for (const PartIndex& index : indicesOf(cluster, field)) {
            const std::string pointer = field.pointer(index);
            const bool isWhole = std::ranges::any_of(
                wholes, [&](const WholePart& part) { return pointer.starts_with(part.pointer + '/'); });
            if (!isWhole && valueAt(now, pointer) != valueAt(before, pointer)) {
                changes.push_back(
                    {pointer, &field, index, valueToType(field, before, index), valueToType(field, now, index)});
            }
        }
    }
    for (const auto& [part, kind] : wholes) {
        if (!(otherKinds && kind >= 0) && !(resized && part == "/measured")) {
            changes.push_back({part, nullptr, {0, kind}, wholeText(preset, part), wholeText(cluster, part)});
        }
    }
    return changes;
}

Result<Cluster> withReverted(const Cluster& cluster, const Cluster& preset, const std::string& pointer)
{
    Json json = toJson(cluster);
    const Json before = toJson(preset);
    const FieldPlace place = fieldAt(pointer);
    if (pointer == "/kinds") {
        put(json, pointer, valueAt(before, pointer));
        json["title"] = preset.title + std::string(editedTitle);
    }
    if (pointer == "/devices" || pointer == "/links" || pointer == "/kinds") {
        putSizes(json, before);
    } else {
        put(json, pointer, valueAt(before, pointer));
    }
    std::string source = json.value("source", "");
    dropNotes(source, place.field != nullptr ? noteName(json, *place.field, place.index) : pointer);
    json["source"] = source;
    JsonObject object(json, "cluster.");
    Result<Cluster> reverted = clusterFromJson(object);
    return reverted && isSame(*reverted, preset) ? preset : reverted;
}

}  // namespace pgram
