// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Fits constants to measured seconds by the logarithms of both (docs/method/time.md, Calibration). Plain values; pure.
#pragma once

#include "core/base/units.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace pgram {

/// Range of a constant in a fit; `least` is above 0.
struct FitRange {
    double least = 0;
    double most = 0;
};

/// Least influence of a constant that few measurements determine.
inline constexpr double usualInfluence = 0.25;

/// Result of a fit.
struct LogFit {
    std::vector<double> values;  ///< value of each constant
    std::vector<bool>
        isDetermined;         ///< true for constants that the measurements determine; the others kept their start
    double meanError = 0;     ///< mean of |predicted/measured - 1|
    double largestError = 0;  ///< largest of them
};

/// Returns log(predicted/measured) of each measurement for values of the constants.
using LogErrors = std::function<std::vector<double>(std::span<const double> values)>;

/// Fits the constants that the measurements determine, and keeps the others of `start`, moved into their ranges. A
/// constant is determined if some measurement's logarithm changes by at least `influence` of the constant's, in a
/// direction that no other fitted constant has; so n measurements determine at most n constants. The fit minimises the
/// squares of the errors, beyond a tenth only their absolute values, so that one disturbed measurement of many does not
/// decide. Our definition.
[[nodiscard]] LogFit fitLogs(std::span<const FitRange> ranges, std::span<const double> start, const LogErrors& errors,
                             double influence = usualInfluence);

/// Returns the value of a constant at which `predicted`, which falls or rises with it, is `measured`. Nothing: no value
/// in the range is, or the prediction hardly depends on the constant there, by less than a quarter of its logarithm.
[[nodiscard]] std::optional<double> solvedFor(Seconds measured, FitRange range,
                                              const std::function<Seconds(double value)>& predicted);

/// Returns the mean of |predicted/measured - 1| of measurements that are left out of a fit: once those at even places,
/// and once those at odd places. `errorsOf` fits to the measurements at `known` places and returns log(predicted/
/// measured) of those at `left` places. Nothing: fewer than four measurements.
using HalfErrors =
    std::function<std::vector<double>(std::span<const std::size_t> known, std::span<const std::size_t> left)>;
[[nodiscard]] std::optional<double> leftOutError(std::size_t measurements, const HalfErrors& errorsOf);

}  // namespace pgram
