// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate plans: estimates of plans beside what runs of them took.
#include "app/pgram/command.h"
#include "app/pgram/console.h"
#include "app/pgram/expected.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/fidelity/predicted_run.h"
#include "core/plan/plan_json.h"
#include "core/presets/preset_store.h"
#include "validation/measurements/observed_plans.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace pgram::cli {

namespace {

struct PlansOptions {
    std::string folder;
    std::string corrections;  ///< file; empty: none
};

/// A figure that was observed, with ours.
struct Held {
    double observed = 0;
    double ours = 0;
    std::optional<double> before;  ///< estimate of an earlier program
    bool isInBand = false;
    [[nodiscard]] double error() const { return ours / observed - 1; }
    [[nodiscard]] std::optional<double> errorBefore() const
    {
        return before ? std::optional(*before / observed - 1) : std::nullopt;
    }
};

struct HeldPlan {
    ObservedPlan plan;
    std::string corrected;  ///< reason of the correction; empty: as in the file
    std::string left;       ///< reason why the run cannot be compared; empty: it can
    FitVerdict verdict = FitVerdict::Fits;
    Seconds step = 0;
    double memoryGib = 0;  ///< peak of the kind that was observed
    std::optional<Held> time;
    std::optional<Held> memory;
};

std::optional<Held> heldOf(const std::optional<double>& observed, double ours, const std::optional<double>& before,
                           const std::optional<ErrorBand>& band)
{
    if (!observed || *observed <= 0) {
        return std::nullopt;
    }
    const bool isInBand = band && band->low * ours <= *observed && *observed <= band->high * ours;
    return Held{*observed, ours, before, isInBand};
}

HeldPlan hold(const ObservedPlan& observed, const Plan& plan, MeasuredRuns& runs)
{
    const Estimate figures = estimate(plan);
    const ErrorBands bands = runs.bandsOf(plan, figures);
    const Fit fit = fitOf(plan, figures, bands);
    HeldPlan held{.plan = observed, .verdict = fit.verdict, .step = figures.stepTime};
    held.memoryGib = peakGib(observed.memoryKind, figures);
    held.time = heldOf(observed.step, held.step, observed.stepBefore, bands.time);
    held.memory = heldOf(observed.memoryGib, held.memoryGib, observed.memoryGibBefore, bands.memory);
    return held;
}

struct HeldSummary {
    int n = 0;
    int inBand = 0;
    double errors = 0;  ///< sum of absolute errors
    int nBefore = 0;
    double errorsBefore = 0;  ///< the same of an earlier program
    void add(const std::optional<Held>& held)
    {
        if (held) {
            ++n;
            inBand += held->isInBand ? 1 : 0;
            errors += std::abs(held->error());
            nBefore += held->before ? 1 : 0;
            errorsBefore += std::abs(held->errorBefore().value_or(0));
        }
    }
    [[nodiscard]] double mean() const { return n > 0 ? errors / n : 0; }
    [[nodiscard]] std::optional<double> meanBefore() const
    {
        return nBefore > 0 ? std::optional(errorsBefore / nBefore) : std::nullopt;
    }
};

/// Returns the summary of the plans that can be compared; `only`: those whose memory is of this kind.
HeldSummary summaryOf(const std::vector<HeldPlan>& plans, std::optional<Held> HeldPlan::*figure,
                      std::optional<PeakKind> only = {})
{
    HeldSummary summary;
    for (const HeldPlan& plan : plans) {
        if (plan.left.empty() && (!only || plan.plan.memoryKind == *only)) {
            summary.add(plan.*figure);
        }
    }
    return summary;
}

constexpr Field<Held> heldRows[] = {
    figure<&Held::observed>("observed"),
    figure<&Held::ours>("ours"),
    figure<&Held::before>("before").says("Estimate of an earlier program; null: not given"),
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

std::string errorBeforeText(const std::optional<Held>& held)
{
    return held && held->before ? fmt::format("{:+.1f}", 100 * *held->errorBefore()) : "";
}

std::string inBandText(const std::optional<Held>& held)
{
    return held ? held->isInBand ? "in" : "out" : "";
}

constexpr Field<HeldPlan> heldPlanRows[] = {
    figure<&HeldPlan::plan, &ObservedPlan::id>("id").column("plan"),
    figure<&HeldPlan::verdict>("verdict"),
    figure<&HeldPlan::plan, &ObservedPlan::outOfMemory>("ran_out_of_memory"),
    figure<&HeldPlan::corrected>("corrected").says("Reason of the correction; empty: the plan is as in its file"),
    figure<&HeldPlan::left>("left_out").says("Reason why the run is left out of the means; empty: it is not"),
    figure<&HeldPlan::plan, &ObservedPlan::memoryKind>("memory_of").says("Whose figure the memory is"),
    nested<heldRows, &HeldPlan::time>("step_s").says("null: not observed"),
    nested<heldRows, &HeldPlan::memory>("memory_gib").says("null: not observed"),
    shown("step s", Measure::Time, [](const HeldPlan& plan) { return twoDigits(plan.step); }),
    shown("observed", Measure::Time, [](const HeldPlan& plan) { return observedText(plan.time); }),
    shown("error %", Measure::Share, [](const HeldPlan& plan) { return errorText(plan.time); }),
    shown("before", Measure::Share, [](const HeldPlan& plan) { return errorBeforeText(plan.time); }),
    shown("band", Measure::Text, [](const HeldPlan& plan) { return inBandText(plan.time); }),
    shown("GiB", Measure::Memory, [](const HeldPlan& plan) { return twoDigits(plan.memoryGib); }),
    shown("observed", Measure::Memory, [](const HeldPlan& plan) { return observedText(plan.memory); }),
    shown("error %", Measure::Share, [](const HeldPlan& plan) { return errorText(plan.memory); }),
    shown("before", Measure::Share, [](const HeldPlan& plan) { return errorBeforeText(plan.memory); }),
    shown("of", Measure::Text,
          [](const HeldPlan& plan) { return plan.memory ? std::string(name(plan.plan.memoryKind)) : std::string(); }),
    shown("band", Measure::Text, [](const HeldPlan& plan) { return inBandText(plan.memory); }),
    shown("fits", Measure::Text, [](const HeldPlan& plan) { return std::string(shortText(plan.verdict)); }),
    shown("ran", Measure::Text,
          [](const HeldPlan& plan) { return std::string(plan.plan.outOfMemory ? "out of memory" : ""); }),
};

constexpr Field<HeldSummary> heldSummaryRows[] = {
    figure<&HeldSummary::n>("n").atLeast(0),
    figure<&HeldSummary::mean>("mean_absolute_error").atLeast(0).says("Mean of |ours/observed - 1|"),
    figure<&HeldSummary::meanBefore>("mean_absolute_error_before").says("The same of an earlier program's estimates"),
    figure<&HeldSummary::inBand>("in_band").atLeast(0).says("Figures inside of their error band"),
};

using HeldPlans = std::vector<HeldPlan>;
constexpr Field<HeldPlans> plansRows[] = {
    listed<heldPlanRows, itself<HeldPlans>>("plans"),
    nested<heldSummaryRows, [](const HeldPlans& plans) { return summaryOf(plans, &HeldPlan::time); }>("step"),
    nested<heldSummaryRows, [](const HeldPlans& plans) { return summaryOf(plans, &HeldPlan::memory); }>("memory"),
    nested<heldSummaryRows,
           [](const HeldPlans& plans) { return summaryOf(plans, &HeldPlan::memory, PeakKind::Driver); }>(
        "driver_memory")
        .says("Of the plans whose memory the driver showed"),
};
constexpr AnswerFormat<HeldPlans> plansAnswer{
    "validate-plans",
    "Estimates of plans and the figures of their runs, in the order of points.json.",
    plansRows,
    {"plans"}};

std::string summaryText(const HeldSummary& summary, const char* what)
{
    const std::optional<double> before = summary.meanBefore();
    return fmt::format("{} {}: mean absolute error {}{}, {} inside their error bands\n", summary.n, what,
                       formatPercent(summary.mean()),
                       before ? fmt::format(" (before: {})", formatPercent(*before)) : "", summary.inBand);
}

std::string toText(const std::vector<HeldPlan>& plans)
{
    std::string text = tableWith<heldPlanRows>(plans).text();
    text += summaryText(summaryOf(plans, &HeldPlan::time), "steps");
    text += summaryText(summaryOf(plans, &HeldPlan::memory), "memory peaks");
    text += summaryText(summaryOf(plans, &HeldPlan::memory, PeakKind::Driver), "of them as the driver shows them");
    for (const HeldPlan& plan : plans) {
        if (!plan.corrected.empty()) {
            text += fmt::format("{}: {}: {}\n", plan.plan.id, plan.left.empty() ? "corrected" : "left out",
                                plan.left.empty() ? plan.corrected : plan.left);
        }
    }
    return text;
}

Result<HeldPlan> holdCorrected(ObservedPlan observed, const std::vector<PlanCorrection>& corrections,
                               const std::vector<FrameworkFamily>& families, MeasuredRuns& runs)
{
    const auto found = std::ranges::find(corrections, observed.id, &PlanCorrection::id);
    if (found == corrections.end()) {
        return loadPlan(observed.plan).map([&](const Plan& plan) { return hold(observed, plan, runs); });
    }
    observed.memoryKind = found->memoryKind.value_or(observed.memoryKind);
    return loadCorrected(observed.plan, *found, families).map([&](const Plan& plan) {
        HeldPlan held = hold(observed, plan, runs);
        held.corrected = found->because;
        held.left = found->left;
        return held;
    });
}

Result<ExitCode> runPlans(const PlansOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const std::vector<ObservedPlan> observed, loadObservedPlans(std::filesystem::path(options.folder)));
    std::vector<PlanCorrection> corrections;
    if (!options.corrections.empty()) {
        PGRAM_TRY(corrections, loadPlanCorrections(std::filesystem::path(options.corrections)));
    }
    for (const PlanCorrection& correction : corrections) {
        if (std::ranges::find(observed, correction.id, &ObservedPlan::id) == observed.end()) {
            printMessage(
                fmt::format("{}: corrects {}, which the folder does not have", options.corrections, correction.id));
        }
    }
    PGRAM_TRY(const PresetStore presets, PresetStore::find(invocation.program));
    PGRAM_TRY(const std::vector<FrameworkFamily> families, loadFrameworks(presets));
    MeasuredRuns runs(invocation.program);
    std::vector<HeldPlan> plans;
    for (const ObservedPlan& each : observed) {
        PGRAM_TRY(HeldPlan held, holdCorrected(each, corrections, families, runs));
        plans.push_back(std::move(held));
    }
    printAnswer(invocation, plansAnswer, plans, toText(plans));
    return ExitOk;
}

}  // namespace

