// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The results of a study in memory, by column: a million rows take 8 bytes per value. Plain values, which any thread
// may read.
#pragma once

#include "studies/columns.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// A column: a member that varies, a result, or the number of the request.
struct ResultColumn {
    std::string name;                     ///< name of the column in the view `answers`
    const StudyColumn* result = nullptr;  ///< null: not a result
    bool isText = false;
    std::vector<double> values;      ///< NaN where the row has none; an index in `texts` if isText
    std::vector<std::string> texts;  ///< distinct texts in their order, if isText
    double low = 0;                  ///< least value; above `high` in a column without values
    double high = 0;                 ///< greatest value

    [[nodiscard]] bool isEmpty() const { return !(low <= high); }
    /// Returns true if no two rows have different values.
    [[nodiscard]] bool isConstant() const { return !(low < high); }
    [[nodiscard]] StudyColumn::Unit unit() const;
    [[nodiscard]] StudyColumn::Better better() const;
    /// Returns the value of a row as text: a number in SI units, or the text itself; empty without a value.
    [[nodiscard]] std::string text(std::size_t row) const;
};

struct StudyTable {
    std::vector<ResultColumn> columns;  ///< members that vary, results, and `id`
    std::vector<std::int64_t> ids;      ///< number of the request of each row, rising
    std::int64_t requests = 0;          ///< number of requests of the study, with and without a row

    [[nodiscard]] std::size_t rows() const { return ids.size(); }
    /// Returns the index of a column; -1 for an unknown name.
    [[nodiscard]] int indexOf(std::string_view name) const;
};

/// Returns the rows in the order of a column, rows without a value last. Equal values keep the order of their numbers.
[[nodiscard]] std::vector<std::uint32_t> sortedRows(const StudyTable& table, int column, bool descending);

/// Returns the Pareto front of `rows` in two columns, by rising x: rows such that no other one is as good in both
/// columns and better in one. Rows without a value in one of them do not count; of equal rows the first counts. Empty
/// if no value of a column is better than another (StudyColumn::Better::Neither).
[[nodiscard]] std::vector<std::uint32_t> paretoFront(const StudyTable& table, const std::vector<std::uint32_t>& rows,
                                                     int x, int y);

}  // namespace pgram
