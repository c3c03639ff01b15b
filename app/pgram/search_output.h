// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search found, as text and as JSON.
#pragma once

#include "core/base/json.h"
#include "core/fidelity/error_band.h"
#include "core/search/search.h"
#include "core/strategy/legality.h"

#include <string>

namespace pgram::cli {

/// The plan with its figures, or why there is none; and how sure it is.
[[nodiscard]] std::string searchText(const SearchRequest& request, const SearchResult& result, const ErrorBands& bands);
/// Says in a plan by which version of the program it was made, and when.
void sign(PlanProvenance& provenance);

/// The `certificate` object of every command that searches.
[[nodiscard]] Json certificateToJson(const Certificate& certificate);
[[nodiscard]] Json incumbentsToJson(const std::vector<IncumbentPoint>& incumbents);
/// The "pgram-plan" object.
[[nodiscard]] Json searchToJson(const SearchResult& result, const ErrorBands& bands);

/// A rule with its numbers and the sentence that they make.
[[nodiscard]] Json verdictToJson(const Verdict& verdict);
/// Why nothing fits, as members of `json`.
void addInfeasibility(Json& json, const Infeasibility& why);
/// The same as indented lines; `deviceMemory` is what the devices have.
[[nodiscard]] std::string infeasibilityText(const Infeasibility& why, Bytes deviceMemory, bool namesSchedule = false);

/// "The smallest budget that works is 31.7 GiB: --memory 31.7GiB", an option that does work.
[[nodiscard]] std::string smallestBudgetText(Bytes smallest, Bytes deviceMemory);

}  // namespace pgram::cli
