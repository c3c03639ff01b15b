// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/expected.h"

#include "app/pgram/console.h"
#include "core/cluster/cluster_json.h"
#include "core/fidelity/record.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

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

Json bandToJson(const std::optional<ErrorBand>& band, const std::string& unit, double figure)
{
    if (!band || !std::isfinite(figure)) {
        return nullptr;
    }
    return Json{{"low_" + unit, band->low * figure},
                {"high_" + unit, band->high * figure},
                {"runs", band->runs},
                {"suites", band->suites},
                {"near", band->isNear()}};
}

}  // namespace

std::optional<MeasuredRuns::Record> MeasuredRuns::load() const
{
    const Result<PresetStore> presets = PresetStore::find(m_program);
    std::error_code ignored;
    if (!presets || !std::filesystem::exists(recordFile(*presets), ignored)) {
        return std::nullopt;
    }
    Result<DeviceCatalogue> devices = DeviceCatalogue::load(*presets);
    Result<std::vector<Measurement>> rows = loadMeasurements(recordFile(*presets));
    if (!devices || !rows) {
        printMessage((devices ? rows.error() : devices.error()).text());
        return std::nullopt;
    }
    std::vector<KnownRun> runs = knownRuns(*rows, *devices);
    return Record{std::move(*devices), std::move(*rows), std::move(runs)};
}

ErrorBands MeasuredRuns::bandsOf(const Plan& plan, const Estimate& estimate)
{
    if (!hasBands(plan, estimate)) {
        return {};
    }
    if (!m_record) {
        m_record = load();
    }
    const std::optional<Record>& record = *m_record;
    if (!record) {
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
    return fmt::format("{}: {:.0f} % of the {} nearest runs ({})", range, 100 * bandCoverage, band.runs,
                       namesText(band.suites));
}

Json fitToJson(const Fit& fit)
{
    Json json{{"verdict", nameOf(fit.verdict)},
              {"remarks", remarksOf(fit)},
              {"needed_bytes", fit.needed},
              {"usable_bytes", fit.usable},
              {"budget_bytes", fit.budget},
              {"run_may_need_bytes", fit.runMayNeed ? Json(*fit.runMayNeed) : Json(nullptr)},
              {"host", nullptr}};
    if (fit.host.needed > 0) {
        json["host"] = {{"devices_per_node", fit.host.devices},
                        {"needed_bytes_per_node", fit.host.needed},
                        {"available_bytes_per_node", fit.host.isUnknown() ? Json(nullptr) : Json(fit.host.available)}};
    }
    return json;
}

Json expectedToJson(const ErrorBands& bands, const Plan& plan, const Estimate& estimate)
{
    return Json{{"coverage", bandCoverage},
                {"time", bandToJson(bands.time, "s", estimate.stepTime)},
                {"memory", bandToJson(bands.memory, "bytes", static_cast<double>(estimate.peakMemory))},
                {"guessed_constants", guessedConstants(plan.cluster)}};
}

}  // namespace pgram::cli
