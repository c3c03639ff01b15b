// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/measurement_output.h"

#include "app/pgram/console.h"
#include "app/pgram/table.h"
#include "core/base/quoting.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

namespace pgram::cli {

namespace {

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

Json toJson(const StageTerms& terms)
{
    return Json{{"compute_s", terms.compute},
                {"communication_s", terms.communication},
                {"optimizer_s", terms.optimizer},
                {"bubble_s", terms.bubble}};
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
        json["terms"] = toJson(row.terms);
    }
    return json;
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

std::string inSeconds(Seconds value)
{
    return fmt::format("{:.3f}", value);
}

/// The rows of each suite that are furthest off, at most `most`, in the order of the suites' names.
template <typename ErrorOf>
std::vector<const RowResult*> furthestOff(const Validation& validation, std::size_t most, ErrorOf errorOf)
{
    std::map<std::string, std::vector<const RowResult*>> suites;
    for (const RowResult& row : validation.rows) {
        if (errorOf(row)) {
            suites[row.suite].push_back(&row);
        }
    }
    std::vector<const RowResult*> worst;
    for (auto& [name, rows] : suites) {
        std::ranges::sort(rows, std::greater(), [&](const RowResult* row) { return std::abs(*errorOf(*row)); });
        rows.resize(std::min(rows.size(), most));
        worst.insert(worst.end(), rows.begin(), rows.end());
    }
    return worst;
}

std::string timeTable(const Validation& validation, std::size_t most)
{
    Table table({{"Row", Align::Left},
                 {"measured s"},
                 {"predicted s"},
                 {"error %"},
                 {"compute s"},
                 {"traffic s"},
                 {"optimizer s"},
                 {"bubble s"},
                 {"assumed", Align::Left}});
    for (const RowResult* row : furthestOff(validation, most, [](const RowResult& r) { return r.timeError(); })) {
        table.addRow({row->id, inSeconds(*row->measuredStep), inSeconds(*row->predictedStep),
                      percent(*row->timeError()), inSeconds(row->terms.compute), inSeconds(row->terms.communication),
                      inSeconds(row->terms.optimizer), inSeconds(row->terms.bubble),
                      row->assumptions.empty() ? "" : row->assumptions.front().english()});
    }
    return table.text();
}

std::string memoryTable(const Validation& validation, std::size_t most)
{
    Table table({{"Row", Align::Left}, {"measured GiB"}, {"predicted GiB"}, {"error %"}, {"assumed", Align::Left}});
    for (const RowResult* row : furthestOff(validation, most, [](const RowResult& r) { return r.memoryError(); })) {
        table.addRow({row->id, fmt::format("{:.1f}", *row->measuredGib), fmt::format("{:.1f}", *row->predictedGib),
                      percent(*row->memoryError()),
                      row->assumptions.empty() ? "" : row->assumptions.front().english()});
    }
    return table.text();
}

std::string falseVerdicts(const Validation& validation)
{
    std::string text =
        fmt::format("\n{} of {} out-of-memory runs flagged; {} runs that fitted are called out of memory\n",
                    validation.outOfMemoryFlagged, validation.outOfMemoryRows, validation.falselyOutOfMemory);
    for (const RowResult& row : validation.rows) {
        if (row.skippedBecause.empty() && row.measuredOutOfMemory != row.predictedOutOfMemory) {
            text += fmt::format("  {}: {}\n", row.id, row.measuredOutOfMemory ? "not flagged" : "called out of memory");
        }
    }
    return text;
}

Json stageToJson(const StageTerms& terms, const StageEstimate& stage)
{
    Json json = toJson(terms);
    json["traffic_s"] = Json::object();
    for (const auto& [kind, seconds] : terms.traffic) {
        json["traffic_s"][std::string(name(kind))] = seconds;
    }
    json["memory_bytes"] = stage.memory.total();
    json["in_flight"] = stage.inFlight;
    return json;
}

/// Kinds of transfer that any stage has, in their order.
std::set<TrafficKind> kindsOf(const std::vector<StageTerms>& stages)
{
    std::set<TrafficKind> kinds;
    for (const StageTerms& stage : stages) {
        for (const auto& [kind, seconds] : stage.traffic) {
            kinds.insert(kind);
        }
    }
    return kinds;
}

std::string secondsTable(const std::vector<StageTerms>& stages)
{
    const std::set<TrafficKind> kinds = kindsOf(stages);
    std::vector<Column> columns{{"Stage"}, {"compute s"}};
    for (const TrafficKind kind : kinds) {
        columns.push_back({fmt::format("{} s", name(kind))});
    }
    columns.insert(columns.end(), {{"optimizer s"}, {"bubble s"}});
    Table table(columns);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        std::vector<std::string> cells{fmt::to_string(i + 1), inSeconds(stages[i].compute)};
        for (const TrafficKind kind : kinds) {
            const auto found = stages[i].traffic.find(kind);
            cells.push_back(found == stages[i].traffic.end() ? "" : inSeconds(found->second));
        }
        cells.insert(cells.end(), {inSeconds(stages[i].optimizer), inSeconds(stages[i].bubble)});
        table.addRow(std::move(cells));
    }
    return table.text();
}

std::string bytesTable(const Estimate& figures)
{
    Table table({{"Stage"},
                 {"weights GiB"},
                 {"gradients GiB"},
                 {"optimizer GiB"},
                 {"activations GiB"},
                 {"transient GiB"},
                 {"context GiB"},
                 {"in flight"}});
    const auto inGib = [](Bytes bytes) {
        return fmt::format("{:.2f}", static_cast<double>(bytes) / static_cast<double>(GiB));
    };
    for (std::size_t i = 0; i < figures.stages.size(); ++i) {
        const MemoryBreakdown& memory = figures.stages[i].memory;
        table.addRow({fmt::to_string(i + 1), inGib(memory.weights), inGib(memory.gradients), inGib(memory.optimizer),
                      inGib(memory.activations), inGib(memory.transient), inGib(memory.context),
                      fmt::to_string(figures.stages[i].inFlight)});
    }
    return table.text();
}

}  // namespace

