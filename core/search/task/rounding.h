// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rounding of sums of doubles.
#pragma once

#include "core/base/units.h"

namespace pgram {

/// Returns a figure above the same sum in any other order.
[[nodiscard]] inline Seconds roundedUp(Seconds seconds)
{
    return seconds * (1 + 1e-12);
}

}  // namespace pgram
