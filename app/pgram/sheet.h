// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An answer as one table of raw figures: CSV for spreadsheets, Markdown for documents.
#pragma once

#include "core/base/json_fwd.h"

#include <string>
#include <vector>

namespace pgram::cli {

/// The points or rows of an answer, or else its first list of objects; the answer itself as one row if it lists none. A
/// nested object gives columns as "certificate.gap", and a list of values one cell, with "; " between texts. Nested
/// lists of objects and whole files do not fit in a cell.
struct Sheet {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  ///< a cell for each column
    std::vector<std::string> leftOut;            ///< members that are not in the table

    explicit Sheet(Json answer);
    /// Returns the table by RFC 4180, with "\n" at the ends of lines.
    [[nodiscard]] std::string csv() const;
    [[nodiscard]] std::string markdown() const;
};

}  // namespace pgram::cli
