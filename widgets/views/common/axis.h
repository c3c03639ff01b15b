// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Axes: round tick values and their labels in one common unit. Pure functions.
#pragma once

#include <QString>

#include <vector>

namespace pgram {

struct Tick {
    double value = 0;
    QString label;
};

enum class AxisUnit { Time, Memory, Number };

/// Round values from `low` to `high`, at most `most` of them, a multiple of 1, 2 or 5 apart in the unit that suits
/// the axis (powers of 1024 for bytes); labels carry the unit.
[[nodiscard]] std::vector<Tick> ticksOf(double low, double high, int most, AxisUnit unit);

/// For a logarithmic axis, 0 < low < high: powers of ten, and 2 and 5 or 3 alone between them where `most` allows;
/// fewer powers where it does not. Each label has the unit that suits it.
[[nodiscard]] std::vector<Tick> logTicksOf(double low, double high, int most, AxisUnit unit);

}  // namespace pgram
