// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram plan: finds the best plan for a model on a cluster.
#include "app/pgram/command.h"
#include "app/pgram/expected.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/plan_galvatron.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/progress_line.h"
#include "app/pgram/search_output.h"
#include "core/plan/plan_json.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct Options {
    PlanOptions request;
    std::string out;
};

Result<SearchResult> runSearch(const SearchRequest& request)
{
    const Interrupt interrupt;
    ProgressLine line;
    Result<SearchResult> result =
        search(request, interrupt.token(), [&line](const Progress& progress) { line.show(progress); });
    if (result && result->plan) {
        sign(result->plan->provenance);
    }
    return result;
}

/// With --json what the text would say goes to stderr, in short.
ExitCode outcomeOf(const SearchResult& result, bool json)
{
    if (result.certificate.status == Certificate::Status::Stopped) {
        printMessage(result.plan ? "stopped; this is the best plan until then" : "stopped before any plan was found");
        return ExitStopped;
    }
    if (json && !result.plan) {
        printMessage("nothing fits");
    }
    return result.plan ? ExitOk : ExitInfeasible;
}

Result<ExitCode> run(const Options& options, const Invocation& invocation)
{
    if (options.request.rules == "galvatron-3") {
        return planUnderGalvatron(options.request, options.out, invocation);
    }
    const Result<SearchRequest> request = planRequest(options.request, invocation.program);
    if (!request) {
        return tl::unexpected(request.error());
    }
    const Result<SearchResult> result = runSearch(*request);
    if (!result) {
        return tl::unexpected(result.error());
    }
    if (result->plan && !options.out.empty()) {
        if (const Result<void> saved = savePlan(*result->plan, options.out); !saved) {
            return tl::unexpected(saved.error());
        }
        printMessage(fmt::format("wrote {}", options.out));
    }
    const ErrorBands bands =
        result->plan ? MeasuredRuns(invocation.program).bandsOf(*result->plan, *result->estimate) : ErrorBands();
    if (invocation.json) {
        printJson(searchToJson(*result, bands));
    } else {
        printText(searchText(*request, *result, bands));
    }
    return outcomeOf(*result, invocation.json);
}

}  // namespace

void addPlan(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<Options>();
    CLI::App* command = addCommand(
        app, invocation, "plan", "Find the best plan for a model on a cluster",
        "  pgram plan --model bert-huge-32 --cluster rtx-titan-8 --memory 16GiB --batch 64 --out bert.pgplan.json\n"
        "  pgram plan --model llama2-7b --cluster a100-8 --batch 8:512:8 --target megatron --json\n"
        "  pgram plan --profile profiles/llama2-7b-8gpu --memory 16GiB --batch 64 --rules galvatron-3 --out g.json\n"
        "Exit code 1 when nothing fits: the answer names the bytes that are missing, where, and the smallest budget.");
    addPlanOptions(*command, options->request);
    addMethodOption(*command, options->request, "bmw");
    addRulesOptions(*command, options->request);
    addFileToWrite(*command, "--out", options->out,
                   "write the plan to a file; under galvatron-3 a Galvatron plan, ours when FILE ends in .pgplan.json");
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
