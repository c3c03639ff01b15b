// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate galvatron: our search beside Hetu-Galvatron's, task by task, both under its rules.
#include "app/pgram/command.h"
#include "app/pgram/galvatron_output.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "validation/galvatron/validation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>

namespace pgram::cli {

namespace {

using galvatron::CaseCheck;
using galvatron::TaskCheck;

struct ValidateGalvatronOptions {
    std::string cases;
    std::string profiles;
    bool tasks = false;
};

std::optional<double> costOf(const TaskCheck& check)
{
    return check.ours.plan ? std::optional(check.ours.seconds) : std::nullopt;
}

std::optional<double> peerPlanCost(const TaskCheck& check)
{
    return check.peer ? std::optional(check.peer->seconds) : std::nullopt;
}

struct PeerPlan {
    const galvatron::Plan& plan;
    int pipeline;
};
std::optional<PeerPlan> peerPlanOf(const TaskCheck& check)
{
    return check.ours.plan ? std::optional(PeerPlan{*check.ours.plan, check.task.key.pipeline}) : std::nullopt;
}
std::vector<std::string> peerLayersOf(const PeerPlan& peer)
{
    std::vector<std::string> layers;
    for (const galvatron::Strategy& strategy : peer.plan.layers) {
        layers.push_back(toText(strategy, peer.pipeline));
    }
    return layers;
}

constexpr Field<PeerPlan> peerPlanRows[] = {
    figure<[](const PeerPlan& peer) { return peer.plan.stages; }>("stages").atLeast(1).notEmpty(),
    figure<peerLayersOf>("layers").notEmpty(),
    figure<[](const PeerPlan& peer) { return toText(peer.plan.ends, peer.pipeline); }>("embedding"),
};
constexpr Field<TaskCheck> comparedTaskRows[] = {
    nested<taskKeyRows, &TaskCheck::task, &galvatron::CaseTask::key>(""),
    figure<[](const TaskCheck& check) { return check.ours.plan.has_value(); }>("feasible"),
    figure<costOf>("cost_s").atLeast(0).says("Best plan"),
    figure<[](const TaskCheck& check) { return onlyIf(check.ours.plan.has_value(), check.ours.lowerBound); }>(
        "lower_bound_s")
        .atLeast(0)
        .says("No plan of the task costs less; the cost itself if that is proven"),
    figure<peerPlanCost>("peer_plan_cost_s").atLeast(0).says("The peer's plan, scored here"),
    figure<&TaskCheck::task, &galvatron::CaseTask::peerCost>("peer_cost_s").atLeast(0).says("The peer's figure"),
    figure<&TaskCheck::task, &galvatron::CaseTask::exactCost>("exact_cost_s")
        .atLeast(0)
        .says("Result of an integer programme over the same model, if one was run"),
    nested<peerPlanRows, peerPlanOf>("plan").says(
        "Strategies in the peer's notation: P-t*-d, f ZeRO-3, -c recomputation, -sp Ulysses"),
    figure<&TaskCheck::problems>("problems").says("Differences between the engines"),
};
constexpr Field<CaseCheck> comparedCaseRows[] = {
    figure<&CaseCheck::name>("name"),
    figure<&CaseCheck::seconds>("seconds").atLeast(0).says("Search of all tasks alone"),
    listed<comparedTaskRows, &CaseCheck::tasks>("tasks"),
};
using Checks = std::vector<CaseCheck>;
constexpr Field<Checks> comparedRows[] = {listed<comparedCaseRows, itself<Checks>>("cases")};
constexpr AnswerFormat<Checks> galvatronAnswer{"validate-galvatron",
                                               "The search under the galvatron-3 rules next to Hetu-Galvatron's own, "
                                               "task by task. Costs are seconds per step; null: "
                                               "nothing fits, or the figure is not known.",
                                               comparedRows,
                                               {"cases"}};

/// Totals of the tasks of a case.
struct Summary {
    int feasible = 0;
    int peerFeasible = 0;
    int proven = 0;
    int better = 0;        ///< than the peer
    double deviation = 0;  ///< largest, of the peer's plans from its costs
    double gain = 0;       ///< largest, on the peer's cost
    std::optional<double> best;
    std::optional<double> peerBest;
    std::optional<double> exactBest;
};

void lower(std::optional<double>& best, const std::optional<double>& cost)
{
    if (cost && (!best || *cost < *best)) {
        best = cost;
    }
}

Summary summaryOf(const CaseCheck& check)
{
    Summary sum;
    for (const TaskCheck& task : check.tasks) {
        sum.feasible += task.ours.plan.has_value();
        sum.peerFeasible += task.task.peerCost.has_value();
        sum.proven += !task.ours.stopped && (!task.ours.plan || task.ours.lowerBound >= task.ours.seconds * (1 - 1e-9));
        lower(sum.best, costOf(task));
        lower(sum.peerBest, task.task.peerCost);
        lower(sum.exactBest, task.task.exactCost);
        if (task.peer) {
            sum.deviation = std::max(sum.deviation, std::abs(task.peer->seconds / *task.task.peerCost - 1));
        }
        if (task.ours.plan && task.task.peerCost) {
            const double gain = 1 - task.ours.seconds / *task.task.peerCost;
            sum.better += gain > galvatron::agreement;
            sum.gain = std::max(sum.gain, gain);
        }
    }
    return sum;
}

std::string costText(const std::optional<double>& cost)
{
    return cost ? fmt::format("{:.6f}", *cost) : "–";
}

std::string casesText(const std::vector<CaseCheck>& checks)
{
    Table table({{"case", Align::Left},
                 {"tasks"},
                 {"feasible"},
                 {"peer's"},
                 {"proven"},
                 {"better"},
                 {"by up to"},
                 {"best s"},
                 {"peer's s"},
                 {"exact s"},
                 {"scores differ"},
                 {"search"}});
    for (const CaseCheck& check : checks) {
        const Summary sum = summaryOf(check);
        table.addRow({check.name, fmt::format("{}", check.tasks.size()), fmt::format("{}", sum.feasible),
                      fmt::format("{}", sum.peerFeasible), fmt::format("{}", sum.proven), fmt::format("{}", sum.better),
                      formatPercent(sum.gain), costText(sum.best), costText(sum.peerBest), costText(sum.exactBest),
                      fmt::format("{:.1e}", sum.deviation), formatSeconds(check.seconds)});
    }
    return table.text();
}

std::string tasksText(const CaseCheck& check)
{
    Table table({{"batch"},
                 {"m"},
                 {"P"},
                 {"cap"},
                 {"mode", Align::Left},
                 {"best s"},
                 {"peer's s"},
                 {"exact s"},
                 {"peer's plan s"}});
    for (const TaskCheck& task : check.tasks) {
        const galvatron::TaskKey& key = task.task.key;
        table.addRow({fmt::format("{}", key.batch), fmt::format("{}", key.microbatches),
                      fmt::format("{}", key.pipeline), fmt::format("{}", key.cap),
                      std::string(name(task.task.key.mode)), costText(costOf(task)), costText(task.task.peerCost),
                      costText(task.task.exactCost), costText(peerPlanCost(task))});
    }
    return fmt::format("\n{}\n{}", check.name, table.text());
}

std::string problemsText(const CaseCheck& check)
{
    std::string text;
    for (const TaskCheck& task : check.tasks) {
        for (const std::string& problem : task.problems) {
            const galvatron::TaskKey& key = task.task.key;
            text += fmt::format("  {}, batch {}, m {}, P {}, cap {}, {}: {}\n", check.name, key.batch, key.microbatches,
                                key.pipeline, key.cap, std::string(name(task.task.key.mode)), problem);
        }
    }
    return text;
}

std::string toText(const std::vector<CaseCheck>& checks, bool tasks)
{
    std::string text = casesText(checks);
    std::string problems;
    for (const CaseCheck& check : checks) {
        text += tasks ? tasksText(check) : "";
        problems += problemsText(check);
    }
    return text + (problems.empty() ? "\nBoth engines agree.\n" : "\nThey disagree:\n" + problems);
}

Result<CaseCheck> checkFile(const std::filesystem::path& file, const ValidateGalvatronOptions& options,
                            const std::stop_token& stop)
{
    PGRAM_TRY(const auto question, galvatron::loadCase(file));
    return rulesOf(question, options.profiles).map([&](const galvatron::Rules& rules) {
        return checkCase(question, rules, stop);
    });
}

ExitCode outcomeOf(const std::vector<CaseCheck>& checks)
{
    const auto isClean = [](const CaseCheck& check) {
        return std::ranges::all_of(check.tasks, [](const TaskCheck& task) { return task.problems.empty(); });
    };
    if (!checks.empty() && checks.back().stopped) {
        printMessage("stopped");
        return ExitStopped;
    }
    return std::ranges::all_of(checks, isClean) ? ExitOk : ExitInfeasible;
}

Result<ExitCode> run(const ValidateGalvatronOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const auto files, galvatron::caseFiles(options.cases));
    const Interrupt interrupt;
    std::vector<CaseCheck> checks;
    for (const auto& file : files) {
        PGRAM_TRY(CaseCheck check, checkFile(file, options, interrupt.token()));
        checks.push_back(std::move(check));
        if (checks.back().stopped) {
            break;
        }
    }
    printAnswer(invocation, galvatronAnswer, checks, toText(checks, options.tasks));
    return outcomeOf(checks);
}

}  // namespace

void addValidateGalvatron(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<ValidateGalvatronOptions, galvatronAnswer>(
        validations(app), invocation, run, "galvatron", "Hold the search against Hetu-Galvatron's, under its own rules",
        "  pgram validate galvatron --cases cases --profiles profiles\n"
        "  pgram validate galvatron --cases cases --profiles profiles --tasks\n"
        "Exit code 1 where the engines disagree.");
    command->add_option("--cases", options->cases, "folder of case files")->required()->type_name("DIR");
    command->add_option("--profiles", options->profiles, "folder of profiles, one folder each")
        ->required()
        ->type_name("DIR");
    command->add_flag("--tasks", options->tasks, "list every task");
}

}  // namespace pgram::cli
