// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Presets by name or by file: where they are and what there is.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "core/model/architecture.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

enum class PresetKind { Model, Cluster, Scenario, Lesson };

/// A named file of the store.
struct PresetEntry {
    std::string name;   ///< "bert-huge-32"
    std::string title;  ///< "BERT-Huge-32"
    std::filesystem::path file;
};

class PresetStore {
public:
    /// A store over `root` (models/, clusters/, scenarios/ below it), and the user's own folder when given: of two
    /// presets of one name the user's wins.
    explicit PresetStore(std::filesystem::path root, std::filesystem::path userRoot = {});

    /// Looks in $PARALLELOGRAM_PRESETS, in the share folder next to the program's, and in the folders above the program:
    /// a build folder has a link to the source's presets. The user's folder is parallelogram/presets in $XDG_DATA_HOME
    /// or ~/.local/share.
    [[nodiscard]] static Result<PresetStore> find(const std::filesystem::path& program);

    /// Sorted by name, numbers in them by value.
    [[nodiscard]] std::vector<PresetEntry> entries(PresetKind kind) const;
    [[nodiscard]] std::vector<PresetEntry> models() const { return entries(PresetKind::Model); }
    [[nodiscard]] std::vector<PresetEntry> clusters() const { return entries(PresetKind::Cluster); }
    [[nodiscard]] std::vector<PresetEntry> scenarios() const { return entries(PresetKind::Scenario); }
    [[nodiscard]] std::vector<PresetEntry> lessons() const { return entries(PresetKind::Lesson); }

    /// The file behind a name, or the path itself. Errors: unknown, with the nearest names.
    [[nodiscard]] Result<std::filesystem::path> locate(PresetKind kind, std::string_view nameOrFile) const;

    /// A name, or a path to a JSON file. Errors: unknown (with the nearest names), unreadable, malformed (file and
    /// JSON pointer).
    [[nodiscard]] Result<Architecture> model(std::string_view nameOrFile) const;
    [[nodiscard]] Result<Cluster> cluster(std::string_view nameOrFile) const;

    [[nodiscard]] const std::filesystem::path& root() const { return m_root; }
    /// Where presets of one's own belong; may be empty, may not exist yet.
    [[nodiscard]] const std::filesystem::path& userRoot() const { return m_userRoot; }

private:
    std::filesystem::path m_root;
    std::filesystem::path m_userRoot;
};

/// The folder of a kind below a root: "models", "clusters", "scenarios", "lessons".
[[nodiscard]] const char* presetFolder(PresetKind kind);

}  // namespace pgram
