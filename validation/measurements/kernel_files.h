// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files of measured kernels: a folder of DEVICE-KIND.csv, lines of cells below a line of columns, remarks behind #. The
// errors name the file and the line. Plain values.
#pragma once

#include "core/base/error.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

struct KernelTable {
    std::string file;    ///< "…/h100_sxm-gemm.csv"
    std::string device;  ///< "h100_sxm"
    std::string kind;    ///< "gemm"
    std::vector<std::string> columns;
    int head = 0;  ///< line of the columns, from 1
    struct Line {
        int number = 0;
        std::vector<std::string> cells;  ///< one per column
    };
    std::vector<Line> lines;
};

/// `file`: DEVICE-KIND.csv, a folder before it or none. Errors: a name without a kind; no line of columns; a line with
/// more or fewer cells.
[[nodiscard]] Result<KernelTable> parseKernelTable(std::string_view text, const std::string& file);

/// Files by name, each with its text. Errors: no such folder; none of its files is such a table; those of a file.
[[nodiscard]] Result<std::vector<KernelTable>> readKernelFolder(const std::filesystem::path& folder);

/// Reads one line's cells by their columns; the first error sticks, so that a reader checks once at the end.
class KernelLine {
public:
    KernelLine(const KernelTable& table, const KernelTable::Line& line) : m_table(table), m_line(line) {}

    /// Errors: no such column; no number, or none from `least` to `most`.
    double number(std::string_view column, double least, double most);
    /// A size, from 1.
    double size(std::string_view column);
    /// Microseconds of the file as seconds, above 0.
    double microseconds(std::string_view column);
    std::string text(std::string_view column);
    /// Returns the text of an optional column.
    std::string textOr(std::string_view column, std::string_view otherwise);

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    void fail(int line, Text what, Text todo = {});

    const KernelTable& m_table;
    const KernelTable::Line& m_line;
    std::optional<Error> m_error;
};

}  // namespace pgram
