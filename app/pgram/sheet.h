// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An answer as one table of raw figures: CSV for spreadsheets, Markdown for documents.
#pragma once

#include "app/pgram/report.h"

#include <string>
#include <vector>

namespace pgram::cli {

/// The list that is the table of an answer, a row for each object; the answer itself as one row if it has no such list.
/// A nested object gives columns as "certificate.gap", and a list of values one cell, with "; " between texts. Nested
/// lists of objects and whole files do not fit in a cell.
struct Sheet {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  ///< a cell for each column
    std::vector<std::string> leftOut;            ///< members that are not in the table

    Sheet(Json answer, const TableNames& tables);
    /// Returns the table by RFC 4180, with "\n" at the ends of lines.
    [[nodiscard]] std::string csv() const;
    [[nodiscard]] std::string markdown() const;
};

}  // namespace pgram::cli
