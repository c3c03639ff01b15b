// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A file that a command writes piece by piece because it may be larger than memory.
#pragma once

#include "core/base/error.h"
#include "core/base/file_writer.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace pgram::cli {

/// The standard output, or a file as FileWriter writes it.
class OutputFile {
public:
    /// Opens the file; an empty name is the standard output. Errors: those of FileWriter::open().
    [[nodiscard]] static Result<OutputFile> open(const std::filesystem::path& file);

    /// Adds a text. Errors: the disk is full, the reader is gone.
    [[nodiscard]] Result<void> write(std::string_view text);
    /// Ends the file and gives it its name. Errors: those of write().
    [[nodiscard]] Result<void> finish();

private:
    std::optional<FileWriter> m_file;  ///< none: the standard output
};

}  // namespace pgram::cli
