// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Presets by name or by file: where they are, what there is, and the nearest names to a misspelt one.
#pragma once

#include "core/base/error.h"
#include "core/cluster/cluster.h"
#include "core/model/architecture.h"
#include "core/plan/plan.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// A named file of the store.
struct PresetEntry {
    std::string name;   ///< "bert-huge-32"
    std::string title;  ///< "BERT-Huge-32"
    std::filesystem::path file;
};

class PresetStore {
public:
    /// A store over `root` (models/, clusters/, scenarios/ below it), and the user's own folder when given.
    explicit PresetStore(std::filesystem::path root, std::filesystem::path userRoot = {});

    /// Looks in $PARALLELOGRAM_PRESETS, beside the program (build tree), in the installed share folder.
    [[nodiscard]] static Result<PresetStore> find(const std::filesystem::path& program);

    [[nodiscard]] std::vector<PresetEntry> models() const;  ///< sorted by name
    [[nodiscard]] std::vector<PresetEntry> clusters() const;

    /// A name, or a path to a JSON file. Errors: unknown (with the nearest names), unreadable, malformed (file and
    /// JSON pointer).
    [[nodiscard]] Result<Architecture> model(std::string_view nameOrFile) const;
    [[nodiscard]] Result<Cluster> cluster(std::string_view nameOrFile) const;

private:
    std::filesystem::path m_root;
    std::filesystem::path m_userRoot;
};

}  // namespace pgram
