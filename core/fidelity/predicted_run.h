// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A measured run and its prediction. Pure.
#pragma once

#include "core/fidelity/measurement.h"
#include "core/fidelity/stage_terms.h"
#include "core/fidelity/translate.h"

#include <optional>
#include <string>
#include <vector>

namespace pgram {

struct RowResult {
    std::string id;
    std::string suite;
    std::string gpu;
    std::string group;  ///< rows of one group differ in strategy alone
    std::optional<Seconds> predictedStep;
    std::optional<Seconds> measuredStep;
    std::optional<double>
        predictedGib;  ///< prediction of the measured figure; without the device context if that excludes it
    std::optional<double> measuredGib;
    bool measuredOutOfMemory = false;
    bool predictedOutOfMemory = false;
    StageTerms terms;  ///< terms of the busiest stage
    Text skippedBecause;
    std::vector<Text> assumptions;

    /// Return predicted/measured - 1; nothing if either is missing.
    [[nodiscard]] std::optional<double> timeError() const;
    [[nodiscard]] std::optional<double> memoryError() const;
};

/// Returns the estimate's figure of a kind of peak, in GiB: tensors of the fullest or the last stage, with what the
/// allocator reserves, or as the driver shows them.
[[nodiscard]] double peakGib(PeakKind kind, const Estimate& estimate);

/// Returns the prediction of a measured run.
[[nodiscard]] RowResult predict(const Measurement& row, const DeviceCatalogue& devices);

}  // namespace pgram
