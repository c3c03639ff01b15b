// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads whole files, and writes them atomically.
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace pgram {

/// Returns the whole file as text. Errors: missing, a directory, unreadable, above `limit` bytes.
[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& file, std::size_t limit = 64u << 20);
/// Returns true if the content begins with characters that no text has: a picture, an archive.
[[nodiscard]] bool isBinary(std::string_view content);
/// Refuses a pipe, a socket or a device, because reading one may never end. The reader refuses other files.
[[nodiscard]] Result<void> checkIsNoPipe(const std::filesystem::path& file);
/// Readers of a new file: everybody whom the process permits, or the owner alone. An existing file keeps its mode
/// unless `Owner` is given.
enum class FileReaders { Usual, Owner };
/// Writes a file beside the target and renames it over the target. A link stays a link: the function writes the file
/// that the link names, even if that file does not exist yet. A killed process leaves nothing behind if the file
/// system supports files without a name, and otherwise may leave NAME.….part.
[[nodiscard]] Result<void> writeTextFile(const std::filesystem::path& file, std::string_view text,
                                         FileReaders readers = FileReaders::Usual);

/// A file to be written.
struct NewFile {
    std::filesystem::path path;
    std::string_view text;
    bool runs = false;  ///< may be executed as a program
};
/// Writes all files in the same way, or none: they take their places once each of them is on the disk. Refuses pipes
/// and devices.
[[nodiscard]] Result<void> writeTextFiles(std::span<const NewFile> files);

}  // namespace pgram
