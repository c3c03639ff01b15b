// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text_file.h"

#include "core/base/format.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace pgram {

namespace fs = std::filesystem;

namespace {

/// An open file that closes itself.
class Descriptor {
public:
    explicit Descriptor(int handle) : m_handle(handle) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : m_handle(std::exchange(other.m_handle, -1)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] bool isOpen() const { return m_handle >= 0; }
    [[nodiscard]] int handle() const { return m_handle; }
    bool close()
    {
        const bool closed = m_handle < 0 || ::close(m_handle) == 0;
        m_handle = -1;
        return closed;
    }

private:
    int m_handle;
};

Phrase todoAbout(int code)
{
    return code == ENOENT   ? Core::tr("Check the path")
           : code == EACCES ? Core::tr("Check its permissions")
           : code == ENOSPC ? Core::tr("Free some space and try again")
                            : Phrase();
}

tl::unexpected<Error> notRead(const fs::path& file, int code)
{
    return badInput(Core::tr("cannot be read: {}", systemText(code)), file.string(), todoAbout(code));
}

tl::unexpected<Error> notWritten(const fs::path& file, int code)
{
    return badInput(Core::tr("cannot be written: {}", systemText(code)), file.string(), todoAbout(code));
}

bool writeAll(int handle, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(handle, text.data(), text.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

/// A name beside the target that no other writer, thread or process, uses.
fs::path temporaryBeside(const fs::path& target)
{
    static std::atomic<unsigned> serial = 0;
    fs::path name = target;
    name += fmt::format(".{}-{}.part", ::getpid(), serial.fetch_add(1));
    return name;
}

fs::path folderOf(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// A new file in the target's folder, without a name until it is whole: a process that is killed leaves nothing.
/// Not open where the file system knows no such files.
Descriptor unnamedBeside(const fs::path& target, mode_t mode)
{
    return Descriptor(::open(folderOf(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
}

bool linkTo(int handle, const fs::path& name)
{
    return ::linkat(AT_FDCWD, fmt::format("/proc/self/fd/{}", handle).c_str(), AT_FDCWD, name.c_str(),
                    AT_SYMLINK_FOLLOW) == 0;
}

/// The content of a new file. `keepsMode`: `mode` is that of the file that is replaced, whatever mode the process lets
/// new files have.
struct Content {
    std::string_view text;
    mode_t mode = 0666;
    bool keepsMode = false;

    [[nodiscard]] bool writeTo(int handle) const
    {
        return (!keepsMode || ::fchmod(handle, mode) == 0) && writeAll(handle, text) && ::fsync(handle) == 0;
    }
};

/// Result of writing a file. `errno` says why one failed; an impossible way leaves nothing behind.
enum class Written { Whole, Failed, Impossible };

/// Writes a file without a name, and names it once it is whole. Impossible if the file system has no such files, or
/// the system has no /proc.
Written writeUnnamed(const Content& file, const fs::path& target, const fs::path& temporary)
{
    Descriptor out = unnamedBeside(target, file.mode);
    if (!out.isOpen()) {
        return Written::Impossible;
    }
    if (!file.writeTo(out.handle())) {
        return Written::Failed;
    }
    return !linkTo(out.handle(), temporary) ? Written::Impossible : out.close() ? Written::Whole : Written::Failed;
}

Written writeNamed(const Content& file, const fs::path& temporary)
{
    Descriptor out(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.mode));
    return out.isOpen() && file.writeTo(out.handle()) && out.close() ? Written::Whole : Written::Failed;
}

/// Writes the folder's entries to the disk, so that a file keeps its new name when the power fails. A file system that
/// cannot do so is left alone: the file itself is whole.
void syncFolder(const fs::path& folder)
{
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen()) {
        ::fsync(opened.handle());
    }
}

/// A whole new file beside the target, which is removed again unless it takes the target's place.
class Replacement {
public:
    Replacement(fs::path target, fs::path temporary) : m_target(std::move(target)), m_temporary(std::move(temporary)) {}
    ~Replacement() { ::unlink(m_temporary.c_str()); }
    Replacement(Replacement&& other) noexcept
        : m_target(std::move(other.m_target)), m_temporary(std::exchange(other.m_temporary, {}))
    {}
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;

    Result<void> take()
    {
        if (::rename(m_temporary.c_str(), m_target.c_str()) != 0) {
            return notWritten(m_target, errno);
        }
        m_temporary.clear();
        syncFolder(folderOf(m_target));
        return {};
    }

private:
    fs::path m_target;
    fs::path m_temporary;
};

Result<Replacement> replacementOf(const fs::path& target, const Content& content)
{
    const fs::path temporary = temporaryBeside(target);
    Written written = writeUnnamed(content, target, temporary);
    if (written == Written::Impossible) {
        written = writeNamed(content, temporary);
    }
    const int code = errno;
    Replacement whole(target, temporary);
    if (written == Written::Failed) {
        return notWritten(target, code);
    }
    return whole;
}

/// The name of the file that is not there and that a link, or a chain of them, is for.
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

Result<Replacement> replacementFor(const NewFile& file, FileReaders readers)
{
    const bool owners = readers == FileReaders::Owner;
    const mode_t runs = file.runs ? 0111 : 0;
    struct stat info {};
    if (::stat(file.path.c_str(), &info) != 0) {
        return errno == ENOENT
                   ? replacementOf(endOfLinks(file.path), {file.text, (owners ? 0600u : 0666u) | runs, false})
                   : notWritten(file.path, errno);
    }
    if (S_ISDIR(info.st_mode)) {
        return badInput(Core::tr("is a directory, not a file"), file.path.string(), Core::tr("Name a file in it"));
    }
    if (::access(file.path.c_str(), W_OK) != 0) {
        return notWritten(file.path, errno);
    }
    std::error_code failed;
    const fs::path target = fs::canonical(file.path, failed);
    const mode_t mode = (owners ? 0600u : info.st_mode & 0777u) | runs;
    return replacementOf(failed ? file.path : target, {file.text, mode, true});
}

/// Pipes and devices cannot be replaced by a rename.
Result<void> writeInPlace(const fs::path& target, std::string_view text)
{
    Descriptor out(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    if (!out.isOpen() || !writeAll(out.handle(), text) || !out.close()) {
        return notWritten(target, errno);
    }
    return {};
}

}  // namespace

Result<std::vector<std::filesystem::path>> filesIn(const std::filesystem::path& folder, std::string_view end, Text todo)
{
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), last; !error && entry != last;
         entry.increment(error)) {
        if (entry->path().filename().string().ends_with(end)) {
            files.push_back(entry->path());
        }
    }
    if (error) {
        return badInput(Core::tr("cannot be listed: {}", systemText(error.value())), folder.string(), std::move(todo));
    }
    std::ranges::sort(files);
    return files;
}

bool isBinary(std::string_view content)
{
    constexpr std::size_t looked = 4096;
    return std::ranges::any_of(content.substr(0, looked), [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1b';
    });
}

Result<std::string> readTextFile(const fs::path& file, std::size_t limit)
{
    Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat info {};
    if (!in.isOpen() || ::fstat(in.handle(), &info) != 0) {
        return notRead(file, errno);
    }
    if (S_ISDIR(info.st_mode)) {
        return badInput(Core::tr("is a directory, not a file"), file.string(), Core::tr("Name a file in it"));
    }
    const auto tooLarge = [&file, limit](const Text& size) {
        return badInput(Core::tr("is {} large, the limit is {}", size, formatBytes(static_cast<double>(limit))),
                        file.string(), Core::tr("Check that it is the right file"));
    };
    if (S_ISREG(info.st_mode) && static_cast<std::size_t>(info.st_size) > limit) {
        return tooLarge(Text(formatBytes(static_cast<double>(info.st_size))));
    }
    std::string text(static_cast<std::size_t>(std::max<off_t>(info.st_size, 0)) + 4096, '\0');
    std::size_t size = 0;
    while (size <= limit) {
        if (size == text.size()) {
            text.resize(2 * text.size());
        }
        const ssize_t got = ::read(in.handle(), text.data() + size, text.size() - size);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return notRead(file, errno);
        }
        if (got == 0) {
            text.resize(size);
            return text;
        }
        size += static_cast<std::size_t>(got);
    }
    return tooLarge(Core::tr("more than {}", formatBytes(static_cast<double>(limit))));
}

Result<void> checkIsNoPipe(const fs::path& file)
{
    std::error_code ignored;
    switch (fs::status(file, ignored).type()) {
    case fs::file_type::block:
    case fs::file_type::character:
    case fs::file_type::fifo:
    case fs::file_type::socket:
        return badInput(Core::tr("is a pipe or a device, not a file"), file.string(),
                        Core::tr("Put a file in its place, or remove it"));
    default:
        return {};
    }
}

Result<void> writeTextFile(const fs::path& file, std::string_view text, FileReaders readers)
{
    struct stat info {};
    if (::stat(file.c_str(), &info) == 0 && !S_ISDIR(info.st_mode) && !S_ISREG(info.st_mode)) {
        return writeInPlace(file, text);
    }
    return replacementFor({file, text}, readers).and_then([](Replacement&& whole) { return whole.take(); });
}

Result<void> writeTextFiles(std::span<const NewFile> files)
{
    std::vector<Replacement> replacements;
    for (const NewFile& file : files) {
        if (Result<void> regular = checkIsNoPipe(file.path); !regular) {
            return regular;
        }
        Result<Replacement> whole = replacementFor(file, FileReaders::Usual);
        if (!whole) {
            return tl::unexpected(whole.error());
        }
        replacements.push_back(std::move(*whole));
    }
    for (Replacement& whole : replacements) {
        if (Result<void> taken = whole.take(); !taken) {
            return taken;
        }
    }
    return {};
}

}  // namespace pgram
