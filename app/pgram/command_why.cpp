// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram why: explains why some layers of a plan do not have another strategy.
#include "app/pgram/command.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/progress_line.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "app/pgram/time_limit.h"
#include "core/base/format.h"
#include "core/base/workers.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"
#include "core/questions/plan_question.h"
#include "core/questions/why_not.h"
#include "core/strategy/strategy_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct WhyOptions {
    std::string file;
    std::string layers;
    std::string strategy;
    std::string space;
    std::string method;
    std::string out;
    int threads = 0;
    TimeLimit limit;
};

struct Layers {
    int first = 0;
    int count = 0;
};

/// Parses "3" or "3-5"; an empty text means all layers.
Result<Layers> parseLayers(const std::string& text, int layers)
{
    if (text.empty()) {
        return Layers{0, layers};
    }
    int first = 0;
    const char* end = text.data() + text.size();
    std::from_chars_result read = std::from_chars(text.data(), end, first);
    int last = first;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-') {
        read = std::from_chars(read.ptr + 1, end, last);
    }
    if (read.ec != std::errc() || read.ptr != end || first < 0 || last < first || last >= layers) {
        return badInput(fmt::format("'{}' are no layers of the plan", text.substr(0, 40)), "--layers",
                        fmt::format("Give them as 3 or 3-5, from 0 to {}", layers - 1));
    }
    return Layers{first, last - first + 1};
}

Result<SearchRequest> requestFor(const WhyOptions& options, const Plan& plan)
{
    SearchRequest request = requestOf(plan);
    request.threads = options.threads;
    if (!options.space.empty()) {
        PGRAM_TRY(const Space space, ofOption(parseSpace(options.space), "--space"));
        request.space = space;
    }
    if (!options.method.empty()) {
        PGRAM_TRY(const Method method, ofOption(parseMethod(options.method), "--method"));
        request.method = method;
    }
    return request;
}

Result<WhyNotQuestion> questionOf(const WhyOptions& options)
{
    PGRAM_TRY(const Plan plan, loadPlan(options.file));
    PGRAM_TRY(const LayerStrategy strategy, ofOption(parseStrategy(options.strategy), "--strategy"));
    PGRAM_TRY(const Layers layers, parseLayers(options.layers, static_cast<int>(plan.strategies.size())));
    PGRAM_TRY(SearchRequest request, requestFor(options, plan));
    WhyNotQuestion question;
    question.request = std::move(request);
    question.reference = std::make_shared<const Plan>(plan);
    question.referenceEstimate = std::make_shared<const Estimate>(estimate(plan));
    question.firstLayer = layers.first;
    question.layerCount = layers.count;
    question.strategy = strategy;
    return question;
}

constexpr std::string_view outcomes[]{"costed", "no-stage", "illegal", "infeasible", "stopped"};
constexpr std::string_view placeKinds[]{"kept", "pruned", "no-leaf", "no-stage"};

/// A question with its answer.
struct AnsweredWhy {
    const WhyNotQuestion* question;
    const WhyNot* answer;
};

