// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/measurements/kernel_files.h"

#include "core/base/format.h"
#include "core/base/index.h"
#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr double largestKernelSize = 1e15;
constexpr double longestKernel = 1e9;  // µs
constexpr double leastKernel = 1e-3;

std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells;
    for (std::size_t start = 0; start <= line.size();) {
        const std::size_t end = std::min(line.find(',', start), line.size());
        cells.emplace_back(line.substr(start, end - start));
        start = end + 1;
    }
    return cells;
}

std::string placeOf(const std::string& file, int line)
{
    return fmt::format("{}:{}", file, line);
}

}  // namespace

Result<KernelTable> parseKernelTable(std::string_view text, const std::string& file)
{
    const std::string name = fs::path(file).stem().string();
    const std::size_t dash = name.rfind('-');
    if (dash == std::string::npos || dash == 0 || dash + 1 == name.size()) {
        return badInput(Core::tr("is not named after a device and a kind of kernel"), file,
                        Core::tr("Name it as h100_sxm-gemm.csv"));
    }
    KernelTable table{file, name.substr(0, dash), name.substr(dash + 1), {}, 0, {}};
    int number = 0;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string_view line = text.substr(start, end - start);
        start = end + 1;
        ++number;
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (line.empty() || line.starts_with('#')) {
            continue;
        }
        std::vector<std::string> cells = cellsOf(line);
        if (table.columns.empty()) {
            table.columns = std::move(cells);
            table.head = number;
            continue;
        }
        if (cells.size() != table.columns.size()) {
            return badInput(Core::tr("has {} cell(s), and line {}, which names the columns, {}", cells.size(),
                                     table.head, table.columns.size()),
                            placeOf(file, number));
        }
        table.lines.push_back({number, std::move(cells)});
    }
    if (table.columns.empty()) {
        return badInput(Core::tr("has no line that names its columns"), file);
    }
    return table;
}

Result<std::vector<KernelTable>> readKernelFolder(const fs::path& folder)
{
    const auto files = filesIn(folder, ".csv", Core::tr("Name a folder of measured kernels"));
    if (!files) {
        return tl::unexpected(files.error());
    }
    if (files->empty()) {
        return badInput(Core::tr("has no file of measured kernels"), folder.string(),
                        Core::tr("Such files are named as h100_sxm-gemm.csv"));
    }
    std::vector<KernelTable> tables;
    for (const fs::path& file : *files) {
        Result<KernelTable> table =
            checkIsNoPipe(file).and_then([&] { return readTextFile(file); }).and_then([&](const auto& text) {
                return parseKernelTable(text, file.string());
            });
        if (!table) {
            return tl::unexpected(table.error());
        }
        tables.push_back(std::move(*table));
    }
    return tables;
}

std::string KernelLine::text(std::string_view column)
{
    const auto found = std::ranges::find(m_table.columns, column);
    if (found == m_table.columns.end()) {
        fail(m_table.head, Core::tr("lacks the column '{}'", std::string(column)));
        return {};
    }
    return m_line.cells[at(found - m_table.columns.begin())];
}

std::string KernelLine::textOr(std::string_view column, std::string_view otherwise)
{
    return std::ranges::count(m_table.columns, column) > 0 ? text(column) : std::string(otherwise);
}

double KernelLine::number(std::string_view column, double least, double most)
{
    const std::string cell = text(column);
    if (m_error) {
        return least;
    }
    const std::optional<double> value = decimalNumber(cell);
    if (!value) {
        fail(m_line.number,
             Core::tr("'{}' of the column '{}' is not a number", cell.substr(0, 40), std::string(column)));
        return least;
    }
    if (*value < least || *value > most) {
        fail(m_line.number, Core::tr("the column '{}' is {}, expected {} to {}", std::string(column),
                                     formatNumber(*value), formatNumber(least), formatNumber(most)));
        return least;
    }
    return *value;
}

double KernelLine::size(std::string_view column)
{
    return number(column, 1, largestKernelSize);
}

double KernelLine::microseconds(std::string_view column)
{
    return number(column, leastKernel, longestKernel) * 1e-6;
}

void KernelLine::fail(int line, Text what, Text todo)
{
    if (!m_error) {
        m_error = Error{ErrorKind::BadInput, std::move(what), placeOf(m_table.file, line), std::move(todo)};
    }
}

}  // namespace pgram
