// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bytes of a file, unpacked if it is gzip, as a stream. It reports how much of the file has been read, and ends early
// on request. One thread.
#pragma once

#include "core/base/error.h"
#include "traces/read_control.h"

#include <filesystem>
#include <memory>
#include <streambuf>
#include <vector>
#include <zlib.h>

namespace pgram {

class PackedFile : public std::streambuf {
public:
    /// Opens a file. Errors: not a file, not readable.
    [[nodiscard]] static Result<std::unique_ptr<PackedFile>> open(const std::filesystem::path& file,
                                                                  const ReadControl& control = {});
    /// Returns nothing if all bytes so far could be read. Errors: broken gzip, a file that ends early, a request to
    /// stop.
    [[nodiscard]] Result<void> state() const;

private:
    PackedFile(const std::filesystem::path& file, ReadControl control);
    int_type underflow() override;

    std::filesystem::path m_place;
    std::unique_ptr<gzFile_s, int (*)(gzFile)> m_file;
    std::vector<char> m_block;
    std::string m_error;
    ReadControl m_control;
    double m_size = 0;  ///< bytes of the file
};

/// Returns the first bytes of a file, unpacked; empty if it cannot be read.
[[nodiscard]] std::string beginningOf(const std::filesystem::path& file);

/// Returns the error of a reading that was stopped.
[[nodiscard]] tl::unexpected<Error> stoppedReading(const std::filesystem::path& file);

}  // namespace pgram