constexpr Field<StepParts> partRows[] = {
    figure<&StepParts::compute>("compute_s").says("Forward, backward, optimizer"),
    figure<&StepParts::recompute>("recompute_s"),
    figure<&StepParts::communication>("communication_s").says("Exposed"),
    figure<&StepParts::bubble>("bubble_s").says("Waiting for other stages"),
};
constexpr Field<WhyNot> strategyCostRows[] = {
    figure<&WhyNot::after, &StepParts::total>("step_time_s").atLeast(0),
    figure<&WhyNot::before, &StepParts::total>("reference_step_time_s").atLeast(0),
    figure<&WhyNot::extra>("extra_s").says("Negative: the plan with the strategy is faster"),
    figure<&WhyNot::relativeExtra>("relative_extra").orNull(),
    nested<partRows, &WhyNot::before>("parts_before").says("Shares of the step of an average device"),
    nested<partRows, &WhyNot::after>("parts_after").says("Shares of the step of an average device"),
    figure<&WhyNot::recomputedElsewhere>("recomputed_elsewhere")
        .says("Other layers that recompute, more than in the plan"),
    nested<certificateRows, &WhyNot::certificate>("certificate"),
    figure<&WhyNot::comparison>("comparison"),
    figure<[](const WhyNot& answer) { return planObject(*answer.plan); }>("plan").describedBy(anyObject),
};
constexpr Field<SpacePlace> placeRows[] = {
    figure<[](const SpacePlace& place) { return placeKinds[static_cast<std::size_t>(place.kind)]; }>("kind").oneOf(
        placeKinds),
    figure<&SpacePlace::pipeline>("pipeline").atLeast(1).zeroIsNull().says("Stages of the tree with this leaf"),
    nested<verdictRows, &SpacePlace::rule>("rule"),
};
constexpr Field<WhyNot> whyRefusalRows[] = {
    nested<verdictRows, [](const WhyNot& answer) { return *answer.refusal; }>(""),
    figure<&WhyNot::refusedLayer>("layer").atLeast(0),
};
constexpr Field<AnsweredWhy> whyRows[] = {
    figure<[](const AnsweredWhy& why) { return shortName(why.question->strategy); }>("strategy"),
    figure<&AnsweredWhy::question, &WhyNotQuestion::firstLayer>("first_layer").atLeast(0),
    figure<&AnsweredWhy::question, &WhyNotQuestion::layerCount>("layer_count").atLeast(1),
    figure<[](const AnsweredWhy& why) { return outcomes[static_cast<std::size_t>(why.answer->outcome)]; }>("outcome")
        .oneOf(outcomes),
    figure<&AnsweredWhy::answer, &WhyNot::used>("used").says("The plan has the strategy on one of the layers"),
    nested<placeRows, &AnsweredWhy::answer, &WhyNot::place>("place").says("Place of the strategy in the space"),
    nested<whyRefusalRows, [](const AnsweredWhy& why) { return onlyIf(why.answer->refusal.has_value(), *why.answer); }>(
        "refusal"),
    nested<infeasibilityRows, &AnsweredWhy::answer, &WhyNot::infeasibility>("infeasibility"),
    nested<strategyCostRows, [](const AnsweredWhy& why) { return onlyIf(why.answer->plan != nullptr, *why.answer); }>(
        "cost")
        .says("The best plan found with the strategy"),
};
constexpr AnswerFormat<AnsweredWhy> whyAnswer{
    "why", "The reason why some layers of a plan do not have a strategy, and the step time with it.", whyRows};

std::string placeText(const SpacePlace& place, const Space& space)
{
    const std::string dimensions = toString(space);
    switch (place.kind) {
    case SpacePlace::Kind::Kept:
        return fmt::format("In the space {}: a leaf of the tree for {}.", dimensions, counted(place.pipeline, "stage"));
    case SpacePlace::Kind::Pruned:
        return fmt::format("Not in the space {}: {}.", dimensions, explain(*place.rule).english());
    case SpacePlace::Kind::NoLeaf:
        return fmt::format("Not in the space {}: no leaf of its trees.", dimensions);
    case SpacePlace::Kind::NoStage:
        break;
    }
    return fmt::format("No plan can hold it: no stage of {} devices has groups of {}.", place.rule->right,
                       place.rule->left);
}

std::string signedSeconds(Seconds seconds)
{
    return seconds == 0 ? "=" : (seconds < 0 ? "-" : "+") + formatSeconds(std::abs(seconds));
}

std::string costText(const WhyNotQuestion& question, const WhyNot& answer)
{
    if (answer.plan == question.reference) {
        return "The plan runs it, and no better plan with it was found.\n";
    }
    std::string text = fmt::format("The best plan found with it takes {} per step beside {}: {:+.1f} %.\n\n",
                                   formatSeconds(answer.after.total()), formatSeconds(answer.before.total()),
                                   100 * answer.relativeExtra());
    Table table({{"an average device", Align::Left}, {"plan"}, {"with it"}, {"difference"}});
    const auto add = [&](const char* name, Seconds StepParts::*part) {
        table.addRow({name, formatSeconds(answer.before.*part), formatSeconds(answer.after.*part),
                      signedSeconds(answer.after.*part - answer.before.*part)});
    };
    add("compute", &StepParts::compute);
    add("recompute", &StepParts::recompute);
    add("communication", &StepParts::communication);
    add("bubbles", &StepParts::bubble);
    table.addRow({"step", formatSeconds(answer.before.total()), formatSeconds(answer.after.total()),
                  signedSeconds(answer.extra())});
    text += table.text();
    if (answer.recomputedElsewhere > 0) {
        text += fmt::format("\nOther layers that recompute, to fit: {:+}.\n", answer.recomputedElsewhere);
    }
    Table layers({{"layers", Align::Left}, {"plan", Align::Left}, {"with it", Align::Left}});
    for (const StrategyDifference& d : answer.comparison.strategies) {
        layers.addRow({rangeText(d.firstLayer, d.layerCount), shortName(d.before), shortName(d.after)});
    }
    return layers.isEmpty() ? text : text + '\n' + layers.text();
}

