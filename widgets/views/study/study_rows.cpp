// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/study/study_rows.h"

#include <algorithm>
#include <numeric>

namespace pgram {

void StudyRows::setTable(std::shared_ptr<const StudyTable> table)
{
    const bool same =
        m_table && table &&
        std::ranges::equal(m_table->columns, table->columns, {}, &ResultColumn::name, &ResultColumn::name);
    m_table = std::move(table);
    if (!same) {
        m_ranges.clear();
        m_sortColumn = -1;
        m_isDescending = false;
    }
    m_filter = {};
    if (!m_table || !same || !setFilter(m_text)) {
        m_text.clear();
        m_filtered = m_table ? m_filter.passing(*m_table) : std::vector<std::uint8_t>();
    }
    order();
    pass();
}

Result<void> StudyRows::setFilter(const std::string& text)
{
    return StudyFilter::parse(text, *m_table).map([&](StudyFilter filter) {
        m_text = text;
        m_filter = std::move(filter);
        m_filtered = m_filter.passing(*m_table);
        pass();
    });
}

void StudyRows::setRange(int column, const std::optional<ColumnRange>& range)
{
    std::erase_if(m_ranges, [&](const ColumnRange& each) { return each.column == column; });
    if (range) {
        m_ranges.push_back(*range);
    }
    pass();
}

void StudyRows::clearRanges()
{
    m_ranges.clear();
    pass();
}

void StudyRows::sortBy(int column, bool descending)
{
    m_sortColumn = column;
    m_isDescending = descending;
    order();
    pass();
}

const ColumnRange* StudyRows::rangeOf(int column) const
{
    const auto found = std::ranges::find(m_ranges, column, &ColumnRange::column);
    return found == m_ranges.end() ? nullptr : &*found;
}

int StudyRows::placeOf(int row) const
{
    const auto found = std::ranges::find(m_rows, static_cast<std::uint32_t>(row));
    return row < 0 || found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void StudyRows::order()
{
    m_order.clear();
    if (m_table && m_sortColumn >= 0) {
        m_order = sortedRows(*m_table, m_sortColumn, m_isDescending);
    }
}

void StudyRows::pass()
{
    m_passing = m_filtered;
    for (const ColumnRange& range : m_ranges) {
        const std::vector<double>& values = m_table->columns[static_cast<std::size_t>(range.column)].values;
        for (std::size_t row = 0; row < m_passing.size(); ++row) {
            m_passing[row] &= static_cast<std::uint8_t>(values[row] >= range.low && values[row] <= range.high);
        }
    }
    m_rows.clear();
    for (std::size_t i = 0; i < m_passing.size(); ++i) {
        const std::uint32_t row = m_order.empty() ? static_cast<std::uint32_t>(i) : m_order[i];
        if (m_passing[row] != 0) {
            m_rows.push_back(row);
        }
    }
}

}  // namespace pgram
