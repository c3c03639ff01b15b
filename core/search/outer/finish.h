// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search's result needs once its plan is found.
#pragma once

#include "core/search/task/method_rules.h"
#include "core/search/task/request.h"
#include "core/search/task/result.h"

namespace pgram {

/// "in simulated time", "by the paper's sum".
[[nodiscard]] const char* rankingWords(StepRule rule);

/// The plan with the request's model and budget, and where it is from; its certificate comes later.
[[nodiscard]] Plan finished(Plan plan, const SearchRequest& request, const MethodRules& rules);

/// Bound, gap and status of a plan that takes `found` seconds a step, where none takes fewer than `bound`.
void holdAgainst(Certificate& certificate, Seconds found, Seconds bound, bool stopped);

/// Estimates the result's plan where there is one, and fills in status, bound and gap of its certificate. `bound`: no
/// plan of the scope takes fewer seconds a sample.
void certify(SearchResult& result, const SearchRequest& request, Seconds bound, bool stopped);

}  // namespace pgram
