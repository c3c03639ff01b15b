// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram export: writes a plan as a file of another program, or as a folder that runs.
#include "app/pgram/command.h"
#include "app/pgram/expected.h"
#include "app/pgram/time_limit.h"
#include "app/pgram/wrapped_list.h"
#include "core/exchange/format.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"
#include "core/questions/nearest_plan.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct ExportOptions {
    std::string plan;
    std::string to;
    std::string out;
    bool nearest = false;
    TimeLimit limit;
};

Json contentOf(const NamedFile& file)
{
    Json json = Json::parse(file.content, nullptr, false);
    return json.is_object() ? json : Json(file.content);
}

Json contentOf(const std::vector<NamedFile>& files)
{
    if (files.size() == 1) {
        return contentOf(files.front());
    }
    Json json;
    for (const NamedFile& file : files) {
        json[file.name] = contentOf(file);
    }
    return json;
}

/// The answer of the command.
struct Exported {
    std::string to;
    std::string out;
    std::vector<NamedFile> files;
};
constexpr Field<Exported> exportRows[] = {
    figure<&Exported::to>("to").says("A format of pgram list formats"),
    figure<[](const Exported& exported) { return onlyIf(!exported.out.empty(), exported.out); }>("out"),
    figure<[](const Exported& exported) { return contentOf(exported.files); }>("content")
        .describedBy([](const FieldRules&) {
            return Json{{"type", {"object", "string"}}};
        })
        .says("JSON or text of the file; an object by name for several files"),
};
constexpr AnswerFormat<Exported> exportAnswer{"export", "A plan as files of another program.", exportRows};

/// Returns false for a name with the suffix of the format's file, which is written alone.
bool asksForFolder(const Format& format, const std::string& out)
{
    return format.launch != nullptr &&
           std::filesystem::path(out).extension() != std::filesystem::path(format.usualName).extension();
}

Result<std::vector<NamedFile>> filesOf(const Format& format, const Plan& plan, const ExportOptions& options,
                                       const Invocation& invocation)
{
    if (!asksForFolder(format, options.out)) {
        return writeAs(format, plan).map([](std::vector<NamedFile>&& files) {
            files.resize(1);
            return std::move(files);
        });
    }
    // Before anything is estimated of a plan that is refused.
    return writeAs(format, plan).and_then([&](const std::vector<NamedFile>&) {
        const Estimate figures = estimate(plan);
        const ErrorBands bands = MeasuredRuns(invocation.program).bandsOf(plan, figures);
        return writeFolder(format, plan, {.estimate = &figures, .timeline = figures.timeline.get(), .bands = &bands});
    });
}

/// Returns the plan, or with `nearest` the best plan that the framework can run. Errors: the framework cannot run the
/// plan; the message has the step time of the best one that it can run.
Result<Plan> runnable(const Format& format, Plan plan, const ExportOptions& options)
{
    const std::vector<Text> refused = format.target != nullptr ? beyond(*format.target, plan) : std::vector<Text>();
    if (refused.empty()) {
        return plan;
    }
    const Interrupt interrupt(options.limit.seconds());
    Result<SearchResult> found = nearestPlan(plan, *format.target, interrupt.token());
    if (const EndedBy ended = endedBy(interrupt); found && ended != EndedBy::Nothing) {
        printStopped(ended, options.limit, found->plan.has_value(),
                     fmt::format("{} may run faster plans than the one found until then", format.target->title));
    }
    const Text cost = found ? costOfNearest(*found, estimate(plan).stepTime) : found.error().todo;
    if (!options.nearest || !found || !found->plan) {
        Error error = writeAs(format, plan).error();
        error.todo = found && found->plan ? Text(fmt::format("Give --nearest: {}", cost.english())) : cost;
        return tl::unexpected(std::move(error));
    }
    printMessage(fmt::format("planned again: {}", cost.english()));
    return std::move(*found->plan);
}

Result<ExitCode> run(const ExportOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const Format* format, parseFormat(options.to));
    PGRAM_TRY(Plan plan, loadPlan(options.plan));
    const auto write = [&](const Plan& runs) { return filesOf(*format, runs, options, invocation); };
    PGRAM_TRY(const std::vector<NamedFile> files,
              ofOption(runnable(*format, std::move(plan), options).and_then(write), options.plan));
    if (!options.out.empty()) {
        PGRAM_CHECK(saveFiles(files, options.out));
        printMessage(fmt::format("wrote {}", options.out));
    }
    if (!invocation.isText()) {
        printAnswer(invocation, exportAnswer, {options.to, options.out, files}, {});
    } else if (options.out.empty()) {
        printFile(files.front().content);
    }
    return ExitOk;
}

}  // namespace

void addExport(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<ExportOptions, exportAnswer>(
        app, invocation, run, "export", "Write a plan as a file or a folder of another program",
        "  pgram export l.pgplan.json --to galvatron --out galvatron_config.json\n"
        "  pgram export l.pgplan.json --to megatron --out run\n"
        "A folder holds everything that a run of the plan needs.\n"
        "Exit code 2 where the framework cannot run the plan, with the list by layer and what\n"
        "the best plan takes that it can run.\n" +
            helpList("What is written", namesOfWritten()));
    command->add_option("PLAN", options->plan, "a plan file")->required()->type_name("FILE");
    command->add_option("--to", options->to, "the format")->required()->type_name("FORMAT");
    addFileToWrite(*command, "--out", options->out,
                   "the folder to write, or with the suffix of the format's own file that file "
                   "alone; else that file to stdout");
    command->add_flag("--nearest", options->nearest,
                      "where the framework cannot run the plan, the best one that it can, in its place");
    addSeconds(*command, options->limit, "stop the search for that plan after this long");
}

}  // namespace pgram::cli
