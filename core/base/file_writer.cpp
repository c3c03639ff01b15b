// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/file_writer.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t bufferSize = 1 << 16;
constexpr std::string_view partEnding = ".part";

Descriptor opened(const fs::path& file, int flags, mode_t mode = 0)
{
    return Descriptor(uninterrupted([&] { return ::open(file.c_str(), flags | O_CLOEXEC, mode); }));
}

bool writeAll(int handle, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = uninterrupted([&] { return ::write(handle, text.data(), text.size()); });
        if (written <= 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool syncFile(int handle)
{
    return uninterrupted([&] { return ::fsync(handle); }) == 0;
}

fs::path folderOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Returns the part of a file's name that its temporary names begin with. It leaves room for their ends.
std::string temporaryHead(const fs::path& target)
{
    constexpr std::size_t most = 200;
    return "." + target.filename().string().substr(0, most) + ".";
}

/// Returns a name next to the target that no other writer, thread or process, uses.
fs::path temporaryBeside(const fs::path& target)
{
    static std::atomic<unsigned> serial = 0;
    return folderOf(target) /
           fmt::format("{}{}-{}{}", temporaryHead(target), ::getpid(), serial.fetch_add(1), partEnding);
}

/// Returns true for the temporary names of a target: the head, two numbers, the ending.
bool isTemporaryOf(std::string_view head, std::string_view name)
{
    if (name.size() < head.size() + partEnding.size() || !name.starts_with(head) || !name.ends_with(partEnding)) {
        return false;
    }
    const std::string_view numbers = name.substr(head.size(), name.size() - head.size() - partEnding.size());
    return !numbers.empty() && std::ranges::all_of(numbers, [](char c) { return isDigit(c) || c == '-'; });
}

/// Removes what killed writers of the target left. A living writer holds a lock on its file.
void removeLeftovers(const fs::path& target)
{
    const std::string head = temporaryHead(target);
    std::error_code failed;
    for (fs::directory_iterator entry(folderOf(target), failed), last; !failed && entry != last;
         entry.increment(failed)) {
        if (!isTemporaryOf(head, entry->path().filename().string())) {
            continue;
        }
        const Descriptor left = opened(entry->path(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
        if (left.isOpen() && ::flock(left.handle(), LOCK_EX | LOCK_NB) == 0) {
            ::unlink(entry->path().c_str());
        }
    }
}

/// Gives an open file without a name a name, which must be unused.
bool linkTo(int handle, const fs::path& name)
{
    return ::linkat(AT_FDCWD, fmt::format("/proc/self/fd/{}", handle).c_str(), AT_FDCWD, name.c_str(),
                    AT_SYMLINK_FOLLOW) == 0;
}

/// Writes the folder's entries to the disk, so that a file keeps its new name when the power fails. A file system that
/// cannot do so is left alone: the file itself is whole.
void syncFolder(const fs::path& folder)
{
    if (const Descriptor open = opened(folder, O_RDONLY | O_DIRECTORY); open.isOpen()) {
        syncFile(open.handle());
    }
}

/// Returns the name of the missing file that a symbolic link, or a chain of them, leads to.
fs::path endOfLinks(fs::path file)
{
    std::error_code failed;
    while (fs::is_symlink(fs::symlink_status(file, failed))) {
        const fs::path next = fs::read_symlink(file, failed);
        if (failed) {
            break;
        }
        file = file.parent_path() / next;  // an absolute one replaces it all
    }
    return file;
}

}  // namespace

tl::unexpected<Error> notWritten(const fs::path& file, int code)
{
    return badInput(Core::tr("cannot be written: {}", systemText(code)), file.string(),
                    code == ENOENT   ? Core::tr("Check the path")
                    : code == EACCES ? Core::tr("Check its permissions")
                    : code == ENOSPC ? Core::tr("Free some space and try again")
                                     : Phrase());
}

Result<FileWriter> FileWriter::open(const fs::path& file, Mode mode)
{
    FileWriter writer;
    writer.m_file = file;
    writer.m_target = file;
    const bool owners = mode.readers == FileReaders::Owner;
    const unsigned runs = mode.runs ? 0111 : 0;
    struct stat info {};
    if (::stat(file.c_str(), &info) != 0) {
        if (errno != ENOENT) {
            return notWritten(file, errno);
        }
        writer.m_target = endOfLinks(file);
        return writer.create((owners ? 0600u : 0666u) | runs, false).map([&] { return std::move(writer); });
    }
    if (S_ISDIR(info.st_mode)) {
        return badInput(Core::tr("is a directory, not a file"), file.string(), Core::tr("Name a file in it"));
    }
    if (!S_ISREG(info.st_mode)) {
        writer.m_kind = Kind::InPlace;
        writer.m_out = opened(file, O_WRONLY);
        return writer.m_out.isOpen() ? Result<FileWriter>(std::move(writer)) : notWritten(file, errno);
    }
    if (::access(file.c_str(), W_OK) != 0) {
        return notWritten(file, errno);
    }
    std::error_code failed;
    const fs::path target = fs::canonical(file, failed);
    writer.m_target = failed ? file : target;
    writer.m_replaces = true;
    return writer.create((owners ? 0600u : info.st_mode & 0777u) | runs, true).map([&] { return std::move(writer); });
}

/// Opens the new file in the folder of the target, so that it can take the target's name.
Result<void> FileWriter::create(unsigned mode, bool keepsMode)
{
    m_out = opened(folderOf(m_target), O_TMPFILE | O_RDWR, mode);
    if (!m_out.isOpen() && !openNamed(mode)) {
        return notWritten(m_file, errno);
    }
    // Keeps the file from removeLeftovers(). A file system without locks does without.
    ::flock(m_out.handle(), LOCK_EX | LOCK_NB);
    return !keepsMode || ::fchmod(m_out.handle(), mode) == 0 ? Result<void>() : notWritten(m_file, errno);
}

bool FileWriter::openNamed(unsigned mode)
{
    const fs::path name = temporaryBeside(m_target);
    Descriptor out = opened(name, O_RDWR | O_CREAT | O_EXCL, mode);
    if (!out.isOpen()) {
        return false;
    }
    m_temporary = name;
    m_out = std::move(out);
    return true;
}

FileWriter::FileWriter(FileWriter&& other) noexcept
    : m_file(std::move(other.m_file)),
      m_target(std::move(other.m_target)),
      m_temporary(std::exchange(other.m_temporary, {})),
      m_buffer(std::move(other.m_buffer)),
      m_out(std::move(other.m_out)),
      m_kind(other.m_kind),
      m_replaces(other.m_replaces),
      m_keepsOld(other.m_keepsOld),
      m_isNew(other.m_isNew)
{}

FileWriter::~FileWriter()
{
    if (!m_temporary.empty()) {
        ::unlink(m_temporary.c_str());
    }
}

bool FileWriter::flush()
{
    const bool written = writeAll(m_out.handle(), m_buffer);
    m_buffer.clear();
    return written;
}

Result<void> FileWriter::write(std::string_view text)
{
    if (m_buffer.size() + text.size() < bufferSize) {
        m_buffer += text;
        return {};
    }
    return flush() && writeAll(m_out.handle(), text) ? Result<void>() : notWritten(m_file, errno);
}

Result<void> FileWriter::complete()
{
    if (!flush() || (m_kind == Kind::Replacement && !syncFile(m_out.handle()))) {
        return notWritten(m_file, errno);
    }
    return {};
}

/// Writes the content again, into a file with a name: for systems that cannot give an open file a name.
bool FileWriter::copyToNamed()
{
    struct stat info {};
    const Descriptor source = std::move(m_out);
    if (::fstat(source.handle(), &info) != 0 || !openNamed(info.st_mode & 0777u) ||
        ::fchmod(m_out.handle(), info.st_mode & 0777u) != 0) {
        return false;
    }
    ::flock(m_out.handle(), LOCK_EX | LOCK_NB);
    std::array<char, bufferSize> part{};
    off_t at = 0;
    while (true) {
        const ssize_t got = uninterrupted([&] { return ::pread(source.handle(), part.data(), part.size(), at); });
        if (got <= 0) {
            return got == 0 && syncFile(m_out.handle());
        }
        if (!writeAll(m_out.handle(), {part.data(), static_cast<std::size_t>(got)})) {
            return false;
        }
        at += got;
    }
}

bool FileWriter::giveTemporaryName()
{
    const fs::path name = temporaryBeside(m_target);
    if (!linkTo(m_out.handle(), name)) {
        return copyToNamed();
    }
    m_temporary = name;
    return true;
}

Result<void> FileWriter::take(Old old)
{
    if (m_kind == Kind::InPlace) {
        return m_out.close() ? Result<void>() : notWritten(m_file, errno);
    }
    const bool isNamed = !m_temporary.empty();
    if (!isNamed && !m_replaces && linkTo(m_out.handle(), m_target)) {
        m_isNew = true;
    } else {
        if (!isNamed && !giveTemporaryName()) {
            return notWritten(m_file, errno);
        }
        m_keepsOld = old == Old::Kept && m_replaces &&
                     ::renameat2(AT_FDCWD, m_temporary.c_str(), AT_FDCWD, m_target.c_str(), RENAME_EXCHANGE) == 0;
        if (!m_keepsOld) {
            if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
                return notWritten(m_file, errno);
            }
            m_temporary.clear();
            m_isNew = !m_replaces;
        }
    }
    syncFolder(folderOf(m_target));
    removeLeftovers(m_target);
    return {};
}

bool FileWriter::takeBack()
{
    if (std::exchange(m_isNew, false)) {
        return ::unlink(m_target.c_str()) == 0;
    }
    return std::exchange(m_keepsOld, false) &&
           ::renameat2(AT_FDCWD, m_temporary.c_str(), AT_FDCWD, m_target.c_str(), RENAME_EXCHANGE) == 0;
}

Result<void> FileWriter::finish()
{
    return complete().and_then([this] { return take(); });
}

}  // namespace pgram
