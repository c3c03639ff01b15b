// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A file that a command writes piece by piece because it may be larger than memory.
#pragma once

#include "core/base/error.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace pgram::cli {

/// The standard output, or a new file. The file takes its name in finish(): until then, and after an error, a file of
/// this name stays as it was. A killed process may leave NAME.….part. Pipes and devices are written in place.
class OutputFile {
public:
    /// Opens the file; an empty name is the standard output. Errors: a directory, a missing folder, no permission.
    [[nodiscard]] static Result<OutputFile> open(const std::filesystem::path& file);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    /// Adds a text. Errors: the disk is full, the reader is gone.
    [[nodiscard]] Result<void> write(std::string_view text);
    /// Ends the file and gives it its name. Errors: those of write().
    [[nodiscard]] Result<void> finish();

private:
    OutputFile() = default;
    [[nodiscard]] tl::unexpected<Error> failed() const;

    struct Close {
        void operator()(std::FILE* file) const;
    };
    std::filesystem::path m_file;
    std::filesystem::path m_part;  ///< file that takes the name; empty: none does
    std::unique_ptr<std::FILE, Close> m_open;
};

}  // namespace pgram::cli
