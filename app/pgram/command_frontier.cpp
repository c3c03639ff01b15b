// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram frontier: throughput against the memory of a device.
#include "app/pgram/command.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/plan/plan_json.h"
#include "core/questions/memory_frontier.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

constexpr int mostPoints = 1'000'000;

struct FrontierOptions {
    PlanOptions request;
    int points = 32;
};

std::string pointsTable(const MemoryFrontier& frontier)
{
    Table table({{"memory from"},
                 {"to"},
                 {"throughput"},
                 {"step time"},
                 {"batch"},
                 {"stages"},
                 {"micro-batches"},
                 {"schedule", Align::Left},
                 {"strategies", Align::Left}});
    for (const FrontierPoint& point : frontier.points) {
        table.addRow({bytesText(point.budget), bytesText(point.provenTo),
                      fmt::format("{} samples/s", formatNumber(point.throughput)), formatSeconds(point.stepTime),
                      fmt::format("{}", point.batch), fmt::format("{}", point.plan->pipeline()),
                      fmt::format("{}", point.plan->schedule.microbatches), toString(point.plan->schedule),
                      strategiesInShort(*point.plan)});
    }
    return table.text();
}

std::string toText(const SearchRequest& request, const MemoryFrontier& frontier)
{
    std::string text = fmt::format("{}, the best plan for every memory budget per device\n\n",
                                   titlesOf(request.model, request.cluster));
    if (!frontier.points.empty()) {
        text += pointsTable(frontier) + '\n';
    } else if (frontier.complete) {
        text += fmt::format("Nothing fits into {}.\n", bytesText(frontier.largestBudget));
    }
    if (frontier.smallestBudget > 0) {
        text += smallestBudgetText(frontier.smallestBudget, request.cluster.mostMemory());
    }
    return text;
}

Json pointToJson(const FrontierPoint& point)
{
    Plan plan = *point.plan;
    sign(plan.provenance);
    return Json{{"budget_bytes", point.budget},
                {"proven_to_bytes", point.provenTo},
                {"throughput_samples_per_s", point.throughput},
                {"step_time_s", point.stepTime},
                {"global_batch", point.batch},
                {"pipeline", plan.pipeline()},
                {"microbatches", plan.schedule.microbatches},
                {"schedule", toString(plan.schedule)},
                {"certificate", certificateToJson(point.certificate)},
                {"plan", Json::parse(planToJson(plan), nullptr, false)}};
}

Json toJson(const SearchRequest& request, const MemoryFrontier& frontier)
{
    Json json = outputObject("frontier");
    json["method"] = info(request.method).name;
    json["smallest_feasible_budget_bytes"] =
        frontier.smallestBudget > 0 ? Json(frontier.smallestBudget) : Json(nullptr);
    json["largest_budget_bytes"] = frontier.largestBudget;
    json["complete"] = frontier.complete;
    json["seconds"] = frontier.seconds;
    json["points"] = Json::array();
    for (const FrontierPoint& point : frontier.points) {
        json["points"].push_back(pointToJson(point));
    }
    return json;
}

ExitCode outcomeOf(const MemoryFrontier& frontier)
{
    printMessage(fmt::format("{} of the frontier in {}",
                             counted(static_cast<std::int64_t>(frontier.points.size()), "step"),
                             formatSeconds(frontier.seconds)));
    if (!frontier.complete) {
        printMessage("stopped; smaller budgets are left out");
        return ExitStopped;
    }
    return frontier.points.empty() ? ExitInfeasible : ExitOk;
}

Result<ExitCode> run(const FrontierOptions& options, const Invocation& invocation)
{
    const Result<SearchRequest> request = planRequest(options.request, invocation.program);
    if (!request) {
        return tl::unexpected(request.error());
    }
    SearchRequest asked = *request;
    if (options.request.method.empty()) {
        asked.method = Method::Joint;  // the one that leaves nothing out
    }
    const Interrupt interrupt;
    const Result<MemoryFrontier> frontier = memoryFrontier(asked, options.points, interrupt.token());
    if (!frontier) {
        return tl::unexpected(frontier.error());
    }
    if (invocation.json) {
        printJson(toJson(asked, *frontier));
    } else {
        printText(toText(asked, *frontier));
    }
    return outcomeOf(*frontier);
}

}  // namespace

void addFrontier(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<FrontierOptions>();
    CLI::App* command = addCommand(
        app, invocation, "frontier", "Show the best throughput for every memory budget per device",
        "  pgram frontier --model bert-huge-32 --cluster rtx-titan-8 --batch 64\n"
        "  pgram frontier --model llama2-7b --cluster a100-8 --points 100 --json\n"
        "From the smallest budget that works to the device's memory, or to --memory where that is more. A plan is the\n"
        "best one from the memory that it needs to the memory up to which that is proven.");
    addPlanOptions(*command, options->request);
    addMethodOption(*command, options->request, "joint");
    command->add_option("--points", options->points, "budgets to solve at most; 0 = all that make a difference")
        ->type_name("N")
        ->check(CLI::Range(0, mostPoints))
        ->capture_default_str();
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
