// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads whole files, and writes them atomically.
#pragma once

#include "core/base/error.h"
#include "core/base/file_writer.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Returns the whole file as text. Errors: missing, a directory, unreadable, above `limit` bytes.
[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& file, std::size_t limit = 64u << 20);
/// Returns the paths of a folder's entries whose names end with `end`, sorted. Errors: missing, unreadable; the remedy
/// is `todo`.
[[nodiscard]] Result<std::vector<std::filesystem::path>> filesIn(const std::filesystem::path& folder,
                                                                 std::string_view end, Text todo = {});
/// Returns true if the content begins with characters that no text has: a picture, an archive.
[[nodiscard]] bool isBinary(std::string_view content);
/// Returns an error for a pipe, a socket or a device, because reading one may never end.
[[nodiscard]] Result<void> checkIsNoPipe(const std::filesystem::path& file);
/// Replaces a file atomically, as FileWriter does. Errors: the folder is missing or not writable, the disk is full.
[[nodiscard]] Result<void> writeTextFile(const std::filesystem::path& file, std::string_view text,
                                         FileReaders readers = FileReaders::Usual);

/// A file to be written.
struct NewFile {
    std::filesystem::path path;  ///< target
    std::string_view text;       ///< content; must outlive the call
    bool runs = false;           ///< gets the permission to be executed
};
/// Writes all files in the same way. None takes its place before all are on the disk, and a failed write takes the
/// others back, so that it changes no file. Errors: as writeTextFile(); a pipe or a device.
[[nodiscard]] Result<void> writeTextFiles(std::span<const NewFile> files);

}  // namespace pgram
