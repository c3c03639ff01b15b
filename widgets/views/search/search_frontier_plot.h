// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Throughput against the memory budget of a device: the staircase of the best plans, what no plan fits, the budget of
// the scenario and the plan as it is now.
#pragma once

#include "widgets/views/common/plot.h"
#include "widgets/views/search/search_figures.h"

namespace pgram {

void fillFrontier(Plot& plot, const Theme& theme, const SearchFigures& figures);
/// Rich text.
[[nodiscard]] QString frontierTip(const SearchFigures& figures, int point);

}  // namespace pgram
