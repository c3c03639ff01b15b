// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Facts from outside that tests compare with; they are not part of the project and may be absent.
#pragma once

#include "tests/places.h"

#include <QString>

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace pgram {

/// A file of $PARALLELOGRAM_DATA, or of ../shared/data beside the project.
inline std::optional<std::filesystem::path> outsideData(const char* name)
{
    const char* folder = std::getenv("PARALLELOGRAM_DATA");
    const std::filesystem::path root =
        folder != nullptr ? std::filesystem::path(folder) : sourceFolder().parent_path() / "shared" / "data";
    std::error_code ignored;
    const std::filesystem::path file = root / name;
    return std::filesystem::exists(file, ignored) ? std::optional(file) : std::nullopt;
}

/// What a test says that is skipped for want of `name`.
inline QByteArray lacking(const char* name)
{
    return QByteArray("there is no ") + name + ": set PARALLELOGRAM_DATA to the folder of facts from outside";
}

}  // namespace pgram
