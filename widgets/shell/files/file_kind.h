// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a file or folder that comes to the window is, by what stands in it. Plain functions.
#pragma once

#include "core/exchange/format.h"

#include <QString>

namespace pgram {

enum class FileKind {
    Plan,  ///< or nothing that is known: reading it as a plan says what is wrong with it
    Scenario,
    Model,
    Cluster,
    Foreign,  ///< of another program
    Folder,   ///< another one
};

struct KnownFile {
    FileKind kind = FileKind::Plan;
    const Format* format = nullptr;  ///< of a foreign one
};

[[nodiscard]] KnownFile knownFile(const QString& path);

}  // namespace pgram
