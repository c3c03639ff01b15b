// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram estimate: what a plan file costs, however it was made.
#include "app/pgram/command.h"
#include "app/pgram/expected.h"
#include "app/pgram/plan_text.h"
#include "core/plan/estimate_json.h"
#include "core/plan/plan_json.h"

#include <memory>

namespace pgram::cli {

namespace {

Result<ExitCode> runEstimate(const std::string& file, const Invocation& invocation)
{
    PGRAM_TRY(const Plan plan, loadPlan(file));
    const Estimate figures = estimate(plan);
    const ErrorBands bands = MeasuredRuns(invocation.program).bandsOf(plan, figures);
    if (invocation.json) {
        Json object = outputObject("estimate");
        object.update(estimateToJson(plan, figures));
        object["fit"] = fitToJson(fitOf(plan, figures, bands));
        object["expected"] = expectedToJson(bands, plan, figures);
        printJson(object);
    } else {
        printText(planText(plan, figures, bands));
    }
    return figures.legal && figures.fits ? ExitOk : ExitInfeasible;
}

}  // namespace

void addEstimate(CLI::App& app, Invocation& invocation)
{
    const auto [command, file] = addCommand<std::string>(app, invocation, runEstimate, "estimate",
                                                         "Show what a plan costs: time, memory, bubbles, traffic",
                                                         "  pgram estimate bert.pgplan.json\n"
                                                         "  pgram estimate bert.pgplan.json --json\n"
                                                         "Exit code 1 when the plan does not fit or cannot run.");
    command->add_option("PLAN", *file, "a plan file")->required()->type_name("FILE");
}

}  // namespace pgram::cli
