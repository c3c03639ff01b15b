// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram simulate: a plan's step, operation by operation, and as a trace for Perfetto.
#include "app/pgram/command.h"
#include "app/pgram/gantt_text.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/file_writer.h"
#include "core/base/format.h"
#include "core/exchange/formats/chrome_trace.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

constexpr std::size_t mostOperations = 500000;  // some 100 MB as JSON

struct SimulateOptions {
    std::string plan;
    std::string trace;
};

constexpr Field<SimulatedPlan> simulateRows[] = {inlined<itself<SimulatedPlan>>()};
constexpr AnswerFormat<SimulatedPlan> simulateAnswer{
    "simulate", "The simulated step, operation by operation.", simulateRows, {"stages"}};

std::string tracksText(const Timeline& timeline)
{
    Table table({{"stage"}, {"operations"}, {"busy"}, {"bubble"}, {"bubble share"}, {"in flight"}, {"peak memory"}});
    for (std::size_t i = 0; i < timeline.stages.size(); ++i) {
        const StageTrack& track = timeline.stages[i];
        const double share = timeline.makespan > 0 ? track.bubble / timeline.makespan : 0;
        table.addRow({fmt::format("{}", i), fmt::format("{}", track.operationCount), formatSeconds(track.busy),
                      formatSeconds(track.bubble), formatPercent(share), fmt::format("{}", track.peakInFlight),
                      bytesText(track.peakMemory)});
    }
    return table.text();
}

std::string toText(const Plan& plan, const Estimate& estimate)
{
    const Timeline& timeline = *estimate.timeline;
    std::string text = headline(plan);
    text += fmt::format("\n  {} per step, {} bubbles; the paper's sum says {}\n\n", formatSeconds(timeline.makespan),
                        formatPercent(timeline.bubbleFraction()), formatSeconds(estimate.paperStepTime));
    return text + ganttText(timeline) + '\n' + tracksText(timeline);
}

Result<ExitCode> run(const SimulateOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const Plan plan, loadPlan(options.plan));
    const Estimate figures = estimate(plan);
    const std::size_t operations = figures.timeline->operations.size();
    if ((!invocation.isText() || !options.trace.empty()) && operations > mostOperations) {
        return badInput(
            fmt::format("a step has {} operations, more than the {} that a file can list", operations, mostOperations),
            options.plan, "Lower the number of micro-batches, or leave out --json, --csv, --markdown and --trace");
    }
    if (!options.trace.empty()) {
        PGRAM_TRY(FileWriter file, FileWriter::open(options.trace));
        Result<void> written;
        writeChromeTrace(*figures.timeline, plan.schedule, plan.name, [&](std::string_view piece) {
            written = std::move(written).and_then([&] { return file.write(piece); });
        });
        PGRAM_CHECK(written);
        PGRAM_CHECK(file.finish());
        printMessage(fmt::format("wrote {}; open it in ui.perfetto.dev or chrome://tracing", options.trace));
    }
    printAnswer(invocation, simulateAnswer, {*figures.timeline, plan.schedule.slices > 1}, toText(plan, figures));
    return ExitOk;
}

}  // namespace

void addSimulate(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<SimulateOptions, simulateAnswer>(
        app, invocation, run, "simulate", "Run a plan's step, operation by operation",
        "  pgram simulate bert.pgplan.json\n"
        "  pgram simulate bert.pgplan.json --trace bert.trace.json");
    command->add_option("PLAN", options->plan, "a plan file")->required()->type_name("FILE");
    addFileToWrite(*command, "--trace", options->trace, "write a Chrome and Perfetto trace");
}

}  // namespace pgram::cli
