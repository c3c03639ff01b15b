// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Columns as the pictures of a study show them: the first choice, units, texts and colours. Plain functions.
#pragma once

#include "studies/table.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/ticks.h"

#include <memory>
#include <vector>

namespace pgram {

[[nodiscard]] AxisUnit unitOf(const ResultColumn& column);
/// Returns what a column means, for people; its name for a member.
[[nodiscard]] QString meaningOf(const ResultColumn& column);
/// Returns the value of a row with its unit; empty without one.
[[nodiscard]] QString valueText(const ResultColumn& column, std::size_t row);
/// Returns true if positive values differ by so much that a linear axis would hide most of them.
[[nodiscard]] bool suitsLogarithm(const ResultColumn& column);
/// Returns true if a logarithmic axis can show the column.
[[nodiscard]] bool allowsLogarithm(const ResultColumn& column);

/// Columns that are shown at first, -1 if there is none.
struct StudyChoice {
    int x = -1;
    int y = -1;
    int color = -1;
    std::vector<int> axes;  ///< axes of the parallel coordinates
};
[[nodiscard]] StudyChoice usualChoice(const StudyTable& table);

/// Colours of all rows by a column.
struct RowColors {
    std::shared_ptr<const std::vector<std::uint8_t>> colors;  ///< index in `palette` of each row
    std::vector<QColor> palette;
    QStringList names;  ///< text of each colour; empty if they are a scale from ResultColumn::low to high
};
/// A negative `column` gives all rows one colour.
[[nodiscard]] RowColors colorsBy(const Theme& theme, const StudyTable& table, int column);

/// Returns the table of these rows.
[[nodiscard]] FigureContent figuresOf(const std::shared_ptr<const StudyTable>& table, std::vector<std::uint32_t> rows);

}  // namespace pgram
