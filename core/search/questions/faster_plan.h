// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A faster plan that a request did not allow.
#pragma once

#include "core/search/questions/what_fits.h"

#include <optional>

namespace pgram {

/// Returns a plan that is at least 1 % faster per sample than `found`, the result of `request`, with the dimensions and
/// schedules of chooseUsual() besides those of the request, and with what it uses of them as changes. Empty where there
/// is none, where the request already has them, and where the search stopped, has a target, ranks by the paper's sum,
/// or searches by a method that samples or is robust. Runs one search on the calling thread and on workers. Errors: as
/// search().
[[nodiscard]] Result<std::optional<Offer>> fasterPlan(const SearchRequest& request, const SearchResult& found,
                                                      std::stop_token stop = {}, const ProgressSink& progress = {});

}  // namespace pgram
