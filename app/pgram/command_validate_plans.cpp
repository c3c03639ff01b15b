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

Json toJson(const std::optional<Held>& held)
{
    return held ? Json{{"observed", held->observed}, {"ours", held->ours}, {"in_band", held->isInBand}} : Json(nullptr);
}

Json toJson(const HeldSummary& summary)
{
    return Json{{"n", summary.n}, {"mean_absolute_error", summary.mean()}, {"in_band", summary.inBand}};
}

Json toJson(const std::vector<HeldPlan>& plans)
{
    Json json = outputObject("validate-plans");
    json["plans"] = Json::array();
    for (const HeldPlan& plan : plans) {
        json["plans"].push_back({{"id", plan.plan.id},
                                 {"verdict", nameOf(plan.verdict)},
                                 {"ran_out_of_memory", plan.plan.outOfMemory},
                                 {"step_s", toJson(plan.time)},
                                 {"memory_gib", toJson(plan.memory)}});
    }
    json["step"] = toJson(summaryOf(plans, &HeldPlan::time));
    json["memory"] = toJson(summaryOf(plans, &HeldPlan::memory));
    return json;
}

void addFigures(std::vector<std::string>& row, double ours, const std::optional<Held>& held)
{
    row.push_back(fmt::format("{:.2f}", ours));
    row.push_back(held ? fmt::format("{:.2f}", held->observed) : "");
    row.push_back(held ? fmt::format("{:+.1f}", 100 * held->error()) : "");
    row.emplace_back(held ? held->isInBand ? "in" : "out" : "");
}

std::string toText(const std::vector<HeldPlan>& plans)
{
    Table table({{"plan", Align::Left},
                 {"step s"},
                 {"observed"},
                 {"error %"},
                 {"band", Align::Left},
                 {"GiB"},
                 {"observed"},
                 {"error %"},
                 {"band", Align::Left},
                 {"fits", Align::Left},
                 {"ran", Align::Left}});
    for (const HeldPlan& plan : plans) {
        std::vector<std::string> row{plan.plan.id};
        addFigures(row, plan.step, plan.time);
        addFigures(row, plan.memoryGib, plan.memory);
        row.emplace_back(shortText(plan.verdict));
        row.emplace_back(plan.plan.outOfMemory ? "out of memory" : "");
        table.addRow(std::move(row));
    }
    std::string text = table.text();
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
    const Result<std::vector<ObservedPlan>> observed = loadObservedPlans(std::filesystem::path(folder));
    if (!observed) {
        return tl::unexpected(observed.error());
    }
    MeasuredRuns runs(invocation.program);
    std::vector<HeldPlan> plans;
    for (const ObservedPlan& each : *observed) {
        Result<HeldPlan> held = hold(each, runs);
        if (!held) {
            return tl::unexpected(held.error());
        }
        plans.push_back(std::move(*held));
    }
    invocation.json ? printJson(toJson(plans)) : printText(toText(plans));
    return ExitOk;
}

}  // namespace

void addValidatePlans(CLI::App& app, Invocation& invocation)
{
    const auto folder = std::make_shared<std::string>();
    CLI::App* command =
        addCommand(validations(app), invocation, "plans", "Hold estimates of plans against what runs of them took",
                   "  pgram validate plans runs\n"
                   "  pgram validate plans runs --json\n"
                   "The folder's points.json lists the plans: {\"points\": [{\"id\": \"a\", \"plan\": "
                   "\"a.pgplan.json\",\n\"observed\": {\"step_s\": 1.2, \"memory_gib\": 40}}]}; "
                   "\"out_of_memory\": true for a run that ended so.");
    command->add_option("FOLDER", *folder, "folder with points.json and plan files")->required()->type_name("DIR");
    command->callback(
        [folder, &invocation] { invocation.run = [folder, &invocation] { return runPlans(*folder, invocation); }; });
}

}  // namespace pgram::cli
