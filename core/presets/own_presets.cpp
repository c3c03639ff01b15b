// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/presets/own_presets.h"

#include "core/base/ascii.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longestTitle = 100;  // bytes

fs::path ownFile(const PresetStore& store, PresetKind kind, std::string_view name)
{
    return store.userRoot() / presetFolder(kind) / fmt::format("{}.json", name);
}

/// Where a preset of this title goes.
Result<fs::path> placeFor(const PresetStore& store, PresetKind kind, const std::string& name, const std::string& title)
{
    if (store.userRoot().empty()) {
        return badInput(Core::tr("there is no folder for presets of your own"), Core::tr("preset"),
                        Core::tr("Set HOME or XDG_DATA_HOME to a folder"));
    }
    std::error_code error;
    if (fs::exists(store.root() / presetFolder(kind) / fmt::format("{}.json", name), error)) {
        return badInput(Core::tr("'{}' is the name of a shipped preset", name), Core::tr("title"),
                        Core::tr("Choose another title than '{}'", title));
    }
    const fs::path file = ownFile(store, kind, name);
    fs::create_directories(file.parent_path(), error);
    if (error) {
        return badInput(Core::tr("the folder cannot be made: {}", systemText(error.value())),
                        file.parent_path().string());
    }
    return file;
}

template <typename Preset>
Result<Preset> saved(const PresetStore& store, PresetKind kind, Preset preset, const std::string& title,
                     Result<void> (*save)(const Preset&, const fs::path&))
{
    return presetNameOf(title)
        .and_then([&](const std::string& name) {
            preset.name = name;
            preset.title = title;
            return placeFor(store, kind, name, title);
        })
        .and_then([&](const fs::path& file) { return save(preset, file); })
        .map([&] { return preset; });
}

}  // namespace

Result<std::string> presetNameOf(std::string_view title)
{
    if (title.size() > longestTitle) {
        return badInput(Core::tr("the title has {} bytes", title.size()), Core::tr("title"),
                        Core::tr("Shorten it to {}", longestTitle));
    }
    std::string name;
    for (const char letter : title) {
        // What is not ASCII stays: a file may be called "我的模型.json".
        if (static_cast<unsigned char>(letter) >= 0x80 || isLetterOrDigit(letter) || letter == '.') {
            name += lowered(letter);
        } else if (!name.empty() && name.back() != '-') {
            name += '-';
        }
    }
    while (!name.empty() && (name.back() == '-' || name.back() == '.')) {
        name.pop_back();
    }
    name.erase(0, name.find_first_not_of("-."));
    if (name.empty()) {
        return badInput(Core::tr("'{}' holds no letter and no digit", std::string(title)), Core::tr("title"),
                        Core::tr("Give it a title such as 'My 70B'"));
    }
    return name;
}

bool isOwnPreset(const PresetStore& store, PresetKind kind, std::string_view name)
{
    std::error_code ignored;
    return !store.userRoot().empty() && !name.empty() && fs::is_regular_file(ownFile(store, kind, name), ignored);
}

Result<Architecture> saveOwnPreset(const PresetStore& store, Architecture model, const std::string& title)
{
    return saved(store, PresetKind::Model, std::move(model), title, saveArchitecture);
}

Result<Cluster> saveOwnPreset(const PresetStore& store, Cluster cluster, const std::string& title)
{
    return saved(store, PresetKind::Cluster, std::move(cluster), title, saveCluster);
}

Result<void> removeOwnPreset(const PresetStore& store, PresetKind kind, const std::string& name)
{
    if (!isOwnPreset(store, kind, name)) {
        return badInput(Core::tr("'{}' is no preset of your own", name), Core::tr("preset"),
                        Core::tr("Shipped presets stay"));
    }
    std::error_code error;
    const fs::path file = ownFile(store, kind, name);
    if (!fs::remove(file, error)) {
        return badInput(Core::tr("the file cannot be removed: {}", systemText(error.value())), file.string());
    }
    return {};
}

}  // namespace pgram
