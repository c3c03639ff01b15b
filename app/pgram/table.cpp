// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/table.h"

#include "core/base/quoting.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram::cli {

namespace {

constexpr const char* gap = "  ";

void append(std::string& line, const std::string& cell, int width, Align align)
{
    const std::string padding(static_cast<std::size_t>(std::max(0, width - displayWidth(cell))), ' ');
    line += align == Align::Right ? padding + cell : cell + padding;
}

std::string withoutTrailingSpace(std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

}  // namespace

int displayWidth(std::string_view text)
{
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    return static_cast<int>(std::ranges::count_if(text, begins));
}

std::string percent(double fraction)
{
    return fmt::format("{:.1f}", 100 * fraction);
}

Table::Table(std::vector<Column> columns) : m_columns(std::move(columns)) {}

void Table::addRow(std::vector<std::string> cells)
{
    cells.resize(m_columns.size());
    std::ranges::transform(cells, cells.begin(), plainLine);
    m_rows.push_back(std::move(cells));
}

std::string Table::text(int indent) const
{
    std::vector<int> widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        int width = 0;
        for (const auto& row : m_rows) {
            width = std::max(width, displayWidth(row[i]));
        }
        widths.push_back(width > 0 ? std::max(width, displayWidth(m_columns[i].title)) : 0);
    }
    std::string titles(static_cast<std::size_t>(indent), ' ');
    std::string rule = titles;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (widths[i] > 0) {
            append(titles, m_columns[i].title, widths[i], m_columns[i].align);
            for (int dash = 0; dash < widths[i]; ++dash) {
                rule += "─";
            }
            titles += gap;
            rule += gap;
        }
    }
    std::string text = withoutTrailingSpace(titles) + withoutTrailingSpace(rule);
    for (const auto& row : m_rows) {
        std::string line(static_cast<std::size_t>(indent), ' ');
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (widths[i] > 0) {
                append(line, row[i], widths[i], m_columns[i].align);
                line += gap;
            }
        }
        text += withoutTrailingSpace(line);
    }
    return text;
}

}  // namespace pgram::cli
