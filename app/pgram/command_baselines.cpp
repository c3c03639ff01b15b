// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram baselines: what each method finds for the same request.
#include "app/pgram/command.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/plan/plan_json.h"
#include "validation/methods/compare_methods.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct BaselinesOptions {
    PlanOptions request;
    std::vector<std::string> methods;
};

/// Those that were named, or all.
Result<std::vector<Contender>> contendersOf(const std::vector<std::string>& names, const Space& space)
{
    std::vector<Contender> wanted;
    for (const std::string& name : names) {
        const Result<Contender> method = parseContender(name);
        if (!method) {
            Error error = method.error();
            error.where = "--methods";
            return tl::unexpected(error);
        }
        wanted.push_back(*method);
    }
    return wanted.empty() ? everyContender(space) : wanted;
}

/// Of the plans.
double bestThroughput(const std::vector<MethodRow>& rows)
{
    double best = 0;
    for (const MethodRow& row : rows) {
        best = std::max(best, row.hosted ? 0 : row.throughput());
    }
    return best;
}

std::string shortfallText(const SearchResult& result)
{
    if (!result.infeasibility) {
        return "stopped";
    }
    const Bytes missing = result.infeasibility->shortBy;
    return missing > 0 ? fmt::format("misses {}", bytesText(missing)) : "no legal plan";
}

std::string toText(const SearchRequest& request, const std::vector<MethodRow>& rows)
{
    Table table({{"method", Align::Left},
                 {"throughput"},
                 {"of the best"},
                 {"step time"},
                 {"peak memory"},
                 {"plan", Align::Left},
                 {"searched in"}});
    const double best = bestThroughput(rows);
    for (const MethodRow& row : rows) {
        const SearchResult& result = row.result;
        const std::string seconds = formatSeconds(result.certificate.seconds);
        const std::string name = nameOf(row.contender());
        if (row.hosted) {
            table.addRow({name, fmt::format("{} samples/s", formatNumber(row.throughput())),
                          best > 0 ? formatPercent(row.throughput() / best) : "", formatSeconds(row.hosted->seconds),
                          bytesText(row.hosted->deviceNeeds), result.infeasibility->reason.english(), ""});
            continue;
        }
        if (!result.plan) {
            const bool isRefused = (row.target != nullptr || row.asksForHosted) && result.certificate.tasks == 0;
            table.addRow({name, isRefused ? "not run" : shortfallText(result), "", "", "",
                          isRefused ? result.infeasibility->reason.english() : "", seconds});
            continue;
        }
        const Estimate& estimate = *result.estimate;
        table.addRow({name, fmt::format("{} samples/s", formatNumber(estimate.throughput)),
                      formatPercent(estimate.throughput / best), formatSeconds(estimate.stepTime),
                      bytesText(estimate.peakMemory),
                      fmt::format("P{} m{} {}: {}", result.plan->pipeline(), result.plan->schedule.microbatches,
                                  toString(result.plan->schedule), strategiesInShort(*result.plan)),
                      seconds});
    }
    return fmt::format("{} with {} per device\n\n", titlesOf(request.model, request.cluster),
                       bytesText(request.budget())) +
           table.text();
}

Json methodToJson(const MethodRow& row, double best)
{
    const SearchResult& result = row.result;
    Json json{{"method", nameOf(row.contender())},
              {"title", row.asksForHosted       ? "Model in host memory"
                        : row.target != nullptr ? row.target->title
                                                : info(row.method).title.english},
              {"fits", result.plan.has_value()},
              {"certificate", certificateToJson(result.certificate)},
              {"incumbents", incumbentsToJson(result.incumbents)},
              {"plan", nullptr}};
    if (result.plan) {
        Plan plan = *result.plan;
        sign(plan.provenance);
        json["throughput_samples_per_s"] = result.estimate->throughput;
        json["relative_throughput"] = result.estimate->throughput / best;
        json["step_time_s"] = result.estimate->stepTime;
        json["mfu"] = result.estimate->mfu;
        json["peak_memory_bytes"] = result.estimate->peakMemory;
        json["plan"] = Json::parse(planToJson(plan), nullptr, false);
    }
    if (row.hosted) {
        json["hosted"] = {{"throughput_samples_per_s", row.hosted->throughput},
                          {"step_time_s", row.hosted->seconds},
                          {"microbatches", row.hosted->microbatches},
                          {"device_bytes", row.hosted->deviceNeeds},
                          {"host_bytes", row.hosted->hostNeeds}};
    }
    if (result.infeasibility) {
        addInfeasibility(json, *result.infeasibility);
    }
    return json;
}

Json toJson(const std::vector<MethodRow>& rows, bool complete)
{
    Json json = outputObject("baselines");
    json["complete"] = complete;
    json["methods"] = Json::array();
    const double best = bestThroughput(rows);
    for (const MethodRow& row : rows) {
        json["methods"].push_back(methodToJson(row, best));
    }
    return json;
}

Result<ExitCode> run(const BaselinesOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const SearchRequest request, planRequest(options.request, invocation.program));
    PGRAM_TRY(const std::vector<Contender> wanted, contendersOf(options.methods, request.space));
    const Interrupt interrupt;
    PGRAM_TRY(const std::vector<MethodRow> rows, compareMethods(request, wanted, interrupt.token()));
    const bool complete = !interrupt.token().stop_requested();
    if (invocation.json) {
        printJson(toJson(rows, complete));
    } else {
        printText(toText(request, rows));
    }
    if (!complete) {
        printMessage("stopped; methods are left out");
        return ExitStopped;
    }
    return bestThroughput(rows) > 0 ? ExitOk : ExitInfeasible;
}

}  // namespace

void addBaselines(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<BaselinesOptions>(
        app, invocation, run, "baselines",
        "Set methods and frameworks side by side: what each finds or can run, and how fast",
        "  pgram baselines --model bert-huge-32 --cluster rtx-titan-8 --memory 8GiB --batch 64\n"
        "  pgram baselines --model llama2-7b --cluster a100-8 --methods joint,bmw,for-megatron,annealing --json\n"
        "Exit code 1 when no method finds a plan.");
    addPlanOptions(*command, options->request);
    command
        ->add_option("--methods", options->methods,
                     "names between commas, of pgram list methods, for-NAME of pgram targets, or hosted; else all")
        ->delimiter(',')
        ->type_name("LIST");
}

}  // namespace pgram::cli
