// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables that texts of lessons may show, by name: {{models_by_year | table}}, {{dp_labels(2) | table}}.
#pragma once

#include "core/plan/estimate.h"
#include "core/presets/preset_store.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Words and figures, a row as long as the headings.
struct LessonTable {
    std::vector<Text> headings;
    std::vector<std::vector<Text>> rows;
};

/// Sources of a table.
struct TableSource {
    const Plan& plan;
    const Estimate& figures;
    const PresetStore& store;
    int argument = 0;  ///< in brackets behind the name; 0: none
};

struct LessonTableRow {
    const char* name;
    Phrase meaning;
    Result<LessonTable> (*of)(const TableSource& source);
};

/// In the order in which they are listed.
[[nodiscard]] std::span<const LessonTableRow> lessonTables();

/// Returns the table for a call such as "dp_labels(2)". Errors: an unknown table, an argument that is not a number,
/// errors of the table about the plan.
[[nodiscard]] Result<LessonTable> lessonTable(std::string_view call, const TableSource& source);

/// In the reader's language.
using InWords = std::function<std::string(const Text&)>;

/// Markdown; columns of figures to the right.
[[nodiscard]] std::string markdownOf(const LessonTable& table, const InWords& inWords);

}  // namespace pgram
