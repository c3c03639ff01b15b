// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fastest plans that differ in kind, for a choice between them by measurement.
#pragma once

#include "core/base/progress.h"
#include "core/search/search.h"

#include <stop_token>
#include <string>
#include <vector>

namespace pgram {

/// A plan to measure.
struct PlanCandidate {
    std::string kind;  ///< stages and the strategy of most layers, as kindOf() says: "P2 TP8"
    Plan plan;
    Estimate figures;
};

/// Plans of different kinds.
struct PlanCandidates {
    std::vector<PlanCandidate> plans;  ///< shortest step per sample first
    int searches = 0;                  ///< searches that were made
    bool isStopped = false;            ///< not all searches were made
};

/// Returns at most `count` plans of different kinds: those of the request, of each number of stages alone, and of the
/// request's space less each of its dimensions. Empty: nothing fits. Errors: as search().
[[nodiscard]] Result<PlanCandidates> planCandidates(const SearchRequest& request, int count, std::stop_token stop = {},
                                                    const ProgressSink& progress = {});

}  // namespace pgram
