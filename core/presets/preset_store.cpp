// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/presets/preset_store.h"

#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/base/text_file.h"
#include "core/model/model_json.h"
#include "core/presets/device_presets.h"
#include "core/presets/machine_name.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr const char* environmentRoot = "PARALLELOGRAM_PRESETS";
constexpr std::string_view extension = ".json";

Phrase kindName(PresetKind kind)
{
    switch (kind) {
    case PresetKind::Model:
        return Core::tr("model");
    case PresetKind::Cluster:
        return Core::tr("cluster");
    case PresetKind::Device:
        return Core::tr("device");
    case PresetKind::Scenario:
        return Core::tr("scenario");
    case PresetKind::Lesson:
        return Core::tr("lesson");
    case PresetKind::Course:
        return Core::tr("course");
    }
    return {};
}

bool isDirectory(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

bool isStore(const fs::path& path)
{
    return isDirectory(path / presetFolder(PresetKind::Model)) && isDirectory(path / presetFolder(PresetKind::Cluster));
}

/// Files of a folder by name; a folder that is missing or unreadable has none.
void collectFiles(const fs::path& folder, std::map<std::string, fs::path>& files)
{
    for (const fs::path& file : filesIn(folder, extension).value_or(std::vector<fs::path>())) {
        files[file.stem().string()] = file;
    }
}

std::map<std::string, fs::path> filesOf(const PresetStore& store, PresetKind kind)
{
    std::map<std::string, fs::path> files;
    collectFiles(store.root() / presetFolder(kind), files);
    if (!store.userRoot().empty()) {
        collectFiles(store.userRoot() / presetFolder(kind), files);
    }
    return files;
}

/// Returns the file of a preset: the user's own, or else the shipped one.
std::optional<fs::path> fileNamed(const PresetStore& store, PresetKind kind, std::string_view name)
{
    // A name with a folder is a path.
    if (name.empty() || name.find_first_of(std::string_view("/\0", 2)) != std::string_view::npos) {
        return {};
    }
    const fs::path place = fs::path(presetFolder(kind)) / (std::string(name) + std::string(extension));
    std::error_code ignored;
    if (!store.userRoot().empty() && exists(symlink_status(store.userRoot() / place, ignored))) {
        return store.userRoot() / place;
    }
    return exists(symlink_status(store.root() / place, ignored)) ? std::optional(store.root() / place) : std::nullopt;
}

/// A file's title, or its name where it has none that can be read: a broken preset is still listed, and says what is
/// wrong with it when it is loaded.
std::string titleOf(const fs::path& file)
{
    std::string name = file.stem().string();
    const auto json = checkIsNoPipe(file).and_then([&] { return readTextFile(file); }).and_then([](const auto& text) {
        return parseJson(text, {});
    });
    if (!json || !json->is_object()) {
        return name;
    }
    const auto title = json->find("title");
    return title != json->end() && title->is_string() ? title->get<std::string>() : name;
}

/// "a10" after "a9": digits compare as the numbers that they spell.
bool naturallyLess(std::string_view a, std::string_view b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) {
                return a[i] < b[j];
            }
            ++i;
            ++j;
            continue;
        }
        const std::size_t iEnd = std::min(a.find_first_not_of("0123456789", i), a.size());
        const std::size_t jEnd = std::min(b.find_first_not_of("0123456789", j), b.size());
        const std::string_view x = a.substr(i, iEnd - i);
        const std::string_view y = b.substr(j, jEnd - j);
        if (x != y) {
            return x.size() != y.size() ? x.size() < y.size() : x < y;
        }
        i = iEnd;
        j = jEnd;
    }
    return a.size() - i < b.size() - j;
}

/// Returns true for a path rather than a name: it has a folder, ends in .json, or exists.
bool looksLikePath(std::string_view text)
{
    std::error_code ignored;
    return text.find('/') != std::string_view::npos || text.ends_with(extension) || fs::exists(text, ignored);
}

fs::path userFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data == '/') {
        return fs::path(data) / "parallelogram" / "presets";
    }
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? fs::path(home) / ".local/share/parallelogram/presets" : fs::path();
}

/// The program's own file; found by the system where it was called by its bare name.
fs::path programFile(const fs::path& program)
{
    std::error_code ignored;
    if (!program.has_parent_path()) {
        return fs::read_symlink("/proc/self/exe", ignored);
    }
    const fs::path file = fs::canonical(program, ignored);
    return file.empty() ? program : file;
}

/// Returns the folder of the file that holds this code: the shared library, or the program that links the core as an
/// archive. Returns an empty path when the system does not know the file.
fs::path libraryFolder()
{
    Dl_info found{};
    std::error_code ignored;
    return dladdr(environmentRoot, &found) != 0 ? fs::canonical(found.dli_fname, ignored).parent_path() : fs::path();
}

