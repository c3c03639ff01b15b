// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far the estimate of a plan is expected to be from a run of it, beside every estimate that is printed.
#pragma once

#include "core/base/json.h"
#include "core/fidelity/error_band.h"
#include "core/plan/estimate.h"

#include <filesystem>
#include <string>

namespace pgram::cli {

/// From the measured runs that the program carries; `program` is argv[0]. No bands for a plan that cannot run, for
/// layers whose time was measured, and where the record is missing; one that cannot be read is told of on stderr.
[[nodiscard]] ErrorBands expectedBands(const Plan& plan, const Estimate& estimate,
                                       const std::filesystem::path& program);

/// "−8.1 % … +11.2 %, 80 % of the 32 nearest runs (vtrain-multi, korthikanti-tab5)".
[[nodiscard]] std::string bandText(const ErrorBand& band);

/// The `expected` member of an estimate.
[[nodiscard]] Json expectedToJson(const ErrorBands& bands, const Estimate& estimate);

}  // namespace pgram::cli
