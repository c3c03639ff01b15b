// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A table of text with aligned columns, as every command prints it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgram::cli {

enum class Align { Left, Right };

struct Column {
    std::string title;
    Align align = Align::Right;
};

class Table {
public:
    explicit Table(std::vector<Column> columns);

    /// Adds a row with at most one cell per column; missing cells stay empty.
    void addRow(std::vector<std::string> cells);
    [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
    /// Returns titles, a rule and the rows, indented by `indent` spaces, without the columns that have no text.
    [[nodiscard]] std::string text(int indent = 2) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

/// "8.1" of 0.081, under a title that says that it is %.
[[nodiscard]] std::string percent(double fraction);

/// Characters that a terminal shows for UTF-8 text of scripts that take one cell each.
[[nodiscard]] int displayWidth(std::string_view text);

}  // namespace pgram::cli
