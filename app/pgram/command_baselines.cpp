// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram baselines: compares the plans of methods and frameworks for one request.
#include "app/pgram/command.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "app/pgram/time_limit.h"
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
    TimeLimit limit;
};

/// Returns the named methods, or all.
Result<std::vector<Contender>> contendersOf(const std::vector<std::string>& names, const Space& space)
{
    std::vector<Contender> wanted;
    for (const std::string& name : names) {
        PGRAM_TRY(const Contender method, ofOption(parseContender(name), "--methods"));
        wanted.push_back(method);
    }
    return wanted.empty() ? everyContender(space) : wanted;
}

/// Returns the best throughput of the plans.
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

/// The answer of the command.
struct Baselines {
    bool complete;
    std::vector<MethodRow> rows;
};
/// A row with the best throughput of all rows.
struct RankedRow {
    const MethodRow* row;
    double best;
};

constexpr Field<HostedStep> hostedStepRows[] = {
    figure<&HostedStep::throughput>("throughput_samples_per_s").atLeast(0),
    figure<&HostedStep::seconds>("step_time_s").atLeast(0),
    figure<&HostedStep::microbatches>("microbatches").atLeast(1).says("Per host and step"),
    figure<&HostedStep::deviceNeeds>("device_bytes").atLeast(0),
    figure<&HostedStep::hostNeeds>("host_bytes").atLeast(0),
};
constexpr Field<RankedRow> methodFigureRows[] = {
    figure<&RankedRow::row, &MethodRow::result, &SearchResult::estimate, &Estimate::throughput>(
        "throughput_samples_per_s")
        .atLeast(0)
        .orNull(),
    figure<[](const RankedRow& ranked) { return ranked.row->result.estimate->throughput / ranked.best; }>(
        "relative_throughput")
        .between(0, 1)
        .orNull()
        .says("Share of the best of these methods"),
    figure<&RankedRow::row, &MethodRow::result, &SearchResult::estimate, &Estimate::stepTime>("step_time_s")
        .atLeast(0)
        .orNull(),
    figure<&RankedRow::row, &MethodRow::result, &SearchResult::estimate, &Estimate::mfu>("mfu").atLeast(0).orNull(),
    figure<&RankedRow::row, &MethodRow::result, &SearchResult::estimate, &Estimate::peakMemory>("peak_memory_bytes")
        .atLeast(0),
};

bool foundPlan(const RankedRow& ranked)
{
    return ranked.row->result.plan.has_value();
}

std::string titleOf(const RankedRow& ranked)
{
    const MethodRow& row = *ranked.row;
    return row.asksForHosted       ? "Model in host memory"
           : row.target != nullptr ? row.target->title
                                   : info(row.method).title.english;
}

Json signedPlan(const RankedRow& ranked)
{
    if (!foundPlan(ranked)) {
        return nullptr;
    }
    Plan plan = *ranked.row->result.plan;
    sign(plan.provenance);
    return planObject(plan);
}

constexpr Field<RankedRow> methodRows[] = {
    figure<[](const RankedRow& ranked) { return nameOf(ranked.row->contender()); }>("method").says(
        "Of pgram list methods, for-NAME of pgram targets, or hosted"),
    figure<titleOf>("title"),
    figure<foundPlan>("fits"),
    nested<certificateRows, &RankedRow::row, &MethodRow::result, &SearchResult::certificate>("certificate"),
    listed<incumbentRows, &RankedRow::row, &MethodRow::result, &SearchResult::incumbents>("incumbents")
        .says("Best plans in the order of their discovery"),
    figure<signedPlan>("plan").describedBy(anyObject).orNull().says("The object of the plan file, as in plan.json"),
    nested<methodFigureRows, itself<RankedRow>>("").when(foundPlan),
    nested<hostedStepRows, &RankedRow::row, &MethodRow::hosted>("hosted")
        .when([](const RankedRow& ranked) { return ranked.row->hosted.has_value(); })
        .says("Not a plan: the model in the memory of each host, with a sum of the gradients every step"),
    nested<infeasibilityRows, &RankedRow::row, &MethodRow::result, &SearchResult::infeasibility>(""),
};

std::vector<RankedRow> rankedRows(const Baselines& all)
{
    std::vector<RankedRow> ranked;
    for (const MethodRow& row : all.rows) {
        ranked.push_back({&row, bestThroughput(all.rows)});
    }
    return ranked;
}

constexpr Field<Baselines> baselinesRows[] = {
    figure<&Baselines::complete>("complete").says("false: stopped, later methods are left out"),
    listed<methodRows, rankedRows>("methods").says("In the order of the request"),
};
constexpr AnswerFormat<Baselines> baselinesAnswer{
    "baselines", "The plan of each method for one request.", baselinesRows, {"methods"}};

Result<ExitCode> run(const BaselinesOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const SearchRequest request, planRequest(options.request, invocation.program));
    PGRAM_TRY(const std::vector<Contender> wanted, contendersOf(options.methods, request.space));
    const Interrupt interrupt(options.limit.seconds());
    PGRAM_TRY(const std::vector<MethodRow> rows, compareMethods(request, wanted, interrupt.token()));
    const bool complete = !interrupt.token().stop_requested();
    printAnswer(invocation, baselinesAnswer, {complete, rows}, toText(request, rows));
    if (!complete) {
        return stopped(endedBy(interrupt), options.limit, bestThroughput(rows) > 0, "methods are left out");
    }
    return bestThroughput(rows) > 0 ? ExitOk : ExitInfeasible;
}

}  // namespace

void addBaselines(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<BaselinesOptions, baselinesAnswer>(
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
    addSeconds(*command, options->limit, "stop after this long, with the methods until then");
}

}  // namespace pgram::cli
