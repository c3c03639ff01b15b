// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A folder for readers that look at several files.
#pragma once

#include "tests/fuzz/targets.h"

#include <filesystem>
#include <fstream>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): mkdtemp

namespace pgram::fuzz {

/// Empty folder that exists as long as the object.
class ScratchFolder {
public:
    ScratchFolder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "fuzz-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) {
            throw std::filesystem::filesystem_error("mkdtemp", pattern, std::make_error_code(std::errc::io_error));
        }
        m_path = pattern;
    }
    ~ScratchFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    /// Makes these files the only ones.
    void fill(const Files& files) const
    {
        for (const auto& entry : std::filesystem::directory_iterator(m_path)) {
            std::filesystem::remove_all(entry);
        }
        for (const auto& [name, content] : files) {
            std::ofstream(m_path / name, std::ios::binary) << content;
        }
    }

private:
    std::filesystem::path m_path;
};

}  // namespace pgram::fuzz
