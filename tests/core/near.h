// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Figures that are equal but for rounding.
#pragma once

#include <algorithm>
#include <cmath>

namespace pgram::test {

inline bool near(double a, double b, double relative = 1e-9)
{
    return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

/// Or both infinite.
inline bool nearOrSame(double a, double b)
{
    return a == b || near(a, b);
}

/// Of figures that are not negative: but for the last digits.
inline bool nearlyEqual(double a, double b)
{
    return std::abs(a - b) <= 1e-12 * std::max(a, b);
}

}  // namespace pgram::test
