// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What measured runs cost whoever asks them: the bands of one plan, after every edit, and all shipped runs predicted.
#include "core/fidelity/error_band.h"
#include "core/fidelity/record.h"
#include "tests/bench/planner.h"

using namespace pgram;

int main()
{
    const PresetStore presets(presetsFolder());
    const std::vector<Measurement> rows = bench::loaded(loadMeasurements(recordFile(presets)));
    const DeviceCatalogue devices = bench::loaded(DeviceCatalogue::load(presets));
    Validation validation;
    const bench::Timing all = bench::measure([&] { validation = validate(rows, devices); });
    std::vector<KnownRun> runs = knownRuns(rows, devices);
    takeRatios(runs, validation.rows);
    const SearchRequest request = bench::requestOf("bert-huge-32", "rtx-titan-8", 64, Method::Joint);
    const RunTraits traits = traitsOf(*bench::loaded(search(request)).plan);
    const bench::Timing bands = bench::measure([&] { bench::keep(errorBands(traits, runs)); });
    const std::string facts = R"("runs_known": )" + std::to_string(rows.size());
    const int missed = bench::report("validate-shipped-runs", all, 2.0, facts);
    return missed | bench::report("error-bands-of-a-plan", bands, 0.001, facts);
}
