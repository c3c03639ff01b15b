// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far the estimate of a plan is expected to be from a run of it, beside every estimate that is printed.
#pragma once

#include "core/base/json.h"
#include "core/fidelity/error_band.h"
#include "core/fidelity/fit.h"
#include "core/plan/estimate.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgram::cli {

/// The measured runs that the program carries, read when they are first asked for.
class MeasuredRuns {
public:
    /// `program` is argv[0].
    explicit MeasuredRuns(std::filesystem::path program) : m_program(std::move(program)) {}

    /// No bands for a plan that cannot run, for layers whose time was measured, and where the record is missing; one
    /// that cannot be read is told of on stderr.
    [[nodiscard]] ErrorBands bandsOf(const Plan& plan, const Estimate& estimate);

private:
    struct Record {
        DeviceCatalogue devices;
        std::vector<Measurement> rows;
        std::vector<KnownRun> runs;
    };
    [[nodiscard]] std::optional<Record> load() const;

    std::filesystem::path m_program;
    std::optional<std::optional<Record>> m_record;  ///< none: not asked for yet; none in it: there is none
};

/// "−8.1 % … +11.2 %, 80 % of the 32 nearest runs (vtrain-multi, korthikanti-tab5)".
[[nodiscard]] std::string bandText(const ErrorBand& band);

/// The `fit` member of an estimate.
[[nodiscard]] Json fitToJson(const Fit& fit);

/// The `expected` member of an estimate.
[[nodiscard]] Json expectedToJson(const ErrorBands& bands, const Plan& plan, const Estimate& estimate);

}  // namespace pgram::cli
