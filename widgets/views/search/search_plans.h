// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The plans that points of the Search view stand for, as plans of the session with a record of where they come from.
#pragma once

#include "widgets/document/session.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

struct FoundPlan {
    Plan plan;
    std::shared_ptr<const Estimate> estimate;
    SearchRecord record;
};

[[nodiscard]] FoundPlan foundPlan(const SearchFigures& figures, const MethodRow& row);
[[nodiscard]] FoundPlan foundPlan(const SearchFigures& figures, const FrontierPoint& point);
/// A partition of the walk with its best strategies; the bound of the walk's own search holds for it, too.
[[nodiscard]] FoundPlan foundPlan(const SearchFigures& figures, const BalanceStep& step, Plan plan);

/// Shows the plan of the session that is the same but for its name, or adds it.
void showOrAdd(Session& session, FoundPlan found);

}  // namespace pgram