std::string outcomeText(const WhyNotQuestion& question, const WhyNot& answer)
{
    switch (answer.outcome) {
    case WhyNot::Outcome::Costed:
        return costText(question, answer);
    case WhyNot::Outcome::NoStage:
        return {};
    case WhyNot::Outcome::Illegal:
        return fmt::format("Layer {} refuses it: {}.\n", answer.refusedLayer, explain(*answer.refusal).english());
    case WhyNot::Outcome::Infeasible:
        return infeasibilityText(*answer.infeasibility, question.request.cluster.mostMemory());
    case WhyNot::Outcome::Stopped:
        return "Stopped before any plan with it was found.\n";
    }
    return {};
}

std::string toText(const WhyNotQuestion& question, const WhyNot& answer)
{
    return fmt::format("{} on {} {}\n{}\n{}", shortName(question.strategy),
                       question.layerCount == 1 ? "layer" : "layers",
                       rangeText(question.firstLayer, question.layerCount),
                       placeText(answer.place, question.request.space), outcomeText(question, answer));
}

ExitCode exitCodeOf(const WhyNot& answer)
{
    switch (answer.outcome) {
    case WhyNot::Outcome::Costed:
        return ExitOk;
    case WhyNot::Outcome::Stopped:
        return ExitStopped;
    default:
        return ExitInfeasible;
    }
}

Result<ExitCode> run(const WhyOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const WhyNotQuestion question, questionOf(options));
    const Interrupt interrupt(options.limit.seconds());
    PGRAM_TRY(const WhyNot answer, [&] {
        ProgressLine line;
        return whyNot(question, interrupt.token(), [&line](const Progress& progress) { line.show(progress); });
    }());
    if (answer.plan && !options.out.empty()) {
        PGRAM_CHECK(savePlan(*answer.plan, options.out));
        printMessage(fmt::format("wrote {}", options.out));
    }
    printAnswer(invocation, whyAnswer, {&question, &answer}, toText(question, answer));
    const EndedBy ended = endedBy(interrupt);
    return ended == EndedBy::Nothing
               ? exitCodeOf(answer)
               : stopped(ended, options.limit, answer.plan != nullptr,
                         fmt::format("this is the best plan with it until then, {}", gapText(answer.certificate)));
}

}  // namespace

void addWhy(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<WhyOptions, whyAnswer>(
        app, invocation, run, "why", "Tell why a plan does not use a strategy for some layers, and what it would cost",
        "  pgram why bert.pgplan.json --layers 3-5 --strategy tp4-dp2-ckpt\n"
        "  pgram why bert.pgplan.json --strategy sdp8 --method joint --json\n"
        "Groups stand innermost first: tp2-dp4 has its tensor groups on neighbouring devices, dp4-tp2 spreads them.\n"
        "Exit code 1 when no plan can hold it: refused by a layer, or too big for the budget.");
    command->add_option("PLAN", options->file, "a plan file")->required()->type_name("FILE");
    command->add_option("--layers", options->layers, "layers from 0: 3, or 3-5; else all")->type_name("A-B");
    command->add_option("--strategy", options->strategy, "what they would run: tp4-dp2-ckpt, sdp8, zero1-4, single")
        ->required()
        ->type_name("NAME");
    command->add_option("--space", options->space, "dimensions of the other layers; else those the plan was made in")
        ->type_name("LIST");
    command->add_option("--method", options->method, "how the rest is searched; else as the plan was made")
        ->type_name("NAME");
    command->add_option("--threads", options->threads, "number of search threads; one per core by default")
        ->type_name("N")
        ->check(CLI::Range(1, mostThreads));
    addSeconds(*command, options->limit, "stop after this long, with the best plan until then");
    addFileToWrite(*command, "--out", options->out, "write the plan that contains it to a file");
}

}  // namespace pgram::cli