Json validationToJson(const Validation& validation)
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

std::string validationText(const Validation& validation, std::size_t worst)
{
    std::string text = "Step time\n" + suiteTable(validation.time);
    if (!validation.memory.suites.empty()) {
        text += "\nPeak memory\n" + suiteTable(validation.memory);
    }
    text += falseVerdicts(validation);
    text += "\nFurthest off in time, of each suite\n" + timeTable(validation, worst);
    if (!validation.memory.suites.empty()) {
        text += "\nFurthest off in memory, of each suite\n" + memoryTable(validation, worst);
    }
    if (!validation.skipped.empty()) {
        text += "\nNot expressed\n";
    }
    for (const auto& [reason, count] : validation.skipped) {
        text += fmt::format("  {:5}  {}\n", count, reason.english());
    }
    return text;
}

Json rowToJson(const RowResult& row, const Plan& plan)
{
    const Estimate figures = estimate(plan);
    const std::vector<StageTerms> stages = stageTerms(plan, figures);
    Json json = outputObject("validate-measurements-row");
    json["row"] = toJson(row);
    json["stages"] = Json::array();
    for (std::size_t i = 0; i < stages.size(); ++i) {
        json["stages"].push_back(stageToJson(stages[i], figures.stages[i]));
    }
    return json;
}

std::string rowToText(const RowResult& row, const Plan& plan)
{
    const Estimate figures = estimate(plan);
    std::string text = fmt::format("{} of {}: {}, {} devices of {}\n", row.id, row.suite, plainLine(plan.model.title),
                                   plan.cluster.devices, row.gpu);
    text += fmt::format("  {} in the blocks, {} stages, {} micro-batches\n",
                        shortName(plan.strategies[plan.strategies.size() / 2]), plan.pipeline(),
                        plan.schedule.microbatches);
    text += fmt::format("  predicted {:.4f} s", *row.predictedStep);
    if (row.measuredStep) {
        text += fmt::format(", measured {:.4f} s: {} %", *row.measuredStep, percent(*row.timeError()));
    }
    if (row.predictedGib) {
        text += fmt::format("\n  predicted {:.2f} GiB", *row.predictedGib);
    }
    if (row.memoryError()) {
        text += fmt::format(", measured {:.2f} GiB: {} %", *row.measuredGib, percent(*row.memoryError()));
    }
    text += '\n';
    for (const Text& assumption : row.assumptions) {
        text += fmt::format("  assumed: {}\n", assumption.english());
    }
    return text + "\nSeconds per step\n" + secondsTable(stageTerms(plan, figures)) + "\nBytes per device\n" +
           bytesTable(figures);
}

}  // namespace pgram::cli
