// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram frontier: throughput against the memory of a device.
#include "app/pgram/command.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/time_limit.h"
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
    TimeLimit limit;
};

/// Returns the content of the plan file.
Json planOf(const FrontierPoint& point)
{
    Plan plan = *point.plan;
    sign(plan.provenance);
    return Json::parse(planToJson(plan), nullptr, false);
}

Json describePlan(const FieldRules&)
{
    return Json{{"type", "object"}};
}

constexpr Field<FrontierPoint> pointRows[] = {
    figure<&FrontierPoint::budget>("budget_bytes")
        .atLeast(1)
        .says("The least budget that the plan fits, reserve included")
        .column("memory from", Measure::Memory),
    figure<&FrontierPoint::provenTo>("proven_to_bytes")
        .atLeast(1)
        .says("Nothing better fits any budget up to this one")
        .column("to", Measure::Memory),
    figure<&FrontierPoint::throughput>("throughput_samples_per_s")
        .orNull()
        .atLeast(0)
        .column("throughput", Measure::Rate,
                [](const FrontierPoint& point) { return fmt::format("{} samples/s", formatNumber(point.throughput)); }),
    figure<&FrontierPoint::stepTime>("step_time_s").orNull().atLeast(0).column("step time", Measure::Time),
    figure<&FrontierPoint::batch>("global_batch").atLeast(1).column("batch", Measure::Count),
    figure<[](const FrontierPoint& point) { return point.plan->pipeline(); }>("pipeline")
        .atLeast(1)
        .says("Number of stages")
        .column("stages", Measure::Count),
    figure<[](const FrontierPoint& point) { return point.plan->schedule.microbatches; }>("microbatches")
        .atLeast(1)
        .column("micro-batches", Measure::Count),
    figure<[](const FrontierPoint& point) { return toString(point.plan->schedule); }>("schedule")
        .says("The schedule as --schedule takes it: 1f1b, gpipe, interleaved:2, zb-h1, v-half, …")
        .column("schedule"),
    nested<certificateRows, &FrontierPoint::certificate>("certificate"),
    figure<planOf>("plan").describedBy(describePlan).says("The plan file's object, as in plan.json"),
    shown("strategies", Measure::Text, [](const FrontierPoint& point) { return strategiesInShort(*point.plan); }),
};

/// A frontier with the method that found it.
struct FrontierAnswer {
    const MemoryFrontier* frontier;
    const char* method;
};

constexpr Field<FrontierAnswer> frontierRows[] = {
    figure<&FrontierAnswer::method>("method").says("Name in pgram list methods; joint leaves nothing out"),
    figure<[](const FrontierAnswer& all) {
        return onlyIf(all.frontier->smallestBudget > 0, all.frontier->smallestBudget);
    }>("smallest_feasible_budget_bytes")
        .atLeast(1)
        .says("The least --memory for which there is a plan; null if no budget helps"),
    figure<&FrontierAnswer::frontier, &MemoryFrontier::largestBudget>("largest_budget_bytes")
        .atLeast(0)
        .says("End of the frontier: the device's memory, or --memory if that is more"),
    figure<&FrontierAnswer::frontier, &MemoryFrontier::complete>("complete")
        .says("false: stopped, smaller budgets are left out"),
    figure<&FrontierAnswer::frontier, &MemoryFrontier::seconds>("seconds").atLeast(0).says(
        "Duration of the search alone"),
    listed<pointRows, &FrontierAnswer::frontier, &MemoryFrontier::points>("points").says(
        "By rising budget and throughput; empty if nothing fits the largest budget"),
};
constexpr AnswerFormat<FrontierAnswer> frontierAnswer{
    "frontier",
    "The best plan for every memory budget per device: a staircase of throughput against memory.",
    frontierRows,
    {"points"}};

std::string toText(const SearchRequest& request, const MemoryFrontier& frontier)
{
    std::string text = fmt::format("{}, the best plan for every memory budget per device\n\n",
                                   titlesOf(request.model, request.cluster));
    if (!frontier.points.empty()) {
        text += tableWith<pointRows>(frontier.points).text() + '\n';
    } else if (frontier.complete) {
        text += fmt::format("Nothing fits into {}.\n", bytesText(frontier.largestBudget));
    }
    if (frontier.smallestBudget > 0) {
        text += smallestBudgetText(frontier.smallestBudget, request.cluster.mostMemory());
    }
    return text;
}

ExitCode outcomeOf(const MemoryFrontier& frontier, EndedBy reason, const TimeLimit& limit)
{
    printMessage(fmt::format("{} of the frontier in {}",
                             counted(static_cast<std::int64_t>(frontier.points.size()), "step"),
                             formatSeconds(frontier.seconds)));
    if (!frontier.complete) {
        return stopped(reason, limit, !frontier.points.empty(), "smaller budgets are left out");
    }
    return frontier.points.empty() ? ExitInfeasible : ExitOk;
}

Result<ExitCode> run(const FrontierOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const SearchRequest request, planRequest(options.request, invocation.program));
    SearchRequest asked = request;
    if (options.request.method.empty()) {
        asked.method = Method::Joint;  // the one that leaves nothing out
    }
    const Interrupt interrupt(options.limit.seconds());
    PGRAM_TRY(const MemoryFrontier frontier, memoryFrontier(asked, options.points, interrupt.token()));
    printAnswer(invocation, frontierAnswer, {&frontier, info(asked.method).name}, toText(asked, frontier));
    return outcomeOf(frontier, endedBy(interrupt), options.limit);
}

}  // namespace

void addFrontier(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<FrontierOptions, frontierAnswer>(
        app, invocation, run, "frontier", "Show the best throughput for every memory budget per device",
        "  pgram frontier --model bert-huge-32 --cluster rtx-titan-8 --batch 64\n"
        "  pgram frontier --model llama2-7b --cluster a100-8 --points 100 --json\n"
        "From the smallest budget that works to the device's memory, or to --memory where that is more. A plan is the\n"
        "best one from the memory that it needs to the memory up to which that is proven.");
    addPlanOptions(*command, options->request);
    addMethodOption(*command, options->request, "joint");
    addSeconds(*command, options->limit, "stop after this long, with the steps until then");
    command->add_option("--points", options->points, "budgets to solve at most; 0 = all that make a difference")
        ->type_name("N")
        ->check(CLI::Range(0, mostPoints))
        ->capture_default_str();
}

}  // namespace pgram::cli
