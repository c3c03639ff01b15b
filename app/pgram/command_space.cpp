// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram space: shows the gain and the cost of each dimension of the search.
#include "app/pgram/command.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/search_output.h"
#include "app/pgram/time_limit.h"
#include "core/base/format.h"
#include "core/questions/space_effects.h"

#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

std::string nameOf(const SpaceEffect& effect)
{
    if (effect.dimension == nullptr) {
        return "as asked for";
    }
    return fmt::format("{} {}", effect.isOn ? "without" : "with", effect.dimension->name);
}

std::string gainText(const SpaceEffect& effect, const SpaceEffect& asItIs)
{
    if (effect.dimension == nullptr) {
        return "";
    }
    const std::optional<double> gain = effect.gain(asItIs);
    if (!gain) {
        const bool withFits = (effect.isOn ? asItIs : effect).result.plan.has_value();
        return withFits ? "a plan" : "";
    }
    return formatPercent(*gain);
}

/// An effect with the search of the request as it is, which all are compared with.
struct ComparedEffect {
    const SpaceEffect& effect;
    const SpaceEffect& asItIs;

    [[nodiscard]] bool fits() const { return effect.result.plan.has_value(); }
    [[nodiscard]] std::optional<double> gain() const
    {
        return effect.dimension != nullptr ? effect.gain(asItIs) : std::nullopt;
    }
};

std::string planText(const ComparedEffect& one)
{
    return one.fits()
               ? fmt::format("P{} m{} {}: {}", one.effect.result.plan->pipeline(),
                             one.effect.result.plan->schedule.microbatches, toString(one.effect.result.plan->schedule),
                             strategiesInShort(*one.effect.result.plan))
               : "";
}

constexpr Field<ComparedEffect> effectRows[] = {
    figure<[](const ComparedEffect& one) {
        return one.effect.dimension != nullptr ? std::optional<std::string>(one.effect.dimension->name) : std::nullopt;
    }>("dimension")
        .says("Name in pgram list dimensions; null: the request as it is")
        .column("space", Measure::Text, [](const ComparedEffect& one) { return nameOf(one.effect); }),
    shown("step time", Measure::Time,
          [](const ComparedEffect& one) {
              return one.fits() ? formatSeconds(one.effect.result.estimate->stepTime) : "does not fit";
          }),
    shown("the dimension brings", Measure::Share,
          [](const ComparedEffect& one) { return gainText(one.effect, one.asItIs); }),
    figure<[](const ComparedEffect& one) { return one.effect.dimension == nullptr || !one.effect.isOn; }>("searched")
        .says("true if this search has the dimension; false: it is left out"),
    figure<[](const ComparedEffect& one) { return one.effect.strategies; }>("strategies")
        .atLeast(0)
        .says("Strategies of one layer, over all numbers of stages")
        .column("strategies", Measure::Count),
    figure<&ComparedEffect::fits>("fits"),
    nested<certificateRows, [](const ComparedEffect& one) { return one.effect.result.certificate; }>("certificate")
        .column("searched in", Measure::Time,
                [](const ComparedEffect& one) { return formatSeconds(one.effect.result.certificate.seconds); }),
    shown("gap", Measure::Share,
          [](const ComparedEffect& one) { return one.fits() ? formatPercent(one.effect.result.certificate.gap) : ""; }),
    figure<[](const ComparedEffect& one) { return one.effect.result.estimate->stepTime; }>("step_time_s")
        .when([](const ComparedEffect& one) { return one.fits(); })
        .above(0)
        .says("Step time of the plan, if it fits"),
    figure<&ComparedEffect::gain>("gain")
        .between(std::numeric_limits<double>::lowest(), 1)
        .says(
            "Share of the seconds per sample that the dimension saves; null: one of both has no plan, or no dimension"),
    shown("plan", Measure::Text, [](const ComparedEffect& one) { return planText(one); }),
};

/// Answer of the command.
struct SpaceAnswer {
    bool isComplete;
    const std::vector<SpaceEffect>& effects;

    [[nodiscard]] std::vector<ComparedEffect> compared() const
    {
        std::vector<ComparedEffect> all;
        for (const SpaceEffect& effect : effects) {
            all.push_back({effect, effects.front()});
        }
        return all;
    }
};

constexpr Field<SpaceAnswer> spaceRows[] = {
    figure<&SpaceAnswer::isComplete>("complete").says("false: stopped, later dimensions are left out"),
    listed<effectRows, &SpaceAnswer::compared>("effects").says(
        "The request as it is first, then each dimension, added or left out"),
};
constexpr AnswerFormat<SpaceAnswer> spaceAnswer{
    "space", "Gain and cost of each dimension of the search.", spaceRows, {"effects"}};

std::string toText(const SearchRequest& request, const SpaceAnswer& answer)
{
    return fmt::format("{} with {} per device, {}\n\n", titlesOf(request.model, request.cluster),
                       bytesText(request.budget()), toString(request.space)) +
           tableWith<effectRows>(answer.compared()).text();
}

struct SpaceOptions {
    PlanOptions request;
    TimeLimit limit;
};

Result<ExitCode> run(const SpaceOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const SearchRequest request, planRequest(options.request, invocation.program));
    const Interrupt interrupt(options.limit.seconds());
    PGRAM_TRY(const std::vector<SpaceEffect> effects, spaceEffects(request, interrupt.token()));
    const bool complete = !interrupt.token().stop_requested();
    const SpaceAnswer answer{complete, effects};
    printAnswer(invocation, spaceAnswer, answer, effects.empty() ? std::string() : toText(request, answer));
    const bool any = std::ranges::any_of(effects, [](const SpaceEffect& own) { return own.result.plan.has_value(); });
    if (!complete) {
        return stopped(endedBy(interrupt), options.limit, any, "dimensions are left out");
    }
    return any ? ExitOk : ExitInfeasible;
}

}  // namespace

void addSpace(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<SpaceOptions, spaceAnswer>(
        app, invocation, run, "space",
        "Tell what each dimension of the search brings and costs: each added, or left out, and planned",
        "  pgram space --model llama2-7b --cluster a100-8 --batch 64\n"
        "  pgram space --model llama3.1-70b --cluster dgx-h100-64 --batch 256 --space modern --json\n"
        "Exit code 1 when nothing fits, whatever the dimensions.");
    addPlanOptions(*command, options->request);
    addSeconds(*command, options->limit, "stop after this long, with the dimensions until then");
}

}  // namespace pgram::cli
