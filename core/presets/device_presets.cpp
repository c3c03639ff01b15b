// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/presets/device_presets.h"

#include "core/base/fields.h"
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/presets/nearest_device.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view deviceFormat = "parallelogram-device";

/// Resolves device names. One object follows one chain of names, from a file to the file that it names, and so on.
class DeviceResolver {
public:
    explicit DeviceResolver(const PresetStore& store) : m_store(store) {}

    /// Replaces the member "device" of `owner`, the object at `pointer` of the file `where`, by the whole device that
    /// it names. Leaves every other value to the reader.
    Result<void> resolve(Json& owner, const std::string& where, const std::string& pointer)
    {
        const auto member = owner.is_object() ? owner.find("device") : owner.end();
        const bool isChanged = member != owner.end() && member->is_object() && member->contains("preset");
        if (member == owner.end() || !(isChanged || member->is_string())) {
            return {};
        }
        JsonObject object(owner, where, pointer);
        JsonObject reference = isChanged ? object.object("device") : object;
        Result<Json> device = named(reference, isChanged ? "preset" : "device");
        if (device && isChanged) {
            device = changed(reference, std::move(*device), where);
        }
        return device.map([&owner](Json& whole) { owner["device"] = std::move(whole); });
    }

    /// Returns the whole device of a device file.
    Result<Json> deviceOf(std::string_view text, const std::string& where)
    {
        Result<Json> json = parseJson(text, where);
        if (!json) {
            return json;
        }
        JsonObject object(*json, where);
        checkFormat(object, deviceFormat, deviceVersion);
        if (const auto error = object.error()) {
            return tl::unexpected(*error);
        }
        if (const Result<void> resolved = resolve(*json, where, {}); !resolved) {
            return tl::unexpected(resolved.error());
        }
        if (const JsonObject device = object.object("device"); !object.error()) {
            static_cast<void>(readDevice(device, nullptr));
        }
        takeUnknown(object, nullptr);
        if (const auto error = object.error()) {
            return tl::unexpected(*error);
        }
        return (*json)["device"];
    }

private:
    /// Returns the whole device of the preset that the member `key` names.
    Result<Json> named(JsonObject& reference, const char* key)
    {
        const std::string name = reference.string(key);
        const Result<fs::path> file = m_store.named(PresetKind::Device, name);
        if (!file) {
            reference.fail(key, file.error().what, file.error().todo);
        }
        const bool isCircle = std::ranges::find(m_chain, name) != m_chain.end();
        m_chain.push_back(name);
        if (isCircle) {
            reference.fail(
                key,
                Core::tr("device presets name each other in a circle: {}", fmt::format("{}", fmt::join(m_chain, ", "))),
                Core::tr("Write one of them as a whole device"));
        }
        if (const auto error = reference.error()) {
            return tl::unexpected(*error);
        }
        return checkIsNoPipe(*file).and_then([&file] { return readTextFile(*file); }).and_then([&](const auto& text) {
            return deviceOf(text, file->string());
        });
    }

    /// Returns `device` with the member `change` of `reference` merged in.
    static Result<Json> changed(JsonObject& reference, Json device, const std::string& where)
    {
        const Json change = reference.has("change") ? reference.object("change").json() : Json::object();
        takeUnknown(reference, nullptr);
        if (const auto error = reference.error()) {
            return tl::unexpected(*error);
        }
        device.merge_patch(change);
        JsonObject object(device, where, reference.pointer("change"));
        static_cast<void>(readDevice(object, nullptr));
        if (const auto error = object.error()) {
            return tl::unexpected(*error);
        }
        return device;
    }

    const PresetStore& m_store;
    std::vector<std::string> m_chain;
};

/// Gives devices without a rate of products that of their nearest measured relative.
void complete(Cluster& cluster, const Json& json, const PresetStore& store)
{
    const auto isIn = [](const Json& owner) {
        return [&device = owner.at("device")](const char* key) { return device.contains(key); };
    };
    takeFromRelative(cluster.device, isIn(json), store);
    for (std::size_t kind = 0; kind < cluster.kinds.size(); ++kind) {
        if (std::optional<Device>& device = cluster.kinds[kind].device) {
            takeFromRelative(*device, isIn(json["kinds"][kind]), store);
        }
    }
}

}  // namespace

Result<Json> withWholeDevices(Json cluster, const std::string& where, const PresetStore& store)
{
    Result<void> resolved = DeviceResolver(store).resolve(cluster, where, {});
    if (cluster.is_object() && cluster.contains("kinds") && cluster["kinds"].is_array()) {
        for (std::size_t kind = 0; resolved && kind < cluster["kinds"].size(); ++kind) {
            resolved = DeviceResolver(store).resolve(cluster["kinds"][kind], where, fmt::format("/kinds/{}", kind));
        }
    }
    if (!resolved) {
        return tl::unexpected(resolved.error());
    }
    return cluster;
}

Result<Cluster> parseClusterPreset(std::string_view text, const std::string& where, const PresetStore& store)
{
    return parseJson(text, where)
        .and_then([&](Json&& json) { return withWholeDevices(std::move(json), where, store); })
        .and_then([&](const Json& json) {
            JsonObject object(json, where);
            return clusterFromJson(object).map([&](Cluster&& cluster) {
                complete(cluster, json, store);
                return std::move(cluster);
            });
        });
}

Result<Device> parseDevicePreset(std::string_view text, const std::string& where, const PresetStore& store)
{
    return DeviceResolver(store).deviceOf(text, where).map([&where](const Json& whole) {
        return readDevice(JsonObject(whole, where), nullptr);
    });
}

Json deviceFileSchema()
{
    const Json object{{"type", "object"},
                      {"additionalProperties", false},
                      {"required", {"device"}},
                      {"properties", {{"device", deviceSchema()}}}};
    return fileSchema("Parallelogram device, version 1", deviceFormat, deviceVersion, object);
}

}  // namespace pgram
