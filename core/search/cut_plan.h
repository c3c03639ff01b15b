// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The best plan on a cut that is given: only the layers' strategies are searched. Runs on the calling thread.
#pragma once

#include "core/search/search.h"
#include "core/search/task.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace pgram {

/// `sizes`: layers of each stage; as many stages as key.pipeline. The space, schedule and budget are the request's; its
/// method is of no account. No plan: nothing fits, or the stop was asked for. Errors: as search(), and sizes that do
/// not cover the model.
[[nodiscard]] Result<std::optional<Plan>> planOnCut(const SearchRequest& request, const TaskKey& key,
                                                    const std::vector<int>& sizes, std::stop_token stop = {});

}  // namespace pgram
