// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram estimate: the figures of a plan file.
#include "app/pgram/command.h"
#include "app/pgram/expected.h"
#include "app/pgram/plan_text.h"
#include "core/plan/plan_json.h"

#include <memory>

namespace pgram::cli {

namespace {

constexpr Field<JudgedPlan> estimateRows[] = {figure<itself<JudgedPlan>>("")};
constexpr AnswerFormat<JudgedPlan> estimateAnswer{
    "estimate", "Estimate of a plan. Figures that are not finite are null.", estimateRows, {"stages"}};

Result<ExitCode> runEstimate(const std::string& file, const Invocation& invocation)
{
    PGRAM_TRY(const Plan plan, loadPlan(file));
    const Estimate figures = estimate(plan);
    const JudgedPlan judged(plan, figures, MeasuredRuns(invocation.program).bandsOf(plan, figures));
    printAnswer(invocation, estimateAnswer, judged, planText(judged));
    return figures.legal && figures.fits ? ExitOk : ExitInfeasible;
}

}  // namespace

void addEstimate(CLI::App& app, Invocation& invocation)
{
    const auto [command, file] = addCommand<std::string, estimateAnswer>(
        app, invocation, runEstimate, "estimate", "Show what a plan costs: time, memory, bubbles, traffic",
        "  pgram estimate bert.pgplan.json\n"
        "  pgram estimate bert.pgplan.json --json\n"
        "Exit code 1 when the plan does not fit or cannot run.");
    command->add_option("PLAN", *file, "a plan file")->required()->type_name("FILE");
}

}  // namespace pgram::cli
