// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Text and JSON of the result of a search.
#pragma once

#include "app/pgram/expected.h"
#include "app/pgram/note_output.h"
#include "app/pgram/offers_output.h"
#include "core/search/search.h"
#include "core/strategy/legality.h"

#include <string>

namespace pgram::cli {

/// Writes the version of the program and the time into the provenance of a plan.
void sign(PlanProvenance& provenance);
/// Returns the object of the plan's file.
[[nodiscard]] Json planObject(const Plan& plan);

inline constexpr Field<Certificate> certificateRows[] = {
    figure<&Certificate::status>("status"),
    figure<&Certificate::scope>("scope").says("The plans that the bound covers, in words"),
    figure<&Certificate::lowerBound>("lower_bound_s")
        .atLeast(0)
        .orNull()
        .says("No plan of this batch takes less, whatever its cuts"),
    figure<&Certificate::gap>("gap").atLeast(0).orNull().says("Share of the step between plan and bound"),
    figure<&Certificate::tasks>("tasks").atLeast(0).says("Tasks (batch, stages, micro-batches)"),
    figure<&Certificate::skipped>("skipped").atLeast(0).says("Tasks that their bound excluded"),
    figure<&Certificate::seconds>("seconds").atLeast(0).orNull().says("Duration of the search alone"),
};
inline constexpr Field<Verdict> verdictRows[] = {
    figure<[](const Verdict& verdict) { return name(verdict.rule); }>("rule").says("Code of the rule: takeaway-3, …"),
    figure<&Verdict::left>("left"),
    figure<&Verdict::right>("right"),
    figure<explain>("explanation").says("One sentence with the numbers"),
};

inline constexpr Field<IncumbentPoint> incumbentRows[] = {
    figure<&IncumbentPoint::seconds>("seconds").atLeast(0).orNull().says("Since the start"),
    figure<&IncumbentPoint::stepTime>("step_time_s").atLeast(0).orNull(),
    figure<&IncumbentPoint::batch>("global_batch").atLeast(1),
    figure<&IncumbentPoint::plans>("plans").atLeast(1).sparse().says("Plans scored so far, by methods that sample"),
};
inline constexpr Field<Infeasibility> candidateRows[] = {
    figure<&Infeasibility::pipeline>("pipeline").atLeast(1).says("Stages"),
    figure<&Infeasibility::microbatches>("microbatches").atLeast(1),
    figure<[](const Infeasibility& why) { return toString(why.schedule); }>("schedule"),
    figure<&Infeasibility::batch>("global_batch").atLeast(0),
};
inline constexpr Field<Infeasibility> infeasibilityRows[] = {
    figure<&Infeasibility::reason>("reason"),
    figure<&Infeasibility::shortBy>("short_by_bytes")
        .atLeast(0)
        .says("Memory that the best candidate lacks; 0 if no candidate is legal"),
    figure<&Infeasibility::stage>("stage").atLeast(0).says("The stage that lacks it"),
    nested<candidateRows, itself<Infeasibility>>("candidate"),
    figure<&Infeasibility::smallestBudget>("smallest_feasible_budget_bytes")
        .atLeast(1)
        .zeroIsNull()
        .says("The least --memory for which a plan exists; null if no budget helps"),
};

/// The answer of `pgram plan`.
struct SearchAnswer {
    const SearchRequest* request;
    const SearchResult* result;
    std::optional<JudgedPlan> judged;  ///< empty: nothing fits, or the search stopped
    std::vector<ValueNote> assumed;    ///< values that the options left open
    std::optional<OffersAnswer> offers;
};
extern const AnswerFormat<SearchAnswer> searchAnswer;
/// Returns the plan with its figures, or the reason why none fits; then the certificate.
[[nodiscard]] std::string searchText(const SearchAnswer& answer);

/// Returns the infeasibility as indented lines. `deviceMemory`: memory of a device.
[[nodiscard]] std::string infeasibilityText(const Infeasibility& why, Bytes deviceMemory, bool namesSchedule = false);

/// Returns "The smallest budget that works is 31.7 GiB: --memory 31.7GiB".
[[nodiscard]] std::string smallestBudgetText(Bytes smallest, Bytes deviceMemory);

/// Returns "with a gap of 3.1 %".
[[nodiscard]] std::string gapText(const Certificate& certificate);

}  // namespace pgram::cli
