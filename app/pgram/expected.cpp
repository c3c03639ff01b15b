// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/expected.h"

#include "app/pgram/console.h"
#include "core/cluster/cluster_json.h"
#include "core/fidelity/record.h"
#include "core/model/mixers.h"
#include "core/plan/estimate_json.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <mutex>

namespace pgram::cli {

namespace {

constexpr std::size_t mostNames = 3;

std::string signedPercent(double share)
{
    return fmt::format("{}{:.1f} %", share < 0 ? "−" : "+", std::abs(100 * share));
}

std::string namesText(const std::vector<std::string>& names)
{
    const std::vector<std::string> first(
        names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(mostNames, names.size())));
    return fmt::format("{}{}", fmt::join(first, ", "), names.size() > mostNames ? ", …" : "");
}

/// An error band, with its edges as a figure.
struct ExpectedRange {
    double low;
    double high;
    ErrorBand band;
};

std::optional<ExpectedRange> rangeOf(const std::optional<ErrorBand>& band, double figure)
{
    return band && std::isfinite(figure) ? std::optional(ExpectedRange{band->low * figure, band->high * figure, *band})
                                         : std::nullopt;
}

constexpr Field<ErrorBand> bandRows[] = {
    figure<&ErrorBand::runs>("runs").atLeast(1).says("Number of measured runs of the band"),
    figure<&ErrorBand::suites>("suites").says("Suites of these runs, by weight"),
    figure<&ErrorBand::isNear>("near").says("false: no measured run is near, and the band is wider"),
    figure<&ErrorBand::guessed>("guessed_rate")
        .later()
        .says("true: the rate of the device's products is a guess, and the band is wider"),
};
constexpr Field<ExpectedRange> secondsRows[] = {
    figure<&ExpectedRange::low>("low_s").atLeast(0),
    figure<&ExpectedRange::high>("high_s").atLeast(0),
    nested<bandRows, &ExpectedRange::band>(""),
};
constexpr Field<ExpectedRange> bytesRows[] = {
    figure<&ExpectedRange::low>("low_bytes").atLeast(0),
    figure<&ExpectedRange::high>("high_bytes").atLeast(0),
    nested<bandRows, &ExpectedRange::band>(""),
};
constexpr Field<JudgedPlan> expectedRows[] = {
    figure<[](const JudgedPlan&) { return bandCoverage; }>("coverage").says("Share of runs that a band contains"),
    nested<secondsRows, [](const JudgedPlan& judged) { return rangeOf(judged.bands.time, judged.estimate->stepTime); }>(
        "time")
        .says("null without measured runs"),
    nested<bytesRows,
           [](const JudgedPlan& judged) {
               return rangeOf(judged.bands.memory, static_cast<double>(judged.estimate->peakMemory));
           }>("memory")
        .says("null without measured runs"),
    figure<[](const JudgedPlan& judged) {
        return guessedConstants(judged.plan->cluster, hasStates(judged.plan->model));
    }>("guessed_constants")
        .says("Constants that the file of the cluster lacks"),
};

constexpr Field<HostNeed> hostRows[] = {
    figure<&HostNeed::devices>("devices_per_node").atLeast(1),
    figure<&HostNeed::needed>("needed_bytes_per_node").atLeast(0),
    figure<&HostNeed::available>("available_bytes_per_node").atLeast(1).zeroIsNull().says("null: unknown"),
};
constexpr Field<Fit> fitRows[] = {
    figure<&Fit::verdict>("verdict").says("by-formula: similar measured runs needed more than the budget"),
    figure<remarksOf>("remarks").says("All objections"),
    figure<&Fit::needed>("needed_bytes").atLeast(0).says("Per device, by formula"),
    figure<&Fit::usable>("usable_bytes").atLeast(0).says("The budget less the reserve"),
    figure<&Fit::budget>("budget_bytes").atLeast(0),
    figure<&Fit::runMayNeed>("run_may_need_bytes").atLeast(0).says("Upper end of the error band, per device"),
    nested<hostRows, [](const Fit& fit) { return onlyIf(fit.host.needed > 0, fit.host); }>("host").says(
        "Host memory of the node that offloads most; null without offloading"),
};

constexpr Field<JudgedPlan> judgedRows[] = {
    figure<[](const JudgedPlan& judged) {
        return EstimatedPlan{*judged.plan, *judged.estimate};
    }>(""),
    nested<fitRows, &JudgedPlan::fit>("fit"),
    nested<expectedRows, itself<JudgedPlan>>("expected").says("Figures that a run of the plan is expected to measure"),
};

}  // namespace

std::shared_ptr<const MeasuredRuns::Record> MeasuredRuns::load() const
{
    const Result<PresetStore> presets = PresetStore::find(m_program);
    std::error_code ignored;
    if (!presets || !std::filesystem::exists(recordFile(*presets), ignored)) {
        return nullptr;
    }
    // A process that runs many commands reads a record once.
    static std::mutex mutex;
    static std::map<std::filesystem::path, std::shared_ptr<const Record>> known;
    const std::scoped_lock lock(mutex);
    std::shared_ptr<const Record>& record = known[recordFile(*presets)];
    if (record == nullptr) {
        Result<DeviceCatalogue> devices = DeviceCatalogue::load(*presets);
        Result<std::vector<Measurement>> rows = loadMeasurements(recordFile(*presets));
        if (!devices || !rows) {
            printMessage((devices ? rows.error() : devices.error()).text());
            return nullptr;
        }
        std::vector<KnownRun> runs = knownRuns(*rows, *devices);
        record = std::make_shared<const Record>(Record{std::move(*devices), std::move(*rows), std::move(runs)});
    }
    return record;
}

ErrorBands MeasuredRuns::bandsOf(const Plan& plan, const Estimate& estimate)
{
    if (!hasBands(plan, estimate)) {
        return {};
    }
    if (!m_record) {
        m_record = load();
    }
    const std::shared_ptr<const Record>& record = *m_record;
    if (record == nullptr) {
        return {};
    }
    const RunTraits traits = traitsOf(plan);
    std::vector<KnownRun> runs = record->runs;
    predictNearest(runs, traits, record->rows, record->devices);
    return errorBands(traits, runs);
}

std::string bandText(const ErrorBand& band)
{
    const std::string range = signedPercent(band.low - 1) + " … " + signedPercent(band.high - 1);
    if (!band.isNear()) {
        return fmt::format("{}; no measured run is near, the nearest are of {}", range, namesText(band.gpus));
    }
    return fmt::format("{}: {:.0f} % of the {} nearest runs ({}){}", range, 100 * bandCoverage, band.runs,
                       namesText(band.suites),
                       band.guessed ? "; wider, as the rate of the device's products is a guess" : "");
}

std::span<const Field<JudgedPlan>> fieldsOf(const JudgedPlan*)
{
    return judgedRows;
}

}  // namespace pgram::cli
