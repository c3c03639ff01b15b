// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate plans: estimates of plans beside what runs of them took.
#include "app/pgram/command.h"
#include "app/pgram/expected.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/plan/plan_json.h"
#include "validation/measurements/observed_plans.h"

#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

constexpr double bytesOfGib = 1024.0 * 1024 * 1024;

/// A figure that was observed, with ours.
struct Held {
    double observed = 0;
    double ours = 0;
    bool isInBand = false;
    [[nodiscard]] double error() const { return ours / observed - 1; }
};

struct HeldPlan {
    ObservedPlan plan;
    FitVerdict verdict = FitVerdict::Fits;
    Seconds step = 0;
    double memoryGib = 0;
    std::optional<Held> time;
    std::optional<Held> memory;
};

std::optional<Held> heldOf(const std::optional<double>& observed, double ours, const std::optional<ErrorBand>& band)
{
    if (!observed || *observed <= 0) {
        return std::nullopt;
    }
    const bool isInBand = band && band->low * ours <= *observed && *observed <= band->high * ours;
    return Held{*observed, ours, isInBand};
}

Result<HeldPlan> hold(const ObservedPlan& observed, MeasuredRuns& runs)
{
    return loadPlan(observed.plan).map([&](const Plan& plan) {
        const Estimate figures = estimate(plan);
        const ErrorBands bands = runs.bandsOf(plan, figures);
        const Fit fit = fitOf(plan, figures, bands);
        HeldPlan held{observed, fit.verdict, figures.stepTime, static_cast<double>(figures.peakMemory) / bytesOfGib,
                      {},       {}};
        held.time = heldOf(observed.step, held.step, bands.time);
        held.memory = heldOf(observed.memoryGib, held.memoryGib, bands.memory);
        return held;
    });
}

struct HeldSummary {
    int n = 0;
    int inBand = 0;
    double errors = 0;  ///< sum of absolute errors
    void add(const std::optional<Held>& held)
    {
        if (held) {
            ++n;
            inBand += held->isInBand ? 1 : 0;
            errors += std::abs(held->error());
        }
    }
    [[nodiscard]] double mean() const { return n > 0 ? errors / n : 0; }
};

HeldSummary summaryOf(const std::vector<HeldPlan>& plans, std::optional<Held> HeldPlan::*figure)
{
    HeldSummary summary;
    for (const HeldPlan& plan : plans) {
        summary.add(plan.*figure);
    }
    return summary;
}

constexpr Field<Held> heldRows[] = {
    figure<&Held::observed>("observed"),
    figure<&Held::ours>("ours"),
    figure<&Held::isInBand>("in_band").says("The error band of the estimate holds the observed figure"),
};

std::string twoDigits(double value)
{
    return fmt::format("{:.2f}", value);
}

std::string observedText(const std::optional<Held>& held)
{
    return held ? twoDigits(held->observed) : "";
}

std::string errorText(const std::optional<Held>& held)
{
    return held ? fmt::format("{:+.1f}", 100 * held->error()) : "";
}

std::string inBandText(const std::optional<Held>& held)
{
    return held ? held->isInBand ? "in" : "out" : "";
}

constexpr Field<HeldPlan> heldPlanRows[] = {
    figure<&HeldPlan::plan, &ObservedPlan::id>("id").column("plan"),
    figure<&HeldPlan::verdict>("verdict"),
    figure<&HeldPlan::plan, &ObservedPlan::outOfMemory>("ran_out_of_memory"),
    nested<heldRows, &HeldPlan::time>("step_s").says("null: not observed"),
    nested<heldRows, &HeldPlan::memory>("memory_gib").says("null: not observed"),
    shown("step s", Measure::Time, [](const HeldPlan& plan) { return twoDigits(plan.step); }),
    shown("observed", Measure::Time, [](const HeldPlan& plan) { return observedText(plan.time); }),
    shown("error %", Measure::Share, [](const HeldPlan& plan) { return errorText(plan.time); }),
    shown("band", Measure::Text, [](const HeldPlan& plan) { return inBandText(plan.time); }),
    shown("GiB", Measure::Memory, [](const HeldPlan& plan) { return twoDigits(plan.memoryGib); }),
    shown("observed", Measure::Memory, [](const HeldPlan& plan) { return observedText(plan.memory); }),
    shown("error %", Measure::Share, [](const HeldPlan& plan) { return errorText(plan.memory); }),
    shown("band", Measure::Text, [](const HeldPlan& plan) { return inBandText(plan.memory); }),
    shown("fits", Measure::Text, [](const HeldPlan& plan) { return std::string(shortText(plan.verdict)); }),
    shown("ran", Measure::Text,
          [](const HeldPlan& plan) { return std::string(plan.plan.outOfMemory ? "out of memory" : ""); }),
};

constexpr Field<HeldSummary> heldSummaryRows[] = {
    figure<&HeldSummary::n>("n").atLeast(0),
    figure<&HeldSummary::mean>("mean_absolute_error").atLeast(0).says("Mean of |ours/observed - 1|"),
    figure<&HeldSummary::inBand>("in_band").atLeast(0).says("Figures inside of their error band"),
};

using HeldPlans = std::vector<HeldPlan>;
constexpr Field<HeldPlans> plansRows[] = {
    listed<heldPlanRows, itself<HeldPlans>>("plans"),
    nested<heldSummaryRows, [](const HeldPlans& plans) { return summaryOf(plans, &HeldPlan::time); }>("step"),
    nested<heldSummaryRows, [](const HeldPlans& plans) { return summaryOf(plans, &HeldPlan::memory); }>("memory"),
};
constexpr AnswerFormat<HeldPlans> plansAnswer{
    "validate-plans",
    "Estimates of plans and the figures of their runs, in the order of points.json.",
    plansRows,
    {"plans"}};

std::string toText(const std::vector<HeldPlan>& plans)
{
    std::string text = tableWith<heldPlanRows>(plans).text();
    for (const auto& [what, figure] :
         {std::pair("steps", &HeldPlan::time), std::pair("memory peaks", &HeldPlan::memory)}) {
        const HeldSummary summary = summaryOf(plans, figure);
        text += fmt::format("{} {}: mean absolute error {}, {} inside their error bands\n", summary.n, what,
                            formatPercent(summary.mean()), summary.inBand);
    }
    return text;
}

Result<ExitCode> runPlans(const std::string& folder, const Invocation& invocation)
{
    PGRAM_TRY(const std::vector<ObservedPlan> observed, loadObservedPlans(std::filesystem::path(folder)));
    MeasuredRuns runs(invocation.program);
    std::vector<HeldPlan> plans;
    for (const ObservedPlan& each : observed) {
        PGRAM_TRY(HeldPlan held, hold(each, runs));
        plans.push_back(std::move(held));
    }
    printAnswer(invocation, plansAnswer, plans, toText(plans));
    return ExitOk;
}

}  // namespace

void addValidatePlans(CLI::App& app, Invocation& invocation)
{
    const auto [command, folder] = addCommand<std::string, plansAnswer>(
        validations(app), invocation, runPlans, "plans", "Hold estimates of plans against what runs of them took",
        "  pgram validate plans runs\n"
        "  pgram validate plans runs --json\n"
        "The folder's points.json lists the plans: {\"points\": [{\"id\": \"a\", \"plan\": "
        "\"a.pgplan.json\",\n\"observed\": {\"step_s\": 1.2, \"memory_gib\": 40}}]}; "
        "\"out_of_memory\": true for a run that ended so.");
    command->add_option("FOLDER", *folder, "folder with points.json and plan files")->required()->type_name("DIR");
}

}  // namespace pgram::cli
