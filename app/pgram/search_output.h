// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Text and JSON of the result of a search.
#pragma once

#include "app/pgram/report.h"
#include "core/fidelity/error_band.h"
#include "core/search/search.h"
#include "core/strategy/legality.h"

#include <string>

namespace pgram::cli {

/// The plan with its figures, or why there is none; and how sure it is.
[[nodiscard]] std::string searchText(const SearchRequest& request, const SearchResult& result, const ErrorBands& bands);
/// Says in a plan by which version of the program it was made, and when.
void sign(PlanProvenance& provenance);

inline constexpr std::string_view certificateStates[]{"optimal", "gap", "stopped", "infeasible"};
inline constexpr Field<Certificate> certificateRows[] = {
    figure<[](const Certificate& certificate) { return nameOf(certificate.status); }>("status").oneOf(
        certificateStates),
    figure<&Certificate::scope>("scope").says("The plans that the bound covers, in words"),
    figure<[](const Certificate& certificate) { return ifFinite(certificate.lowerBound); }>("lower_bound_s")
        .atLeast(0)
        .says("No plan of this batch takes less, whatever its cuts"),
    figure<[](const Certificate& certificate) { return ifFinite(certificate.gap); }>("gap").atLeast(0).says(
        "Share of the step between plan and bound"),
    figure<&Certificate::tasks>("tasks").atLeast(0).says("Tasks (batch, stages, micro-batches)"),
    figure<&Certificate::skipped>("skipped").atLeast(0).says("Tasks that their bound excluded"),
    figure<[](const Certificate& certificate) { return ifFinite(certificate.seconds); }>("seconds").atLeast(0).says(
        "Duration of the search alone"),
};
inline constexpr Field<Verdict> verdictRows[] = {
    figure<[](const Verdict& verdict) { return code(verdict.rule); }>("rule").says("Code of the rule: takeaway-3, …"),
    figure<&Verdict::left>("left"),
    figure<&Verdict::right>("right"),
    figure<explain>("explanation").says("One sentence with the numbers"),
};

/// Returns the `certificate` object of every command that searches.
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
