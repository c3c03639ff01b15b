// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tolerances of the search: rounding of sums of doubles, and distances from a bound at which it looks for plans.
#pragma once

#include "core/base/units.h"

#include <array>

namespace pgram {

/// Returns a figure above the same sum in any other order.
[[nodiscard]] inline Seconds roundedUp(Seconds seconds)
{
    return seconds * (1 + 1e-12);
}

/// Shares of the way from the bound to the best known plan, tried in turn as limits of the search. The optimum usually
/// lies near the bound, and a search with a tight limit is short; any plan that it finds is the optimum.
inline constexpr std::array<double, 4> limitShares{0.05, 0.2, 0.5, 1.0};

}  // namespace pgram
