// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Columns of the results of a study: one table of what each is called, what it means and where it comes from. The
// SQLite file, CSV, JSON lines and the documentation follow it.
#pragma once

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

#include <span>

namespace pgram {

/// The answer to a request.
struct StudyAnswer {
    const SearchRequest* request = nullptr;  ///< null: the request cannot be made
    const SearchResult* result = nullptr;    ///< null: the search refused the request
    std::string error;                       ///< why, if one of them is null
    std::string version;                     ///< version of the program
};

/// A column of the results.
struct StudyColumn {
    enum class Type { Text, Integer, Real };
    enum class Unit { Number, Time, Memory, Share };
    enum class Better { Neither, Less, More };
    const char* name;
    Type type;
    Phrase meaning;
    Json (*value)(const StudyAnswer& answer);  ///< null where the answer has no such figure
    Unit unit = Unit::Number;
    Better better = Better::Neither;  ///< direction of a Pareto front
    bool isOfRun = false;             ///< true if it differs from run to run, as seconds do
};

/// Returns the columns in their order.
[[nodiscard]] std::span<const StudyColumn> studyColumns();

/// Returns the plan of a row: the text of its column `plan`, with the model, the cluster and the training of its
/// request and the samples of its column `batch`. `where` names the row in errors. Errors: those of planFromJson().
[[nodiscard]] Result<Plan> planOfRow(const std::string& text, std::int64_t batch, const SearchRequest& request,
                                     const std::string& where);

}  // namespace pgram
