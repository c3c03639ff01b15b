// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate measurements: predictions against published measurements of real training runs.
#include "app/pgram/command.h"
#include "app/pgram/table.h"
#include "core/fidelity/record.h"
#include "core/fidelity/validation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct Options {
    std::string data;  ///< empty = the record that the program carries
    std::string suite;
    std::string record;
    std::size_t worst = 10;
};

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json toJson(const SuiteResult& result)
{
    return Json{{"suite", result.suite},          {"n", result.errors.n},
                {"skipped", result.skipped},      {"mape", result.errors.mape},
                {"median", result.errors.median}, {"p90", result.errors.p90},
                {"bias", result.errors.bias},     {"spearman", orNull(result.spearman)},
                {"regret", orNull(result.regret)}};
}

Json toJson(const Side& side)
{
    Json suites = Json::array();
    for (const SuiteResult& suite : side.suites) {
        suites.push_back(toJson(suite));
    }
    return Json{{"overall", toJson(side.overall)}, {"suites", std::move(suites)}};
}

Json toJson(const RowResult& row)
{
    Json json{{"id", row.id},
              {"suite", row.suite},
              {"predicted_step_s", orNull(row.predictedStep)},
              {"measured_step_s", orNull(row.measuredStep)},
              {"predicted_gib", orNull(row.predictedGib)},
              {"measured_gib", orNull(row.measuredGib)},
              {"predicted_out_of_memory", row.predictedOutOfMemory},
              {"measured_out_of_memory", row.measuredOutOfMemory},
              {"skipped_because", row.skippedBecause.empty() ? Json(nullptr) : Json(row.skippedBecause)},
              {"assumed", row.assumptions}};
    if (row.predictedStep) {
        json["terms"] = {{"compute_s", row.terms.compute},
                         {"communication_s", row.terms.communication},
                         {"optimizer_s", row.terms.optimizer},
                         {"bubble_s", row.terms.bubble}};
    }
    return json;
}

Json toJson(const Validation& validation)
{
    Json json = outputObject("validate-measurements");
    json["time"] = toJson(validation.time);
    json["memory"] = toJson(validation.memory);
    json["out_of_memory"] = {{"rows", validation.outOfMemoryRows},
                             {"flagged", validation.outOfMemoryFlagged},
                             {"falsely_flagged", validation.falselyOutOfMemory}};
    json["skipped"] = Json::array();
    for (const auto& [reason, count] : validation.skipped) {
        json["skipped"].push_back({{"reason", reason}, {"rows", count}});
    }
    json["rows"] = Json::array();
    for (const RowResult& row : validation.rows) {
        json["rows"].push_back(toJson(row));
    }
    return json;
}

std::string percent(double fraction)
{
    return fmt::format("{:.1f}", 100 * fraction);
}

std::string suiteTable(const Side& side)
{
    Table table({{"Suite", Align::Left},
                 {"n"},
                 {"skipped"},
                 {"MAPE %"},
                 {"median %"},
                 {"p90 %"},
                 {"bias %"},
                 {"Spearman"},
                 {"regret %"}});
    const auto add = [&table](const SuiteResult& result) {
        const ErrorStatistics& errors = result.errors;
        const bool any = errors.n > 0;
        const auto figure = [any](double value) { return any ? percent(value) : std::string(); };
        table.addRow({result.suite, fmt::to_string(errors.n), fmt::to_string(result.skipped), figure(errors.mape),
                      figure(errors.median), figure(errors.p90), figure(errors.bias),
                      result.spearman ? fmt::format("{:.3f}", *result.spearman) : std::string(),
                      result.regret ? percent(*result.regret) : std::string()});
    };
    for (const SuiteResult& suite : side.suites) {
        add(suite);
    }
    add(side.overall);
    return table.text();
}

std::string worstTable(const Validation& validation, std::size_t count)
{
    std::vector<const RowResult*> rows;
    for (const RowResult& row : validation.rows) {
        if (row.timeError()) {
            rows.push_back(&row);
        }
    }
    std::ranges::sort(rows, std::greater(), [](const RowResult* row) { return std::abs(*row->timeError()); });
    rows.resize(std::min(rows.size(), count));
    Table table({{"Row", Align::Left},
                 {"measured s"},
                 {"predicted s"},
                 {"error %"},
                 {"compute s"},
                 {"traffic s"},
                 {"optimizer s"},
                 {"bubble s"},
                 {"assumed", Align::Left}});
    for (const RowResult* row : rows) {
        const auto seconds = [](Seconds value) { return fmt::format("{:.3f}", value); };
        table.addRow({row->id, seconds(*row->measuredStep), seconds(*row->predictedStep), percent(*row->timeError()),
                      seconds(row->terms.compute), seconds(row->terms.communication), seconds(row->terms.optimizer),
                      seconds(row->terms.bubble), row->assumptions.empty() ? "" : row->assumptions.front()});
    }
    return table.text();
}

std::string toText(const Validation& validation, std::size_t worst)
{
    std::string text = "Step time\n" + suiteTable(validation.time);
    if (!validation.memory.suites.empty()) {
        text += "\nPeak memory\n" + suiteTable(validation.memory);
    }
    text += fmt::format("\n{} of {} out-of-memory runs flagged; {} runs that fitted are called out of memory\n",
                        validation.outOfMemoryFlagged, validation.outOfMemoryRows, validation.falselyOutOfMemory);
    text += fmt::format("\nFurthest off in time\n{}", worstTable(validation, worst));
    if (!validation.skipped.empty()) {
        text += "\nNot expressed\n";
    }
    for (const auto& [reason, count] : validation.skipped) {
        text += fmt::format("  {:5}  {}\n", count, reason);
    }
    return text;
}

Result<ExitCode> run(const Options& options, const Invocation& invocation)
{
    const Result<PresetStore> presets = PresetStore::find(invocation.program);
    if (!presets) {
        return tl::unexpected(presets.error());
    }
    const Result<DeviceCatalogue> devices = DeviceCatalogue::load(*presets);
    if (!devices) {
        return tl::unexpected(devices.error());
    }
    const std::filesystem::path file =
        options.data.empty() ? recordFile(*presets) : std::filesystem::path(options.data);
    const Result<std::vector<Measurement>> all = loadMeasurements(file);
    if (!all) {
        return tl::unexpected(all.error());
    }
    const std::vector<Measurement> rows = rowsOfSuite(*all, options.suite);
    if (rows.empty()) {
        return badInput(fmt::format("no rows of the suite '{}'", options.suite), file.string());
    }
    if (!options.record.empty()) {
        const Result<void> written = writeTextFile(options.record, recordText(rows));
        if (!written) {
            return tl::unexpected(written.error());
        }
    }
    const Validation validation = validate(rows, *devices);
    if (invocation.json) {
        printJson(toJson(validation));
    } else {
        printText(toText(validation, options.worst));
    }
    return ExitOk;
}

}  // namespace

void addValidateMeasurements(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = addCommand(validations(app), invocation, "measurements",
                                   "Hold predictions against published measurements of training runs",
                                   "  pgram validate measurements\n"
                                   "  pgram validate measurements --suite bloom-prequel --json\n"
                                   "  pgram validate measurements --data measurements.json --record fidelity.json");
    command->add_option("--data", options->data, "file of measurements; without it, those that pgram carries")
        ->type_name("FILE");
    command->add_option("--record", options->record, "write the runs as the record that the program carries")
        ->type_name("OUT");
    command->add_option("--suite", options->suite, "one suite alone")->type_name("NAME");
    command->add_option("--worst", options->worst, "rows to list")->type_name("N")->capture_default_str();
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
