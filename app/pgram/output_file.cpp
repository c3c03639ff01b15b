// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/output_file.h"

#include "app/pgram/console.h"

#include <cstdio>
#include <utility>

namespace pgram::cli {

Result<OutputFile> OutputFile::open(const std::filesystem::path& file)
{
    OutputFile output;
    if (!file.empty()) {
        PGRAM_TRY(FileWriter writer, FileWriter::open(file));
        output.m_file.emplace(std::move(writer));
    }
    return output;
}

Result<void> OutputFile::write(std::string_view text)
{
    if (m_file) {
        return m_file->write(text);
    }
    printFile(text);
    return std::ferror(stdout) == 0 ? Result<void>() : flushOutput();
}

Result<void> OutputFile::finish()
{
    return m_file ? m_file->finish() : flushOutput();
}

}  // namespace pgram::cli
