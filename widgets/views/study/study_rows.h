// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of a study that are shown, and their order: those that pass the filter and the ranges of the axes. A plain
// value.
#pragma once

#include "studies/filter.h"

#include <memory>
#include <optional>
#include <vector>

namespace pgram {

/// Values of a column between two limits, both included.
struct ColumnRange {
    int column = 0;
    double low = 0;
    double high = 0;

    bool operator==(const ColumnRange&) const = default;
};

class StudyRows {
public:
    /// Takes a table; filter, ranges and order stay if it has the columns of the table before.
    void setTable(std::shared_ptr<const StudyTable> table);
    /// Errors, with which the filter before stays: those of StudyFilter::parse().
    [[nodiscard]] Result<void> setFilter(const std::string& text);
    /// Sets the range of a column, or removes it.
    void setRange(int column, const std::optional<ColumnRange>& range);
    void clearRanges();
    /// Sorts by a column; -1: by the number of the request.
    void sortBy(int column, bool descending);

    /// Returns the table; null without one.
    [[nodiscard]] const std::shared_ptr<const StudyTable>& table() const { return m_table; }
    [[nodiscard]] const std::vector<ColumnRange>& ranges() const { return m_ranges; }
    /// Returns the range of a column; null without one.
    [[nodiscard]] const ColumnRange* rangeOf(int column) const;
    [[nodiscard]] int sortColumn() const { return m_sortColumn; }
    [[nodiscard]] bool isDescending() const { return m_isDescending; }
    /// Returns 1 for each row that passes the filter, whatever the ranges.
    [[nodiscard]] const std::vector<std::uint8_t>& filtered() const { return m_filtered; }
    /// Returns 1 for each row that is shown.
    [[nodiscard]] const std::vector<std::uint8_t>& passing() const { return m_passing; }
    /// Returns the rows that are shown, in their order.
    [[nodiscard]] const std::vector<std::uint32_t>& rows() const { return m_rows; }
    /// Returns the place of a row in rows(); -1 if it is not shown.
    [[nodiscard]] int placeOf(int row) const;

private:
    void order();
    void pass();

    std::shared_ptr<const StudyTable> m_table;
    std::string m_text;  ///< filter
    StudyFilter m_filter;
    std::vector<ColumnRange> m_ranges;
    int m_sortColumn = -1;
    bool m_isDescending = false;
    std::vector<std::uint32_t> m_order;  ///< all rows; empty: by number
    std::vector<std::uint8_t> m_filtered;
    std::vector<std::uint8_t> m_passing;
    std::vector<std::uint32_t> m_rows;
};

}  // namespace pgram
