// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The one way in which the programs write a file: a new file takes the place of the old one when it is complete.
#pragma once

#include "core/base/descriptor.h"
#include "core/base/error.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace pgram {

/// Readers of a new file: all whom the umask of the process allows, or the owner alone. An existing file keeps its mode
/// under `Usual`.
enum class FileReaders { Usual, Owner };

/// Returns the error of a file that cannot be written, from an errno.
[[nodiscard]] tl::unexpected<Error> notWritten(const std::filesystem::path& file, int code);

/// A file that is written piece by piece. It replaces the old file of its name in take(). Until then, and after an
/// error, the old file stays as it was. Follows symbolic links, even if the target does not exist yet. Pipes and
/// devices are written in place.
///
/// The new file has no name until it is complete, if the file system supports that. In other cases, and for an instant
/// while an old file is replaced, its name is .NAME.….part: a killed process may leave such a file, and the next writer
/// of the same file removes it.
class FileWriter {
public:
    /// Permissions of a new file.
    struct Mode {
        FileReaders readers = FileReaders::Usual;
        bool runs = false;  ///< gets the permission to be executed
    };
    /// Ways to replace an old file.
    enum class Old { Lost, Kept };

    /// Opens a file. Errors: a directory, a missing folder, no permission, a full disk.
    [[nodiscard]] static Result<FileWriter> open(const std::filesystem::path& file, Mode mode);
    [[nodiscard]] static Result<FileWriter> open(const std::filesystem::path& file) { return open(file, Mode()); }
    FileWriter(FileWriter&& other) noexcept;
    FileWriter(const FileWriter&) = delete;
    FileWriter& operator=(const FileWriter&) = delete;
    /// Removes a file that did not take its place, or an old file that was kept.
    ~FileWriter();

    /// Adds a text. Errors: the disk is full, the reader of a pipe is gone.
    [[nodiscard]] Result<void> write(std::string_view text);
    /// Writes the content to the disk. Errors: those of write().
    [[nodiscard]] Result<void> complete();
    /// Gives the complete file its name. `Kept`: takeBack() can restore the old file, if the file system can exchange
    /// two names. Errors: the system refuses it.
    [[nodiscard]] Result<void> take(Old old = Old::Lost);
    /// Restores what was before take(Old::Kept). Returns false if the system refuses it.
    bool takeBack();
    /// Completes the file and gives it its name. Errors: those of complete() and take().
    [[nodiscard]] Result<void> finish();

private:
    enum class Kind { Replacement, InPlace };

    FileWriter() = default;
    [[nodiscard]] Result<void> create(unsigned mode, bool keepsMode);
    [[nodiscard]] bool openNamed(unsigned mode);
    [[nodiscard]] bool flush();
    [[nodiscard]] bool giveTemporaryName();
    [[nodiscard]] bool copyToNamed();

    std::filesystem::path m_file;       ///< name for messages
    std::filesystem::path m_target;     ///< name that the new file takes
    std::filesystem::path m_temporary;  ///< name that is to be removed; may be empty
    std::string m_buffer;
    Descriptor m_out;
    Kind m_kind = Kind::Replacement;
    bool m_replaces = false;  ///< a file of the name exists
    bool m_keepsOld = false;  ///< m_temporary is the old file
    bool m_isNew = false;     ///< took a name that no file had
};

}  // namespace pgram
