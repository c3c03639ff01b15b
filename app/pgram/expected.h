// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The expected distance between the estimate of a plan and a run, printed next to every estimate.
#pragma once

#include "app/pgram/report.h"
#include "core/fidelity/error_band.h"
#include "core/fidelity/fit.h"
#include "core/plan/estimate.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgram::cli {

/// The measured runs of the program's record, read by the first call.
class MeasuredRuns {
public:
    /// `program` is argv[0].
    explicit MeasuredRuns(std::filesystem::path program) : m_program(std::move(program)) {}

    /// Returns no bands for a plan that cannot run, for layers whose time was measured, and if the record is missing.
    /// Prints a message if the record cannot be read.
    [[nodiscard]] ErrorBands bandsOf(const Plan& plan, const Estimate& estimate);

private:
    struct Record {
        DeviceCatalogue devices;
        std::vector<Measurement> rows;
        std::vector<KnownRun> runs;
    };
    [[nodiscard]] std::shared_ptr<const Record> load() const;

    std::filesystem::path m_program;
    std::optional<std::shared_ptr<const Record>> m_record;  ///< empty: not yet read; null: missing
};

/// "−8.1 % … +11.2 %, 80 % of the 32 nearest runs (vtrain-multi, korthikanti-tab5)".
[[nodiscard]] std::string bandText(const ErrorBand& band);

/// A plan with its estimate, the error bands of the estimate, and its fit.
struct JudgedPlan {
    JudgedPlan(const Plan& judged, const Estimate& figures, ErrorBands errors)
        : plan(&judged), estimate(&figures), bands(std::move(errors)), fit(fitOf(judged, figures, bands))
    {}

    const Plan* plan;
    const Estimate* estimate;
    ErrorBands bands;
    Fit fit;
};
[[nodiscard]] std::span<const Field<JudgedPlan>> fieldsOf(const JudgedPlan*);

}  // namespace pgram::cli
