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

constexpr Field<SuiteResult> suiteRows[] = {
    figure<&SuiteResult::suite>("suite"),
    figure<&SuiteResult::errors, &ErrorStatistics::n>("n").atLeast(0),
    figure<&SuiteResult::skipped>("skipped").atLeast(0),
    figure<&SuiteResult::errors, &ErrorStatistics::mape>("mape").atLeast(0),
    figure<&SuiteResult::errors, &ErrorStatistics::median>("median").atLeast(0),
    figure<&SuiteResult::errors, &ErrorStatistics::p90>("p90").atLeast(0),
    figure<&SuiteResult::errors, &ErrorStatistics::bias>("bias"),
    figure<&SuiteResult::spearman>("spearman")
        .between(-1, 1)
        .says("Mean over groups that differ in strategy alone; null without such a group"),
    figure<&SuiteResult::regret>("regret").atLeast(0).says(
        "Worst group: excess of the plan ranked first over the best measured one"),
};
constexpr Field<Side> sideRows[] = {
    nested<suiteRows, &Side::overall>("overall"),
    listed<suiteRows, &Side::suites>("suites"),
};
constexpr Field<StageTerms> stageTermRows[] = {
    figure<&StageTerms::compute>("compute_s"),
    figure<&StageTerms::communication>("communication_s"),
    figure<&StageTerms::optimizer>("optimizer_s"),
    figure<&StageTerms::bubble>("bubble_s"),
};
std::optional<Text> skippedBecause(const RowResult& row)
{
    return onlyIf(!row.skippedBecause.empty(), row.skippedBecause);
}
constexpr Field<RowResult> resultRows[] = {
    figure<&RowResult::id>("id"),
    figure<&RowResult::suite>("suite"),
    figure<&RowResult::predictedStep>("predicted_step_s"),
    figure<&RowResult::measuredStep>("measured_step_s"),
    figure<&RowResult::predictedGib>("predicted_gib"),
    figure<&RowResult::measuredGib>("measured_gib"),
    figure<&RowResult::predictedOutOfMemory>("predicted_out_of_memory"),
    figure<&RowResult::measuredOutOfMemory>("measured_out_of_memory"),
    figure<skippedBecause>("skipped_because"),
    figure<&RowResult::assumptions>("assumed"),
    nested<stageTermRows, &RowResult::terms>("terms")
        .when([](const RowResult& row) { return row.predictedStep.has_value(); })
        .says("Seconds of the busiest stage"),
};
using Skipped = std::pair<const Text, int>;

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

struct MeasuredStage {
    StageTerms terms;
    StageEstimate figures;
};
Json trafficOf(const MeasuredStage& stage)
{
    Json json = Json::object();
    for (const auto& [kind, seconds] : stage.terms.traffic) {
        json[std::string(name(kind))] = seconds;
    }
    return json;
}
Json describeTraffic(const FieldRules&)
{
    return {{"type", "object"}, {"additionalProperties", {{"type", "number"}, {"minimum", 0}}}};
}
constexpr Field<MeasuredStage> measuredStageRows[] = {
    figure<&MeasuredStage::terms, &StageTerms::compute>("compute_s"),
    figure<&MeasuredStage::terms, &StageTerms::communication>("communication_s"),
    figure<&MeasuredStage::terms, &StageTerms::optimizer>("optimizer_s"),
    figure<&MeasuredStage::terms, &StageTerms::bubble>("bubble_s"),
    figure<trafficOf>("traffic_s")
        .describedBy(describeTraffic)
        .says("Exposed, by purpose of the transfer; sums to communication_s"),
    figure<&MeasuredStage::figures, &StageEstimate::memory, &MemoryBreakdown::total>("memory_bytes").atLeast(0),
    figure<&MeasuredStage::figures, &StageEstimate::inFlight>("in_flight").atLeast(0),
};
std::vector<MeasuredStage> measuredStagesOf(const MeasuredRow& row)
{
    const Estimate figures = estimate(row.plan);
    std::vector<MeasuredStage> stages;
    for (const StageTerms& terms : stageTerms(row.plan, figures)) {
        stages.push_back({terms, figures.stages[stages.size()]});
    }
    return stages;
}
constexpr Field<MeasuredRow> measuredRowRows[] = {
    nested<resultRows, &MeasuredRow::result>("row"),
    listed<measuredStageRows, measuredStagesOf>("stages").notEmpty(),
};

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

constexpr Field<Validation> memoryVerdictRows[] = {
    figure<&Validation::outOfMemoryRows>("rows").atLeast(0),
    figure<&Validation::outOfMemoryFlagged>("flagged").atLeast(0),
    figure<&Validation::falselyOutOfMemory>("falsely_flagged").atLeast(0),
};
/// Returns nothing without a suite of enough runs.
std::string anchoringText(const Anchoring& anchored)
{
    return anchored.suites == 0
               ? std::string()
               : fmt::format("\nStep times corrected by one run of their suite, mean error of {} suites\n"
                             "  as predicted {}, by measured/predicted of another run {}, by its square root {},\n"
                             "  by the median of all runs of the suite {}\n",
                             anchored.suites, formatPercent(anchored.asPredicted), formatPercent(anchored.byOne),
                             formatPercent(anchored.byRoot), formatPercent(anchored.byMedian));
}

constexpr Field<Anchoring> anchoringRows[] = {
    figure<&Anchoring::suites>("suites").atLeast(0).says("With at least four runs"),
    figure<&Anchoring::asPredicted>("mean_error").atLeast(0).says("As predicted"),
    figure<&Anchoring::byOne>("by_one_run").atLeast(0).says("Multiplied by measured/predicted of another run"),
    figure<&Anchoring::byRoot>("by_root").atLeast(0).says("Multiplied by the square root of that"),
    figure<&Anchoring::byMedian>("by_median")
        .atLeast(0)
        .says("Multiplied by the median ratio of all runs of the suite"),
};
constexpr Field<Skipped> skippedRows[] = {
    figure<[](const Skipped& skipped) { return skipped.first; }>("reason"),
    figure<[](const Skipped& skipped) { return skipped.second; }>("rows").atLeast(1),
};
constexpr Field<Validation> validationRows[] = {
    nested<sideRows, &Validation::time>("time"),
    nested<sideRows, &Validation::memory>("memory"),
    nested<anchoringRows, &Validation::anchored>("anchored")
        .later()
        .says("Mean errors of step times that another run of the suite corrects, the mean over suites"),
    nested<memoryVerdictRows, itself<Validation>>("out_of_memory"),
    listed<skippedRows, &Validation::skipped>("skipped"),
    listed<resultRows, &Validation::rows>("rows"),
};

}  // namespace

const AnswerFormat<Validation> measurementsAnswer{
    "validate-measurements",
    "Predictions against measured training runs; errors are predicted/measured - 1, as fractions.",
    validationRows,
    {"rows"}};
const AnswerFormat<MeasuredRow> measuredRowAnswer{
    "validate-measurements-row",
    "One measured run: its prediction, and the parts of each stage's seconds.",
    measuredRowRows,
    {"stages"}};

std::string validationText(const Validation& validation, std::size_t worst)
{
    std::string text = "Step time\n" + suiteTable(validation.time);
    if (!validation.memory.suites.empty()) {
        text += "\nPeak memory\n" + suiteTable(validation.memory);
    }
    text += anchoringText(validation.anchored);
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
