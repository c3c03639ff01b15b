// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best plan on a given cut: only the strategies of the layers are searched. Runs on the calling thread.
#pragma once

#include "core/search/pipeline/stage_join.h"
#include "core/search/search.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

/// Errors: sizes that are no cut of the model.
[[nodiscard]] Result<void> checkCut(const std::vector<int>& sizes, const Architecture& model);

/// The best plan of a task on one cut into its parts.
struct OnCut {
    std::optional<CutPlan> plan;
    bool isExact = false;  ///< true if no plan of the cut has a smaller objective, and no simulated step is below that
};
/// Solves the task on the cut. `budget`: usable bytes per device; `limit`: largest objective in seconds; with chunks,
/// plans with a longer step are not improved.
[[nodiscard]] OnCut solveOnCut(const Task& task, const std::vector<int>& sizes, Bytes budget, Seconds limit,
                               const std::stop_token& stop);

/// Returns the best plan on a cut; nothing if none fits, or if the stop was requested. `sizes`: layers of each stage,
/// or of each of the v·P chunks in model order, where P is key.pipeline. Space, schedule and budget are those of the
/// request; its method is ignored. Errors: as search(), and sizes that do not cover the model.
[[nodiscard]] Result<std::optional<Plan>> planOnCut(const SearchRequest& request, const TaskKey& key,
                                                    const std::vector<int>& sizes, std::stop_token stop = {});

}  // namespace pgram
