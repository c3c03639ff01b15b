// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far an estimate is expected to be from a run: what the measured runs nearest to it came to, over what was
// predicted of them. Our definition: quantiles of log(measured/predicted) among the nearest runs, weighted by how near
// they are, and moved apart by their distance. The widening is chosen so that bands hold what they promise both for a
// run whose suite is known and for a suite that is left out (test_error_band.cpp says how well). Plain values; pure.
#pragma once

#include "core/fidelity/predicted_run.h"
#include "core/fidelity/run_traits.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgram {

inline constexpr double bandCoverage = 0.8;    ///< share of runs that a band is to hold
inline constexpr std::size_t bandRuns = 32;    ///< nearest runs that make one
inline constexpr double bandWidening = 0.025;  ///< widening of the logarithm in each direction, per unit of distance
/// Widening of the logarithm of a step in each direction, if a model has experts and none of the runs do. It covers the
/// effect of recipe and release, which no run publishes, on the same plan: they spread published runs of one
/// configuration by 0.073 rms, 80 % of which lie within 0.094 (docs/accuracy.md, Models of experts).
inline constexpr double recipeWidening = 0.1;
inline constexpr double nearestDistance = 1.6;  ///< beyond it no run is near
/// Widening of the logarithm of a step, to either side, if no measured run is near, or if the rate of the device's
/// products is a guess and no run is of a device of the same figures. Fitted on 58 steps that users
/// published of their runs: bands with it hold 45 of them (docs/accuracy.md, Error bands).
inline constexpr double farWidening = 0.15;

/// A measured run that can be expressed.
struct KnownRun {
    std::size_t row = 0;  ///< row among the measurements
    std::string suite;
    std::string gpu;
    RunTraits traits;
    std::optional<double> timeRatio;  ///< measured/predicted, where both are known
    std::optional<double> memoryRatio;
};

/// The runs of `rows`, without ratios.
[[nodiscard]] std::vector<KnownRun> knownRuns(const std::vector<Measurement>& rows, const DeviceCatalogue& devices);
/// Sets the ratios of all runs. `predicted` has one element for each of the measurements that the runs are from.
void takeRatios(std::vector<KnownRun>& runs, std::span<const RowResult> predicted);
/// Sets the ratios of only those runs that determine the bands of an estimate like `asked`.
void predictNearest(std::vector<KnownRun>& runs, const RunTraits& asked, const std::vector<Measurement>& rows,
                    const DeviceCatalogue& devices);

/// An estimate lies between low and high times its figure in bandCoverage of all cases.
struct ErrorBand {
    double low = 1;
    double high = 1;
    int runs = 0;                     ///< that it is made of
    std::vector<std::string> suites;  ///< suites of these runs, by weight
    std::vector<std::string> gpus;
    double nearest = 0;    ///< distance of the nearest run
    bool guessed = false;  ///< wider, as the rate of the device's products is a guess
    [[nodiscard]] bool isNear() const { return nearest <= nearestDistance; }
};

struct ErrorBands {
    std::optional<ErrorBand> time;  ///< empty if no run was measured
    std::optional<ErrorBand> memory;
};

/// Measured runs say something of the estimate: the plan can run, and its layers were not measured themselves.
[[nodiscard]] bool hasBands(const Plan& plan, const Estimate& estimate);

/// Returns the error bands for an estimate of a run like `asked`, from the runs with a ratio.
[[nodiscard]] ErrorBands errorBands(const RunTraits& asked, std::span<const KnownRun> runs);

}  // namespace pgram
