// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram keep: what the layers of each stage had best keep, swap or recompute.
#include "app/pgram/command.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/plan/plan_json.h"
#include "core/plan/stage_exchange.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

struct KeepOptions {
    std::string plan;
    std::string out;
    int stage = -1;
};

std::string secondsText(const KeepingAnswer& answer)
{
    return answer.plan.empty() ? std::string("cannot run") : formatSeconds(answer.seconds);
}

std::string exchangeText(const StageExchange& exchange)
{
    return fmt::format(
        "\nThe host updates the weights. A step of {} takes {} with each block's exchange beside\n"
        "compute, {} with all of it at the end, {} of compute alone. Gradients go to the host in {}, are\n"
        "summed over {} copies of the model in {} and update it in {}; weights come back in {}.\n",
        counted(exchange.microbatches, "micro-batch"), formatSeconds(exchange.phased), formatSeconds(exchange.bulk),
        formatSeconds(exchange.compute), formatSeconds(exchange.total.toHost), exchange.copies,
        formatSeconds(exchange.total.sum), formatSeconds(exchange.total.update),
        formatSeconds(exchange.total.toDevice));
}

/// "KK S RR" with one letter a block.
std::string toText(const std::vector<StageKeeping>& stages, int first)
{
    Table table({{"stage"},
                 {"in core"},
                 {"best"},
                 {"above bound"},
                 {"swaps only"},
                 {"recomputes only"},
                 {"for kept tensors"},
                 {"plan", Align::Left}});
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const StageKeeping& stage = stages[i];
        table.addRow({fmt::format("{}", first + static_cast<int>(i)), formatSeconds(stage.inCore),
                      secondsText(stage.best), stage.best.plan.empty() ? "" : formatPercent(stage.best.gap()),
                      secondsText(stage.swapOnly), secondsText(stage.recomputeOnly), formatBytes(stage.device.bytes),
                      toString(stage.best.plan)});
    }
    return table.text() + "\nOne micro-batch through the stage, forward and backward. A letter for each block of "
                          "layers, front to back: K\n"
                          "keeps its tensors, S swaps them to the host and back, R recomputes them.\n";
}

Json eventsToJson(const SwapTimeline& timeline)
{
    static constexpr const char* names[] = {"forward", "swap-out", "swap-in", "recompute", "backward"};
    Json events = Json::array();
    for (const SwapEvent& event : timeline.events) {
        events.push_back({{"kind", names[static_cast<std::size_t>(event.kind)]},
                          {"block", event.block},
                          {"start_s", event.start},
                          {"end_s", event.end}});
    }
    return events;
}

Json memoryToJson(const SwapTimeline& timeline)
{
    Json points = Json::array();
    for (const SwapMemory& point : timeline.memory) {
        points.push_back({{"start_s", point.start}, {"bytes", point.bytes}});
    }
    return points;
}

Json stageToJson(const StageKeeping& stage, int index)
{
    return Json{{"stage", index},
                {"layers_of_blocks", stage.groups},
                {"bytes_for_kept", stage.device.bytes},
                {"link_bytes_per_s", stage.device.link},
                {"in_core_s", stage.inCore},
                {"best_s", orNull(stage.best.plan.empty() ? HUGE_VAL : stage.best.seconds)},
                {"plan", toString(stage.best.plan)},
                {"lower_bound_s", stage.best.plan.empty() ? Json(nullptr) : Json(stage.best.lowerBound)},
                {"swap_only_s", orNull(stage.swapOnly.seconds)},
                {"recompute_only_s", orNull(stage.recomputeOnly.seconds)},
                {"events", eventsToJson(stage.timeline)},
                {"memory", memoryToJson(stage.timeline)}};
}

Json exchangeToJson(const std::optional<StageExchange>& exchange)
{
    if (!exchange) {
        return nullptr;
    }
    return Json{{"microbatches", exchange->microbatches},
                {"copies", exchange->copies},
                {"compute_s", exchange->compute},
                {"phased_s", exchange->phased},
                {"bulk_s", exchange->bulk},
                {"to_host_s", exchange->total.toHost},
                {"sum_s", exchange->total.sum},
                {"update_s", exchange->total.update},
                {"to_device_s", exchange->total.toDevice}};
}

Result<ExitCode> run(const KeepOptions& options, const Invocation& invocation)
{
    const Result<Plan> plan = loadPlan(options.plan);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    if (options.stage >= plan->pipeline()) {
        return badInput(fmt::format("the plan has {} stage(s), counted from 0", plan->pipeline()), "--stage");
    }
    const int first = std::max(0, options.stage);
    const int end = options.stage < 0 ? plan->pipeline() : options.stage + 1;
    std::vector<StageKeeping> stages;
    Plan mixed = *plan;
    bool runs = true;
    for (int stage = first; stage < end; ++stage) {
        const Result<StageBlocks> blocks = stageBlocks(*plan, stage);
        if (!blocks) {
            Error error = blocks.error();
            error.where = fmt::format("{}: {}", options.plan, error.where.english());
            return tl::unexpected(std::move(error));
        }
        stages.push_back(keepingOf(*blocks));
        const StageKeeping& found = stages.back();
        runs = runs && !found.best.plan.empty();
        if (runs) {
            mixed = withKeeping(std::move(mixed), stage, found.groups, found.best.plan);
        }
    }
    if (runs && !options.out.empty()) {
        if (const Result<void> saved = savePlan(mixed, options.out); !saved) {
            return tl::unexpected(saved.error());
        }
        printMessage(fmt::format("wrote {}", options.out));
    }
    const std::optional<StageExchange> exchange = stageExchange(*plan, stages[0].groups, stages[0].timeline);
    if (!invocation.json) {
        printText(toText(stages, first) + (exchange ? exchangeText(*exchange) : std::string()));
        return runs ? ExitOk : ExitInfeasible;
    }
    Json json = outputObject("keep");
    json["stages"] = Json::array();
    for (std::size_t i = 0; i < stages.size(); ++i) {
        json["stages"].push_back(stageToJson(stages[i], first + static_cast<int>(i)));
    }
    json["exchange"] = exchangeToJson(exchange);
    printJson(json);
    return runs ? ExitOk : ExitInfeasible;
}

}  // namespace

void addKeep(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<KeepOptions>();
    CLI::App* command = addCommand(
        app, invocation, "keep", "Show what each stage had best keep, swap to the host or recompute",
        "  pgram keep plan.pgplan.json\n"
        "  pgram keep plan.pgplan.json --stage 0 --json\n"
        "  pgram keep plan.pgplan.json --out mixed.pgplan.json\n"
        "Whatever the plan's strategies do with kept tensors now (KARMA). Of several micro-batches in flight each\n"
        "has its share of the memory. Exit code 1 where a stage cannot run at all.");
    command->add_option("PLAN", options->plan, "a plan file")->required()->type_name("FILE");
    command->add_option("--stage", options->stage, "one stage alone, counted from 0")
        ->type_name("N")
        ->check(CLI::Range(0, 1 << 20));
    addFileToWrite(*command, "--out", options->out, "write the plan with these mixes to a file, where all can run");
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
