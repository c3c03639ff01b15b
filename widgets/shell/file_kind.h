// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a file or folder that comes to the window is, by what stands in it. Plain functions.
#pragma once

#include <QString>

namespace pgram {

enum class FileKind {
    Plan,  ///< or nothing that is known: reading it as a plan says what is wrong with it
    Scenario,
    Model,
    Cluster,
    GalvatronPlan,
    GalvatronProfiles,  ///< a folder with profile files
    HuggingFaceModel,   ///< a config.json
    Folder,             ///< another one
};

[[nodiscard]] FileKind fileKind(const QString& path);
/// The folder to read for a path that is one of Galvatron's profile files, or a folder of them; empty for others.
[[nodiscard]] QString profileFolder(const QString& path);

}  // namespace pgram
