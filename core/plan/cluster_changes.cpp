// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A cluster against the preset that it was made of.
#include "core/cluster/cluster_json.h"
#include "core/cluster/cluster_sizes.h"
#include "core/plan/cluster_edits.h"
#include "core/plan/preset_store.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace pgram {

namespace {

using Pointer = Json::json_pointer;

constexpr std::array wholeParts{"/links", "/network", "/host", "/measured"};

/// What is at a pointer; null where nothing is.
Json valueAt(const Json& json, const std::string& pointer)
{
    const Pointer place(pointer);
    return json.contains(place) ? json[place] : Json();
}

bool endsWithNumber(const std::string& name)
{
    const std::size_t dash = name.rfind('-');
    return dash != std::string::npos && dash + 1 < name.size() &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(dash) + 1, name.end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// "dgx-h100-16-edited" → "dgx-h100-16" → "dgx-h100": what edits and sizes have put behind a name.
std::string shortened(const std::string& name)
{
    return name.ends_with(editedSuffix) ? name.substr(0, name.size() - editedSuffix.size())
           : endsWithNumber(name)       ? name.substr(0, name.rfind('-'))
                                        : std::string();
}

/// The whole parts in which they differ as such: another number of levels, a network or a host of one only.
bool differsAsWhole(const Json& now, const Json& preset, const std::string& part)
{
    const Json a = valueAt(now, part);
    const Json b = valueAt(preset, part);
    if (part == "/measured") {
        return a != b;
    }
    return part == "/links" ? a.size() != b.size() : a.is_null() != b.is_null();
}

bool isSize(const ClusterField& field)
{
    const std::string_view key = field.key;
    return key == "devices" || key == "span";
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
    put(json, "/measured", valueAt(preset, "/measured"));
}

/// The notes on a figure that is the preset's again.
void dropNote(Json& json, const ClusterField& field, int level)
{
    const std::string name =
        field.part != ClusterPart::Link
            ? field.pointer(level)
            : fmt::format("/links/{}/{}", json["links"][static_cast<std::size_t>(level)].value("name", ""), field.key);
    std::string source = json.value("source", "");
    const std::string begin = fmt::format("; {} = ", name);
    if (const std::size_t from = source.find(begin); from != std::string::npos) {
        source.erase(from, std::min(source.find("; ", from + begin.size()), source.size()) - from);
        json["source"] = source;
    }
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

std::vector<ClusterChange> changesOf(const Cluster& cluster, const Cluster& preset)
{
    const Json now = toJson(cluster);
    const Json before = toJson(preset);
    std::vector<ClusterChange> changes;
    const bool resized = cluster.devices != preset.devices;
    if (resized) {
        changes.push_back({"/devices", fieldAt("/devices").field, 0, std::to_string(preset.devices),
                           std::to_string(cluster.devices)});
    }
    for (const ClusterField& field : clusterFields()) {
        const bool isWhole = std::ranges::any_of(wholeParts, [&](const std::string part) {
            return field.pointer().starts_with(part + '/') && differsAsWhole(now, before, part);
        });
        if (isWhole || std::string_view(field.key) == "title" || (resized && isSize(field))) {
            continue;
        }
        const int levels = field.part == ClusterPart::Link ? static_cast<int>(cluster.links.size()) : 1;
        for (int level = 0; level < levels; ++level) {
            const std::string pointer = field.pointer(level);
            if (valueAt(now, pointer) != valueAt(before, pointer)) {
                changes.push_back(
                    {pointer, &field, level, valueToType(field, before, level), valueToType(field, now, level)});
            }
        }
    }
    for (const std::string part : wholeParts) {
        if (differsAsWhole(now, before, part) && !(resized && part == "/measured")) {
            changes.push_back({part, nullptr, 0, "", ""});
        }
    }
    return changes;
}

Result<Cluster> withReverted(const Cluster& cluster, const Cluster& preset, const std::string& pointer)
{
    Json json = toJson(cluster);
    const Json before = toJson(preset);
    const FieldPlace place = fieldAt(pointer);
    if (pointer == "/devices" || pointer == "/links") {
        putSizes(json, before);
    } else {
        put(json, pointer, valueAt(before, pointer));
    }
    if (place.field != nullptr) {
        dropNote(json, *place.field, place.level);
    }
    JsonObject object(json, "cluster.");
    Result<Cluster> reverted = clusterFromJson(object);
    return reverted && isSame(*reverted, preset) ? preset : reverted;
}

}  // namespace pgram
