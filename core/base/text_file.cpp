// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/text_file.h"

#include "core/base/check.h"
#include "core/base/format.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pgram {

namespace fs = std::filesystem;

namespace {

Phrase todoAbout(int code)
{
    return code == ENOENT ? Core::tr("Check the path") : code == EACCES ? Core::tr("Check its permissions") : Phrase();
}

tl::unexpected<Error> notRead(const fs::path& file, int code)
{
    return badInput(Core::tr("cannot be read: {}", systemText(code)), file.string(), todoAbout(code));
}

/// Writes a file to the disk, still without its name.
Result<FileWriter> completeFile(const NewFile& file)
{
    PGRAM_CHECK(checkIsNoPipe(file.path));
    PGRAM_TRY(FileWriter writer, FileWriter::open(file.path, {FileReaders::Usual, file.runs}));
    PGRAM_CHECK(writer.write(file.text));
    PGRAM_CHECK(writer.complete());
    return writer;
}

Text nothingWritten(const Text& what)
{
    return Core::tr("{}; no file was written", what);
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
    const Descriptor in(uninterrupted([&file] { return ::open(file.c_str(), O_RDONLY | O_CLOEXEC); }));
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
        const ssize_t got = uninterrupted([&] { return ::read(in.handle(), text.data() + size, text.size() - size); });
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
    return FileWriter::open(file, {readers, false}).and_then([text](FileWriter&& writer) {
        return writer.write(text).and_then([&writer] { return writer.finish(); });
    });
}

Result<void> writeTextFiles(std::span<const NewFile> files)
{
    std::vector<FileWriter> writers;
    for (const NewFile& file : files) {
        Result<FileWriter> writer = completeFile(file);
        if (!writer) {
            writer.error().what = nothingWritten(writer.error().what);
            return tl::unexpected(std::move(writer).error());
        }
        writers.push_back(std::move(*writer));
    }
    for (std::size_t i = 0; i < writers.size(); ++i) {
        if (Result<void> taken = writers[i].take(FileWriter::Old::Kept); !taken) {
            const auto left = std::count_if(writers.begin(), writers.begin() + static_cast<std::ptrdiff_t>(i),
                                            [](FileWriter& earlier) { return !earlier.takeBack(); });
            taken.error().what =
                left == 0 ? nothingWritten(taken.error().what)
                          : Core::tr("{}; {} of {} files were written", taken.error().what, left, writers.size());
            return taken;
        }
    }
    return {};
}

}  // namespace pgram
