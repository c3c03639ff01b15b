// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A temporary folder with a name that nobody can guess, for its owner alone, removed with its content.
#pragma once

#include "core/base/error.h"

#include <filesystem>
#include <string>
#include <utility>

namespace pgram {

class ScratchFolder {
public:
    /// Makes a new folder, of mode 0700, in TMPDIR or /tmp. Errors: that folder is missing or cannot be written.
    [[nodiscard]] static Result<ScratchFolder> make(const std::string& purpose);

    ScratchFolder(ScratchFolder&& other) noexcept : m_path(std::exchange(other.m_path, {})) {}
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    explicit ScratchFolder(std::filesystem::path path) : m_path(std::move(path)) {}

    std::filesystem::path m_path;  ///< empty: moved from
};

}  // namespace pgram
