// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram keep: what the layers of each stage had best keep, swap or recompute.
#include "app/pgram/command.h"
#include "app/pgram/plan_text.h"
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

/// A stage and its best keeping.
struct KeptStage {
    int index;
    StageKeeping keeping;
};

/// Answer of the command.
struct Kept {
    std::vector<KeptStage> stages;
    std::optional<StageExchange> exchange;
};

constexpr std::string_view swapEvents[]{"forward", "swap-out", "swap-in", "recompute", "backward"};

constexpr Field<SwapEvent> swapEventRows[] = {
    figure<[](const SwapEvent& event) { return swapEvents[static_cast<std::size_t>(event.kind)]; }>("kind").oneOf(
        swapEvents),
    figure<&SwapEvent::block>("block").atLeast(0),
    figure<&SwapEvent::start>("start_s").atLeast(0),
    figure<&SwapEvent::end>("end_s").atLeast(0),
};

constexpr Field<SwapMemory> swapMemoryRows[] = {
    figure<&SwapMemory::start>("start_s").atLeast(0),
    figure<&SwapMemory::bytes>("bytes"),
};

constexpr Field<KeptStage> keptStageRows[] = {
    figure<&KeptStage::index>("stage").atLeast(0).column("stage", Measure::Count),
    figure<&KeptStage::keeping, &StageKeeping::groups>("layers_of_blocks").atLeast(1),
    figure<&KeptStage::keeping, &StageKeeping::device, &SwapDevice::bytes>("bytes_for_kept").atLeast(0),
    figure<&KeptStage::keeping, &StageKeeping::device, &SwapDevice::link>("link_bytes_per_s").atLeast(0),
    figure<&KeptStage::keeping, &StageKeeping::inCore>("in_core_s").atLeast(0).column("in core", Measure::Time),
    figure<[](const KeptStage& stage) {
        return ifFinite(stage.keeping.best.plan.empty() ? HUGE_VAL : stage.keeping.best.seconds);
    }>("best_s")
        .atLeast(0)
        .says("null: no plan can run")
        .column("best", Measure::Time, [](const KeptStage& stage) { return secondsText(stage.keeping.best); }),
    figure<[](const KeptStage& stage) { return toString(stage.keeping.best.plan); }>("plan").like("^[KSR]*$"),
    figure<[](const KeptStage& stage) {
        return onlyIf(!stage.keeping.best.plan.empty(), stage.keeping.best.lowerBound);
    }>("lower_bound_s")
        .atLeast(0)
        .column("above bound", Measure::Share,
                [](const KeptStage& stage) {
                    return stage.keeping.best.plan.empty() ? "" : formatPercent(stage.keeping.best.gap());
                }),
    figure<[](const KeptStage& stage) { return ifFinite(stage.keeping.swapOnly.seconds); }>("swap_only_s")
        .atLeast(0)
        .column("swaps only", Measure::Time,
                [](const KeptStage& stage) { return secondsText(stage.keeping.swapOnly); }),
    figure<[](const KeptStage& stage) { return ifFinite(stage.keeping.recomputeOnly.seconds); }>("recompute_only_s")
        .atLeast(0)
        .column("recomputes only", Measure::Time,
                [](const KeptStage& stage) { return secondsText(stage.keeping.recomputeOnly); }),
    listed<swapEventRows, &KeptStage::keeping, &StageKeeping::timeline, &SwapTimeline::events>("events"),
    listed<swapMemoryRows, &KeptStage::keeping, &StageKeeping::timeline, &SwapTimeline::memory>("memory"),
    shown("for kept tensors", Measure::Memory,
          [](const KeptStage& stage) { return formatBytes(stage.keeping.device.bytes); }),
    shown("plan", Measure::Text, [](const KeptStage& stage) { return toString(stage.keeping.best.plan); }),
};

constexpr Field<StageExchange> exchangeRows[] = {
    figure<&StageExchange::microbatches>("microbatches").atLeast(1),
    figure<&StageExchange::copies>("copies").atLeast(1),
    figure<&StageExchange::compute>("compute_s").atLeast(0),
    figure<&StageExchange::phased>("phased_s")
        .atLeast(0)
        .says("From step to step, each block's exchange as soon as its last backward is done"),
    figure<&StageExchange::bulk>("bulk_s").atLeast(0).says("All exchanges after the last backward"),
    figure<&StageExchange::total, &ExchangeBlock::toHost>("to_host_s").atLeast(0),
    figure<&StageExchange::total, &ExchangeBlock::sum>("sum_s").atLeast(0),
    figure<&StageExchange::total, &ExchangeBlock::update>("update_s").atLeast(0),
    figure<&StageExchange::total, &ExchangeBlock::toDevice>("to_device_s").atLeast(0),
};

constexpr Field<Kept> keepRows[] = {
    listed<keptStageRows, &Kept::stages>("stages"),
    nested<exchangeRows, &Kept::exchange>("exchange")
        .says("A step with weights that the host updates, on one stage, with the plan of the blocks above; null if "
              "the devices update them, there are several stages, or nothing runs"),
};
constexpr AnswerFormat<Kept> keepAnswer{
    "keep",
    "The best choice for the blocks of layers of each stage: keep (K), swap to the host (S) or recompute (R), for one "
    "micro-batch, forward and backward.",
    keepRows,
    {"stages"}};

/// Returns the table of stages, with one letter per block, and the exchange in words.
std::string toText(const Kept& kept)
{
    return tableWith<keptStageRows>(kept.stages).text() +
           "\nOne micro-batch through the stage, forward and backward. A letter for each block of layers, front to "
           "back: K\nkeeps its tensors, S swaps them to the host and back, R recomputes them.\n" +
           (kept.exchange ? exchangeText(*kept.exchange) : std::string());
}

Result<ExitCode> run(const KeepOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const Plan plan, loadPlan(options.plan));
    if (options.stage >= plan.pipeline()) {
        return badInput(fmt::format("the plan has {} stage(s), counted from 0", plan.pipeline()), "--stage");
    }
    const int first = std::max(0, options.stage);
    const int end = options.stage < 0 ? plan.pipeline() : options.stage + 1;
    Kept kept;
    Plan mixed = plan;
    bool runs = true;
    for (int stage = first; stage < end; ++stage) {
        const Result<StageBlocks> blocks = stageBlocks(plan, stage);
        if (!blocks) {
            Error error = blocks.error();
            error.where = fmt::format("{}: {}", options.plan, error.where.english());
            return tl::unexpected(std::move(error));
        }
        kept.stages.push_back({stage, keepingOf(*blocks)});
        const StageKeeping& found = kept.stages.back().keeping;
        runs = runs && !found.best.plan.empty();
        if (runs) {
            mixed = withKeeping(std::move(mixed), stage, found.groups, found.best.plan);
        }
    }
    if (runs && !options.out.empty()) {
        PGRAM_CHECK(savePlan(mixed, options.out));
        printMessage(fmt::format("wrote {}", options.out));
    }
    const StageKeeping& front = kept.stages.front().keeping;
    kept.exchange = stageExchange(plan, front.groups, front.timeline);
    printAnswer(invocation, keepAnswer, kept, toText(kept));
    return runs ? ExitOk : ExitInfeasible;
}

}  // namespace

void addKeep(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<KeepOptions, keepAnswer>(
        app, invocation, run, "keep", "Show what each stage had best keep, swap to the host or recompute",
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
}

}  // namespace pgram::cli
