// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/output_file.h"

#include <cerrno>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace pgram::cli {

namespace fs = std::filesystem;

void OutputFile::Close::operator()(std::FILE* file) const
{
    if (file != stdout) {
        std::fclose(file);
    }
}

Result<OutputFile> OutputFile::open(const fs::path& file)
{
    OutputFile output;
    output.m_file = file;
    std::error_code ignored;
    if (file.empty()) {
        output.m_open.reset(stdout);
        return output;
    }
    if (fs::is_directory(file, ignored)) {
        return badInput(Text("is a directory, not a file"), file.string(), Text("Name a file in it"));
    }
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored)) {
        output.m_open.reset(std::fopen(file.c_str(), "wb"));
    } else {
        output.m_file = fs::is_symlink(file, ignored) ? fs::weakly_canonical(file, ignored) : file;
        output.m_part = fmt::format("{}.{}.part", output.m_file.string(), ::getpid());
        output.m_open.reset(std::fopen(output.m_part.c_str(), "wbx"));
    }
    if (!output.m_open) {
        output.m_part.clear();
        return output.failed();
    }
    return output;
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : m_file(std::move(other.m_file)), m_part(std::exchange(other.m_part, {})), m_open(std::move(other.m_open))
{}

OutputFile::~OutputFile()
{
    if (!m_part.empty()) {
        ::unlink(m_part.c_str());
    }
}

tl::unexpected<Error> OutputFile::failed() const
{
    const int code = errno;
    return badInput(Text(fmt::format("cannot be written: {}", systemText(code).english())),
                    m_file.empty() ? std::string("standard output") : m_file.string(),
                    Text(code == ENOENT   ? "Check the path"
                         : code == EACCES ? "Check its permissions"
                         : code == ENOSPC ? "Free some space and try again"
                                          : ""));
}

Result<void> OutputFile::write(std::string_view text)
{
    return std::fwrite(text.data(), 1, text.size(), m_open.get()) == text.size() ? Result<void>() : failed();
}

Result<void> OutputFile::finish()
{
    std::FILE* const file = m_open.get();
    if (std::fflush(file) != 0 || (!m_part.empty() && ::fsync(::fileno(file)) != 0)) {
        return failed();
    }
    if (file != stdout && std::fclose(m_open.release()) != 0) {
        return failed();
    }
    if (!m_part.empty() && ::rename(m_part.c_str(), m_file.c_str()) != 0) {
        return failed();
    }
    m_part.clear();
    return {};
}

}  // namespace pgram::cli