/// Folders where presets may be, in the order of preference.
std::vector<fs::path> candidates(const fs::path& program)
{
    std::vector<fs::path> places;
    fs::path folder = programFile(program).parent_path();
    places.push_back(folder / "../share/parallelogram/presets");
    for (int level = 0; level < 5 && folder.has_relative_path(); ++level, folder = folder.parent_path()) {
        places.push_back(folder / "presets");
    }
    if (const fs::path library = libraryFolder(); !library.empty()) {
        // Libraries are in lib/ or, on Debian, in lib/x86_64-linux-gnu/.
        places.push_back(library / "../share/parallelogram/presets");
        places.push_back(library / "../../share/parallelogram/presets");
    }
    return places;
}

}  // namespace

const char* presetFolder(PresetKind kind)
{
    switch (kind) {
    case PresetKind::Model:
        return "models";
    case PresetKind::Cluster:
        return "clusters";
    case PresetKind::Device:
        return "devices";
    case PresetKind::Scenario:
        return "scenarios";
    case PresetKind::Lesson:
        return "lessons";
    case PresetKind::Course:
        return "courses";
    }
    return "";
}

PresetStore::PresetStore(fs::path root, fs::path userRoot) : m_root(std::move(root)), m_userRoot(std::move(userRoot)) {}

Result<PresetStore> PresetStore::find(const fs::path& program)
{
    if (const char* root = std::getenv(environmentRoot); root != nullptr && *root != '\0') {
        if (!isStore(root)) {
            return badInput(Core::tr("'{}' has no folders models and clusters", root), environmentRoot,
                            Core::tr("Set it to a folder of presets, or unset it"));
        }
        return PresetStore(root, userFolder());
    }
    for (const fs::path& place : candidates(program)) {
        if (isStore(place)) {
            std::error_code ignored;
            return PresetStore(fs::weakly_canonical(place, ignored), userFolder());
        }
    }
    return badInput(Core::tr("there are no presets beside the program"), program.string(),
                    Core::tr("Install Parallelogram, or set {} to the folder of presets", environmentRoot));
}

std::vector<PresetEntry> PresetStore::entries(PresetKind kind) const
{
    std::vector<PresetEntry> found;
    for (const auto& [name, file] : filesOf(*this, kind)) {
        // A device preset has no title of its own: it is the device's name.
        const bool isDevice = kind == PresetKind::Device;
        found.push_back({name, isDevice ? device(name).map(&Device::name).value_or(name) : titleOf(file), file});
    }
    std::ranges::sort(found, naturallyLess, &PresetEntry::name);
    return found;
}

Result<fs::path> PresetStore::named(PresetKind kind, std::string_view name) const
{
    if (auto file = fileNamed(*this, kind, name)) {
        return *std::move(file);
    }
    std::vector<std::string> names;
    for (const auto& [known, file] : filesOf(*this, kind)) {
        names.push_back(known);
    }
    const std::vector<std::string> nearest = nearestNames(name, names);
    const std::string list =
        kind >= PresetKind::Lesson ? std::string("lesson list") : fmt::format("list {}", presetFolder(kind));
    const Text todo = nearest.empty() ? Core::tr("'pgram {}' names all", list) : nearestText(nearest);
    return badInput(Core::tr("there is no {} '{}'", kindName(kind), name.substr(0, 80)), kindName(kind), todo);
}

Result<fs::path> PresetStore::locate(PresetKind kind, std::string_view nameOrFile) const
{
    if (!fileNamed(*this, kind, nameOrFile) && !nameOrFile.empty() && looksLikePath(nameOrFile)) {
        return fs::path(nameOrFile);
    }
    return named(kind, nameOrFile).and_then([](const fs::path& file) {
        return checkIsNoPipe(file).map([&file] { return file; });
    });
}

Result<Architecture> PresetStore::model(std::string_view nameOrFile) const
{
    return locate(PresetKind::Model, nameOrFile).and_then(loadArchitecture);
}

Result<Cluster> PresetStore::cluster(std::string_view nameOrFile) const
{
    if (!fileNamed(*this, PresetKind::Cluster, nameOrFile) && !looksLikePath(nameOrFile)) {
        if (const std::optional<MachineName> machine = machineName(nameOrFile)) {
            return machineCluster(*this, *machine);
        }
    }
    return locate(PresetKind::Cluster, nameOrFile).and_then([this](const fs::path& file) {
        return readTextFile(file).and_then(
            [&](const std::string& text) { return parseClusterPreset(text, file.string(), *this); });
    });
}

Result<Device> PresetStore::device(std::string_view name) const
{
    return named(PresetKind::Device, name).and_then([this](const fs::path& file) {
        return checkIsNoPipe(file).and_then([&file] { return readTextFile(file); }).and_then([&](const auto& text) {
            return parseDevicePreset(text, file.string(), *this);
        });
    });
}

}  // namespace pgram
