// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A search's answer as JSON, so that a session can be left and taken up again: the plan, what is certified of it, and
// how the search went. Infinite figures are left out.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"
#include "core/search/task/result.h"

namespace pgram {

/// Returns all of the result but its estimate, which follows from the plan. The reason of an infeasible one is English.
[[nodiscard]] Json toJson(const SearchResult& result);
/// The estimate is worked out anew. Errors: those of JsonObject and of the plan.
[[nodiscard]] Result<SearchResult> searchResultFromJson(JsonObject& object);

}  // namespace pgram
