// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/expected.h"

#include "app/pgram/console.h"
#include "core/fidelity/record.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pgram::cli {

namespace {

constexpr std::size_t mostNames = 3;

Result<ErrorBands> bandsFor(const Plan& plan, const PresetStore& presets)
{
    const Result<DeviceCatalogue> devices = DeviceCatalogue::load(presets);
    if (!devices) {
        return tl::unexpected(devices.error());
    }
    const Result<std::vector<Measurement>> rows = loadMeasurements(recordFile(presets));
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    const RunTraits traits = traitsOf(plan);
    std::vector<KnownRun> runs = knownRuns(*rows, *devices);
    predictNearest(runs, traits, *rows, *devices);
    return errorBands(traits, runs);
}

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

ErrorBands expectedBands(const Plan& plan, const Estimate& estimate, const std::filesystem::path& program)
{
    const Result<PresetStore> presets = PresetStore::find(program);
    std::error_code ignored;
    if (!hasBands(plan, estimate) || !presets || !std::filesystem::exists(recordFile(*presets), ignored)) {
        return {};
    }
    const Result<ErrorBands> bands = bandsFor(plan, *presets);
    if (!bands) {
        printMessage(bands.error().text());
        return {};
    }
    return *bands;
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

Json expectedToJson(const ErrorBands& bands, const Estimate& estimate)
{
    return Json{{"coverage", bandCoverage},
                {"time", bandToJson(bands.time, "s", estimate.stepTime)},
                {"memory", bandToJson(bands.memory, "bytes", static_cast<double>(estimate.peakMemory))}};
}

}  // namespace pgram::cli