void addValidatePlans(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<PlansOptions, plansAnswer>(
        validations(app), invocation, runPlans, "plans", "Hold estimates of plans against what runs of them took",
        "  pgram validate plans runs\n"
        "  pgram validate plans runs --json\n"
        "The folder's points.json lists the plans: {\"points\": [{\"id\": \"a\", \"plan\": "
        "\"a.pgplan.json\",\n\"observed\": {\"step_s\": 1.2, \"memory_gib\": 40}}]}; "
        "\"out_of_memory\": true for a run that ended so;\n\"memory_of\": \"reserved\" or \"allocator\" where the "
        "memory is not what the driver showed;\n\"today\": {\"step\": 1.3, \"mem_gib\": 38} for an earlier estimate.\n"
        "A file of corrections has {\"corrections\": [{\"id\": \"a\", \"because\": \"Liger kernels\",\n"
        "\"framework\": \"transformers-4\", \"memory_of\": \"reserved\", \"plan\": {\"training\": {\"loss\": "
        "\"chunked\"}}}]};\n\"left_out\": why a run cannot be compared.");
    command->add_option("FOLDER", options->folder, "folder with points.json and plan files")
        ->required()
        ->type_name("DIR");
    command->add_option("--corrections", options->corrections, "file of corrections of the plans")->type_name("FILE");
}

}  // namespace pgram::cli
