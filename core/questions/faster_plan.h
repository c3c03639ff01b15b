// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A faster plan that a request did not allow.
#pragma once

#include "core/questions/what_fits.h"

#include <optional>

namespace pgram {

/// Returns a plan that is at least 1 % faster per sample than `found`, the result of `request`. It may use the
/// dimensions and schedules of chooseUsual(); those that it uses and the request lacks are its changes. Returns nothing
/// if no such plan exists, if the request already allows all of them, if its search was stopped, or if it has a target,
/// the paper's rule, or a method that samples or is robust. Runs one search on the calling thread and on workers.
/// Errors: as search().
[[nodiscard]] Result<std::optional<Offer>> fasterPlan(const SearchRequest& request, const SearchResult& found,
                                                      std::stop_token stop = {}, const ProgressSink& progress = {});

}  // namespace pgram
