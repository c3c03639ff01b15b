// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Completes the result of a search once its plan is found.
#pragma once

#include "core/search/stage/stage_memory.h"
#include "core/search/task/method_rules.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

namespace pgram {

/// Returns "in simulated time" or "by the paper's sum".
[[nodiscard]] const char* rankingWords(StepRule rule);
/// Returns the words for rule and method: "in simulated time with any one device 20 % slower".
[[nodiscard]] std::string rankingWords(const SearchRequest& request);

/// Returns the plan with the request's model and budget, and its provenance. The certificate comes later.
[[nodiscard]] Plan finished(Plan plan, const SearchRequest& request, const MethodRules& rules);

/// The task that is short of the least memory.
struct Shortfall {
    TaskKey key;
    Schedule schedule;
    FullestStage need;
};
/// Returns the reason why no plan was found in `usable` bytes per device. Without a shortfall, no task had a strategy
/// for every layer.
[[nodiscard]] Infeasibility infeasibilityOf(const SearchRequest& request, Bytes usable,
                                            const std::optional<Shortfall>& least);

/// Returns the reason for a plan that does not fit by its own estimate, because copies to the host wait for memory.
[[nodiscard]] Infeasibility infeasibilityOf(const Plan& plan, const Estimate& figures);

/// Sets bound, gap and status for a plan that takes `found` seconds per step if no plan takes fewer than `bound`. A
/// bound above `found` by more than rounding stays as it is, for verified() to find.
void holdAgainst(Certificate& certificate, Seconds found, Seconds bound, bool stopped);

/// Estimates the result's plan, if there is one, and fills in status, bound and gap of its certificate. `bound`: lower
/// bound of all plans of the scope, in seconds per sample.
void certify(SearchResult& result, const SearchRequest& request, Seconds bound, bool stopped);

}  // namespace pgram
