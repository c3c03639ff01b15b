// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate measurements: predictions against published measurements of real training runs.
#include "app/pgram/command.h"
#include "app/pgram/measurement_output.h"
#include "core/base/text_file.h"
#include "core/fidelity/record.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace pgram::cli {

namespace {

struct ValidateMeasurementsOptions {
    std::string data;  ///< empty = the record that the program carries
    std::string suite;
    std::string row;
    std::string out;
    std::string record;
    std::optional<std::size_t> worst;
};

/// Every suite's furthest rows; more of one that is asked for alone.
constexpr std::size_t worstOfEach = 2;
constexpr std::size_t worstOfOne = 10;

/// One row with its plan: the plan's figures, and its file where asked for.
Result<ExitCode> explainRow(const ValidateMeasurementsOptions& options, const std::vector<Measurement>& rows,
                            const DeviceCatalogue& devices, const Invocation& invocation)
{
    const auto row = std::ranges::find(rows, options.row, &Measurement::id);
    if (row == rows.end()) {
        return badInput(fmt::format("no row '{}'", options.row), options.data);
    }
    const Translation translation = planOf(*row, devices);
    if (!translation.plan) {
        return badInput(fmt::format("'{}' cannot be expressed: {}", row->id, translation.skippedBecause.english()),
                        options.data);
    }
    const RowResult result = predict(*row, devices);
    printAnswer(invocation, measuredRowAnswer, {result, *translation.plan}, rowToText(result, *translation.plan));
    if (!options.out.empty()) {
        PGRAM_CHECK(savePlan(*translation.plan, options.out));
    }
    return ExitOk;
}

Result<ExitCode> run(const ValidateMeasurementsOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const PresetStore presets, PresetStore::find(invocation.program));
    PGRAM_TRY(const DeviceCatalogue devices, DeviceCatalogue::load(presets));
    const std::filesystem::path file = options.data.empty() ? recordFile(presets) : std::filesystem::path(options.data);
    PGRAM_TRY(const std::vector<Measurement> all, loadMeasurements(file));
    if (!options.row.empty()) {
        return explainRow(options, all, devices, invocation);
    }
    if (!options.out.empty()) {
        return badInput("--out writes the plan of one row: name it with --row", options.out);
    }
    const std::vector<Measurement> rows = rowsOfSuite(all, options.suite);
    if (rows.empty()) {
        return badInput(fmt::format("no rows of the suite '{}'", options.suite), file.string());
    }
    if (!options.record.empty()) {
        PGRAM_CHECK(writeTextFile(options.record, recordText(rows)));
    }
    const Validation validation = validate(rows, devices);
    const std::size_t worst = options.worst.value_or(options.suite.empty() ? worstOfEach : worstOfOne);
    printAnswer(invocation, measurementsAnswer, validation, validationText(validation, worst));
    return ExitOk;
}

}  // namespace

void addValidateMeasurements(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<ValidateMeasurementsOptions, measurementsAnswer, measuredRowAnswer>(
        validations(app), invocation, run, "measurements",
        "Hold predictions against published measurements of training runs",
        "  pgram validate measurements\n"
        "  pgram validate measurements --suite bloom-prequel --json\n"
        "  pgram validate measurements --row nanotron-2505 --out plan.json\n"
        "  pgram validate measurements --data measurements.json --record fidelity.json");
    command->add_option("--data", options->data, "file of measurements; without it, those that pgram carries")
        ->type_name("FILE");
    command->add_option("--record", options->record, "write the runs as the record that the program carries")
        ->type_name("OUT");
    command->add_option("--suite", options->suite, "one suite alone")->type_name("NAME");
    command->add_option("--row", options->row, "one row: the figures of its plan, term by term")->type_name("ID");
    addFileToWrite(*command, "--out", options->out, "file for the plan of that row");
    command->add_option("--worst", options->worst, "rows to list of each suite")->type_name("N");
}

}  // namespace pgram::cli
