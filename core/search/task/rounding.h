// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far the search trusts equal sums of doubles, and how far from a bound it looks.
#pragma once

#include "core/base/units.h"

#include <array>

namespace pgram {

/// The same figure summed in another order is below this.
[[nodiscard]] inline Seconds roundedUp(Seconds seconds)
{
    return seconds * (1 + 1e-12);
}

/// The optimum lies near the bound as a rule, and a search that looks no further is a short one; whatever it finds is
/// the optimum. Shares of the way from the bound to the best plan known, tried in turn.
inline constexpr std::array<double, 4> limitShares{0.05, 0.2, 0.5, 1.0};

}  // namespace pgram
