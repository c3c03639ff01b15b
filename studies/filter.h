// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Conditions on columns of a study's results, in one line: "model = llama3.1-8b and step_s < 2 s",
// "not (status = infeasible or memory_bytes > 40 GiB)". The formulas of lessons (core/lessons/formula.h) are of numbers
// alone; these conditions compare texts as well, and hold for a million rows at once.
#pragma once

#include "studies/table.h"

#include <string_view>
#include <vector>

namespace pgram {

class StudyFilter {
public:
    /// Reads conditions COLUMN OPERATOR VALUE, joined by `and`, `or`, `not` and parentheses. The operators are =, !=,
    /// <,
    /// <=, >, >= and ~, which looks for a part of a text in any case. A value has the unit of its column: 40 GiB, 3 ms,
    /// 5 %; without one it is in bytes, in seconds, or a share. Names and values with spaces are in quotes. An empty
    /// text holds for each row. Errors: with the place in the text, counted in characters from 1.
    [[nodiscard]] static Result<StudyFilter> parse(std::string_view text, const StudyTable& table);

    /// Returns 1 for each row for which the conditions hold. A row without a value meets no condition on it. `table` is
    /// the one of parse().
    [[nodiscard]] std::vector<std::uint8_t> passing(const StudyTable& table) const;

private:
    friend class FilterReader;

    enum class Act { Number, Texts, And, Or, Not };
    /// A step of the program: a comparison adds the rows for which it holds; the others join those of the last steps.
    struct Step {
        Act act;
        int column = 0;
        double low = 0;                   ///< Number: least value
        double high = 0;                  ///< Number: greatest value
        bool isOutside = false;           ///< Number: holds outside of the limits
        std::vector<std::uint8_t> texts;  ///< Texts: 1 for each text of the column for which it holds
    };
    std::vector<Step> m_steps;
};

}  // namespace pgram
