// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Fits the few constants of a device to measured step times: least squares on the logarithm of predicted over measured,
// with Huber's loss, so that a row that is wrong in its source does not bend the rest. Constants are worked with as
// logarithms and stay inside their limits. Suites weigh as the square root of their size.
#pragma once

#include "validation/measurements/validation.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pgram {

/// One constant of a preset or of a framework family, as the fit sees it.
struct FittedConstant {
    std::string name;  ///< "gemm_efficiency", "dispatch_s of nemo"
    std::string unit;
    /// The part that holds the constant, each in a preset file of its own.
    enum class Owner { Device, Cluster, Frameworks };
    Owner owner = Owner::Device;
    double before = 0;
    double after = 0;
    std::optional<double>
        spread;  ///< relative standard error from the fit's curvature; none of as few runs as constants
    bool atLimit = false;
};

/// A suite predicted by constants that were fitted without it.
struct LeftOut {
    std::string suite;
    ErrorStatistics within;  ///< fitted with it
    ErrorStatistics without;
};

struct Calibration {
    std::string preset;
    int rows = 0;
    ErrorStatistics before;
    ErrorStatistics after;
    std::vector<FittedConstant> constants;
    std::vector<LeftOut> leftOut;
    DeviceCatalogue fitted;
};

/// Fits the constants of one preset that are not measured, and those of the frameworks that ran on it that were fitted
/// before; or those named in `only`, whatever they are. Errors: no row of the device can be expressed; stopped before
/// all was fitted.
[[nodiscard]] Result<Calibration> calibrate(const std::vector<Measurement>& all, const DeviceCatalogue& devices,
                                            const std::string& preset, const std::vector<std::string>& only,
                                            bool leaveOut, const std::stop_token& stop);

}  // namespace pgram
