// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/packed_file.h"

#include "core/base/check.h"
#include "core/base/text_file.h"

#include <cerrno>
#include <cstring>
#include <istream>

namespace pgram {

namespace {

constexpr std::size_t blockSize = std::size_t{1} << 20;

}  // namespace

std::string beginningOf(const std::filesystem::path& file)
{
    constexpr std::streamsize most = 1 << 16;
    const auto packed = PackedFile::open(file);
    if (!packed) {
        return {};
    }
    std::istream stream(packed->get());
    std::string text(most, '\0');
    stream.read(text.data(), most);
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

tl::unexpected<Error> stoppedReading(const std::filesystem::path& file)
{
    return badInput(Core::tr("was not read to its end, because the reading was stopped"), file.string());
}

PackedFile::PackedFile(const std::filesystem::path& file, ReadControl control)
    : m_place(file), m_file(gzopen(file.c_str(), "rb"), gzclose), m_block(blockSize), m_control(std::move(control))
{
    std::error_code failed;
    const auto size = std::filesystem::file_size(file, failed);
    m_size = failed ? 0 : static_cast<double>(size);
    if (m_file) {
        gzbuffer(m_file.get(), blockSize / 4);
    }
}

Result<std::unique_ptr<PackedFile>> PackedFile::open(const std::filesystem::path& file, const ReadControl& control)
{
    PGRAM_CHECK(checkIsNoPipe(file));
    std::error_code failed;
    if (std::filesystem::is_directory(file, failed)) {
        return badInput(Core::tr("is a folder"), file.string(), Core::tr("Name a trace in it"));
    }
    errno = 0;
    std::unique_ptr<PackedFile> opened(new PackedFile(file, control));
    if (!opened->m_file) {
        return badInput(systemText(errno), file.string(), Core::tr("Check the path"));
    }
    return opened;
}

Result<void> PackedFile::state() const
{
    if (m_control.stop.stop_requested()) {
        return stoppedReading(m_place);
    }
    if (!m_error.empty()) {
        return badInput(Core::tr("cannot be unpacked: {}", m_error), m_place.string(), Core::tr("Copy it again"));
    }
    return {};
}

PackedFile::int_type PackedFile::underflow()
{
    if (m_control.stop.stop_requested()) {
        return traits_type::eof();
    }
    const int count = gzread(m_file.get(), m_block.data(), static_cast<unsigned>(m_block.size()));
    int code = Z_OK;
    const char* text = gzerror(m_file.get(), &code);
    if (count < 0 || (count == 0 && code != Z_OK && code != Z_STREAM_END)) {
        m_error = code == Z_BUF_ERROR ? "the file ends early" : text;
    }
    if (count <= 0) {
        return traits_type::eof();
    }
    if (m_control.progress && m_size > 0) {
        m_control.progress(std::min(1.0, static_cast<double>(gzoffset(m_file.get())) / m_size));
    }
    setg(m_block.data(), m_block.data(), m_block.data() + count);
    return traits_type::to_int_type(*gptr());
}

}  // namespace pgram
