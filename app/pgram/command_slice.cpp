// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram slice: compares a plan with and without slices of tokens, by the lengths of the slices.
#include "app/pgram/command.h"
#include "app/pgram/plan_text.h"
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

/// Returns the plan as it is, then with slices by their lengths.
Result<std::vector<Choice>> choicesOf(const Plan& plan, const std::string& schedule)
{
    Plan sliced = plan;
    if (!schedule.empty()) {
        PGRAM_TRY(const Schedule parsed, parseSchedule(schedule));
        sliced.schedule = parsed;
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
        choices.push_back(choiceOf(std::string(name(lengths)), withSliceLengths(sliced, lengths)));
    }
    return choices;
}

std::string verdictOf(const Estimate& figures)
{
    return !figures.legal ? "not legal" : figures.fits ? "" : "does not fit";
}

constexpr std::string_view lengthNames[]{"as it is", "equal-work", "equal", "optimal"};

constexpr Field<Choice> choiceRows[] = {
    figure<&Choice::name>("lengths").oneOf(lengthNames).column("lengths"),
    figure<[](const Choice& choice) { return toString(choice.plan.schedule); }>("schedule")
        .says("The schedule as --schedule takes it, with the number of slices")
        .column("schedule"),
    figure<&Choice::tokens>("tokens").atLeast(0).says("Length of each slice; empty: micro-batches are not cut"),
    figure<&Choice::figures, &Estimate::stepTime>("step_s").atLeast(0).column("step", Measure::Time),
    figure<&Choice::figures, &Estimate::bubbleFraction>("bubble_fraction")
        .between(0, 1)
        .column("bubbles", Measure::Share),
    figure<&Choice::figures, &Estimate::peakMemory>("peak_memory_bytes")
        .atLeast(0)
        .column("peak memory", Measure::Memory),
    figure<&Choice::figures, &Estimate::legal>("legal"),
    figure<&Choice::figures, &Estimate::fits>("fits"),
    shown("", Measure::Text, [](const Choice& choice) { return verdictOf(choice.figures); }),
    shown("tokens", Measure::Text,
          [](const Choice& choice) { return fmt::format("{}", fmt::join(choice.tokens, " ")); }),
};

using Choices = std::vector<Choice>;
constexpr Field<Choices> sliceRows[] = {listed<choiceRows, itself<Choices>>("choices")};
constexpr AnswerFormat<Choices> sliceAnswer{
    "slice",
    "Step time and memory of a plan as it is, then with slices of tokens by their lengths.",
    sliceRows,
    {"choices"}};

std::string toText(const Choices& choices)
{
    return tableWith<choiceRows>(choices).text() +
           "\nOptimal: as many and as long as TeraPipe's dynamic programme finds them for the slowest stage, which\n"
           "counts forward and backward together; the step is simulated.\n";
}

Result<ExitCode> run(const SliceOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const Plan plan, loadPlan(options.plan));
    PGRAM_TRY(const std::vector<Choice> choices, choicesOf(plan, options.schedule));
    if (!options.out.empty()) {
        const auto chosen = std::ranges::find(choices, options.lengths, &Choice::name);
        PGRAM_CHECK(savePlan(chosen->plan, options.out));
        printMessage(fmt::format("wrote {}", options.out));
    }
    printAnswer(invocation, sliceAnswer, choices, toText(choices));
    return ExitOk;
}

}  // namespace

void addSlice(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<SliceOptions, sliceAnswer>(
        app, invocation, run, "slice", "Cut a plan's micro-batches into slices of tokens",
        "  pgram slice plan.pgplan.json --schedule terapipe:8\n"
        "  pgram slice plan.pgplan.json --schedule seq1f1b:4 --lengths optimal --out cut.pgplan.json\n"
        "What slices are worth (TeraPipe, Seq1F1B) on the plan's cut and strategies, beside the plan as it is.");
    command->add_option("PLAN", options->plan, "a plan file")->required()->type_name("FILE");
    command->add_option("--schedule", options->schedule, "one with slices, if the plan's has none")->type_name("NAME");
    CLI::Option* lengths =
        command->add_option("--lengths", options->lengths, "of the plan that is written: equal-work, equal, optimal")
            ->type_name("LENGTHS")
            ->check(CLI::IsMember(std::vector<std::string>(enumNames<SliceLengths>.begin(),
                                                           enumNames<SliceLengths>.begin() + searched.size())));
    addFileToWrite(*command, "--out", options->out, "write the plan with slices of --lengths to a file")
        ->needs(lengths);
}

}  // namespace pgram::cli
