// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram slice: what cutting a plan's micro-batches into slices of tokens is worth, by the lengths of the slices.
#include "app/pgram/command.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"
#include "core/plan/slice_choice.h"
#include "core/plan/volumes.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace pgram::cli {

namespace {

constexpr std::array searched{SliceLengths::EqualWork, SliceLengths::Equal, SliceLengths::Optimal};

struct SliceOptions {
    std::string plan;
    std::string schedule;
    std::string lengths;
    std::string out;
};

struct Choice {
    std::string name;
    Plan plan;
    std::vector<std::int64_t> tokens;
    Estimate figures;
};

Choice choiceOf(std::string name, Plan plan)
{
    Choice choice{std::move(name), std::move(plan), {}, {}};
    choice.tokens = sliceTokens(choice.plan);
    choice.figures = estimate(choice.plan);
    return choice;
}

/// Of the plan as it is, then of its slices by their lengths.
Result<std::vector<Choice>> choicesOf(const Plan& plan, const std::string& schedule)
{
    Plan sliced = plan;
    if (!schedule.empty()) {
        const Result<Schedule> parsed = parseSchedule(schedule);
        if (!parsed) {
            return tl::unexpected(parsed.error());
        }
        sliced.schedule = *parsed;
        sliced.schedule.microbatches = plan.schedule.microbatches;
        sliced.sliceTokens.clear();
    }
    if (!info(sliced.schedule.kind).choosesSlices) {
        return badInput(fmt::format("the schedule {} has no slices", toString(sliced.schedule)),
                        schedule.empty() ? plan.name : "--schedule",
                        "Name one that has: --schedule seq1f1b:4 or terapipe:4");
    }
    if (sliced.schedule.virtualStages != plan.schedule.virtualStages) {
        return badInput(fmt::format("the plan has {} on each stage, the schedule {} one",
                                    counted(plan.schedule.virtualStages, "chunk"), toString(sliced.schedule)),
                        plan.name, "Give a plan without chunks");
    }
    std::vector<Choice> choices{choiceOf("as it is", plan)};
    for (const SliceLengths lengths : searched) {
        choices.push_back(choiceOf(code(lengths), withSliceLengths(sliced, lengths)));
    }
    return choices;
}

std::string verdictOf(const Estimate& figures)
{
    return !figures.legal ? "not legal" : figures.fits ? "" : "does not fit";
}

std::string toText(const std::vector<Choice>& choices)
{
    Table table({{"lengths", Align::Left},
                 {"schedule", Align::Left},
                 {"step"},
                 {"bubbles"},
                 {"peak memory"},
                 {"", Align::Left},
                 {"tokens", Align::Left}});
    for (const Choice& choice : choices) {
        table.addRow({choice.name, toString(choice.plan.schedule), formatSeconds(choice.figures.stepTime),
                      formatPercent(choice.figures.bubbleFraction), formatBytes(choice.figures.peakMemory),
                      verdictOf(choice.figures), fmt::format("{}", fmt::join(choice.tokens, " "))});
    }
    return table.text() + "\nOptimal: as many and as long as TeraPipe's dynamic programme finds them for the slowest "
                          "stage, which\n"
                          "counts forward and backward together; the step is simulated.\n";
}

Json toJson(const std::vector<Choice>& choices)
{
    Json json = outputObject("slice");
    json["choices"] = Json::array();
    for (const Choice& choice : choices) {
        json["choices"].push_back({{"lengths", choice.name},
                                   {"schedule", toString(choice.plan.schedule)},
                                   {"tokens", choice.tokens},
                                   {"step_s", choice.figures.stepTime},
                                   {"bubble_fraction", choice.figures.bubbleFraction},
                                   {"peak_memory_bytes", choice.figures.peakMemory},
                                   {"legal", choice.figures.legal},
                                   {"fits", choice.figures.fits}});
    }
    return json;
}

Result<ExitCode> run(const SliceOptions& options, const Invocation& invocation)
{
    const Result<Plan> plan = loadPlan(options.plan);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    const Result<std::vector<Choice>> choices = choicesOf(*plan, options.schedule);
    if (!choices) {
        return tl::unexpected(choices.error());
    }
    if (!options.out.empty()) {
        const auto chosen = std::ranges::find(*choices, options.lengths, &Choice::name);
        if (const Result<void> saved = savePlan(chosen->plan, options.out); !saved) {
            return tl::unexpected(saved.error());
        }
        printMessage(fmt::format("wrote {}", options.out));
    }
    invocation.json ? printJson(toJson(*choices)) : printText(toText(*choices));
    return ExitOk;
}

}  // namespace

void addSlice(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<SliceOptions>();
    CLI::App* command = addCommand(
        app, invocation, "slice", "Cut a plan's micro-batches into slices of tokens",
        "  pgram slice plan.pgplan.json --schedule terapipe:8\n"
        "  pgram slice plan.pgplan.json --schedule seq1f1b:4 --lengths optimal --out cut.pgplan.json\n"
        "What slices are worth (TeraPipe, Seq1F1B) on the plan's cut and strategies, beside the plan as it is.");
    command->add_option("PLAN", options->plan, "a plan file")->required()->type_name("FILE");
    command->add_option("--schedule", options->schedule, "one with slices, if the plan's has none")->type_name("NAME");
    CLI::Option* lengths =
        command->add_option("--lengths", options->lengths, "of the plan that is written: equal-work, equal, optimal")
            ->type_name("LENGTHS")
            ->check(CLI::IsMember({code(searched[0]), code(searched[1]), code(searched[2])}));
    addFileToWrite(*command, "--out", options->out, "write the plan with slices of --lengths to a file")
        ->needs(lengths);
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
