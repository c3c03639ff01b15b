// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far predictions are from measurements, and whether they rank as measurements do.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace pgram {

/// Relative errors e = predicted/measured - 1, as fractions.
struct ErrorStatistics {
    int n = 0;
    double mape = 0;    ///< mean |e|
    double median = 0;  ///< median of |e|
    double p90 = 0;     ///< 90th percentile of |e|, linear between neighbours
    double bias = 0;    ///< mean e
};
[[nodiscard]] ErrorStatistics errorStatistics(std::span<const double> errors);

/// The value below which a share `q` of the values lies, linear between neighbours (Hyndman and Fan's type 7).
[[nodiscard]] double quantile(std::vector<double> values, double q);

/// Rank correlation, ties at their mean rank; none for fewer than two pairs or where one side does not vary.
[[nodiscard]] std::optional<double> spearman(std::span<const double> left, std::span<const double> right);

}  // namespace pgram
