// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Presets by name or by file.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "core/model/architecture.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Kinds of presets: each has a folder.
enum class PresetKind { Model, Cluster, Device, Scenario, Lesson, Course };

/// A named file of the store.
struct PresetEntry {
    std::string name;            ///< "bert-huge-32"
    std::string title;           ///< "BERT-Huge-32"
    std::filesystem::path file;  ///< its file
};

/// Presets by name, in a folder of presets and in the user's own folder.
class PresetStore {
public:
    /// A store over `root` (models/, clusters/, devices/, scenarios/ below it), and the user's own folder when given:
    /// of two presets of one name the user's wins.
    explicit PresetStore(std::filesystem::path root, std::filesystem::path userRoot = {});

    /// Looks in $PARALLELOGRAM_PRESETS, in the folders above the program (a build folder has a link to the source's
    /// presets), and in the share folder next to the program or next to the shared library. `program`: the program's
    /// argv[0]. The user's folder is parallelogram/presets in $XDG_DATA_HOME or ~/.local/share.
    [[nodiscard]] static Result<PresetStore> find(const std::filesystem::path& program);

    /// Returns the presets of a kind, sorted by name; numbers in names are compared by value.
    [[nodiscard]] std::vector<PresetEntry> entries(PresetKind kind) const;
    /// Returns the models.
    [[nodiscard]] std::vector<PresetEntry> models() const { return entries(PresetKind::Model); }
    /// Returns the clusters.
    [[nodiscard]] std::vector<PresetEntry> clusters() const { return entries(PresetKind::Cluster); }
    /// Returns the devices.
    [[nodiscard]] std::vector<PresetEntry> devices() const { return entries(PresetKind::Device); }
    /// Returns the scenarios.
    [[nodiscard]] std::vector<PresetEntry> scenarios() const { return entries(PresetKind::Scenario); }
    /// Returns the lessons.
    [[nodiscard]] std::vector<PresetEntry> lessons() const { return entries(PresetKind::Lesson); }
    /// Returns the courses.
    [[nodiscard]] std::vector<PresetEntry> courses() const { return entries(PresetKind::Course); }

    /// Returns the file of a preset, unopened. Errors: an unknown name; the message lists the nearest names.
    [[nodiscard]] Result<std::filesystem::path> named(PresetKind kind, std::string_view name) const;
    /// Returns the file of a preset, or the path itself. Errors: those of named(); a pipe.
    [[nodiscard]] Result<std::filesystem::path> locate(PresetKind kind, std::string_view nameOrFile) const;

    /// Reads a model by its name or its file. Errors: those of locate(), an unreadable or malformed file; the message
    /// has the file and the JSON pointer.
    [[nodiscard]] Result<Architecture> model(std::string_view nameOrFile) const;
    /// Reads a cluster by its name or its file, with the devices that the file names, or makes one of a number and a
    /// device, "2 x RTX 3090". Errors: as model(), also of the device files; as machineCluster().
    [[nodiscard]] Result<Cluster> cluster(std::string_view nameOrFile) const;
    /// Reads a device by its name. Errors: as cluster().
    [[nodiscard]] Result<Device> device(std::string_view name) const;

    /// Returns the folder of presets.
    [[nodiscard]] const std::filesystem::path& root() const { return m_root; }
    /// Returns the user's own folder; it may be empty, or not exist yet.
    [[nodiscard]] const std::filesystem::path& userRoot() const { return m_userRoot; }

private:
    std::filesystem::path m_root;
    std::filesystem::path m_userRoot;
};

/// Returns the name of a kind's folder: "models", "clusters", "devices", "scenarios", "lessons", "courses".
[[nodiscard]] const char* presetFolder(PresetKind kind);

}  // namespace pgram
