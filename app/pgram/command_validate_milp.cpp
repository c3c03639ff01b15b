// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate milp: compares the exact search with an external solver, on generated tasks and on a plan of the user.
#include "app/pgram/child_process.h"
#include "app/pgram/command.h"
#include "app/pgram/interrupt.h"
#include "core/base/format.h"
#include "core/base/json.h"
#include "core/base/scratch_folder.h"
#include "core/base/text_file.h"
#include "core/exchange/plan_program.h"
#include "core/exchange/program_instances.h"
#include "core/plan/plan_json.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <optional>
#include <variant>

namespace pgram::cli {

namespace {

/// Relative distance to the optimum, and distance to whole numbers, at which solvers stop.
constexpr double tolerance = 1e-6;

struct ValidateMilpOptions {
    int instances = 200;
    std::uint64_t seed = 1;
    std::string plan;
    std::string solver;
    std::string keep;
    std::optional<Seconds> seconds;  ///< that the solver has for each task
};

struct Solver {
    const char* name;
    /// Arguments that read the programme and write the solution.
    std::vector<std::string> (*arguments)(const std::string& programme, const std::string& solution);
};
const Solver solvers[] = {
    {"cbc",
     [](const std::string& programme, const std::string& solution) {
         return std::vector<std::string>{"cbc",  programme,   "-ratio", "0",      "-allow",    "0",      "-primalT",
                                         "1e-9", "-integerT", "1e-9",   "-solve", "-solution", solution, "-quit"};
     }},
    {"glpsol",
     [](const std::string& programme, const std::string& solution) {
         return std::vector<std::string>{"glpsol", "--freemps", programme, "--mipgap", "0", "-o", solution};
     }},
};

struct Checked {
    std::string name;
    Seconds ours = 0;
    Seconds theirs = 0;  ///< the solver's plan by our figures
    bool samePlan = false;
    std::string problem;  ///< empty: they agree
};

/// A solver that is installed, and how it is run.
struct Solving {
    const Solver& solver;
    std::filesystem::path program;
    std::filesystem::path folder;  ///< holds programmes and solutions
    std::optional<Seconds> limit;
    std::stop_token stop;
};

/// Returns the solution that the solver wrote, or how the solver ended before that. Errors: a file that cannot be
/// written or read, a solver that fails.
Result<std::variant<std::string, ProcessEnd>> solve(const PlanProgram& program, const std::string& name,
                                                    const Solving& solving)
{
    using Solved = std::variant<std::string, ProcessEnd>;
    const std::string programme = (solving.folder / (name + ".mps")).string();
    const std::string solution = (solving.folder / (name + ".sol")).string();
    return writeTextFile(programme, program.mps())
        .and_then([&] {
            std::error_code ignored;  // an old solution is not to be taken for the solver's
            std::filesystem::remove(solution, ignored);
            return runProgram(solving.program, solving.solver.arguments(programme, solution), solving.stop,
                              solving.limit);
        })
        .and_then([&](ProcessEnd end) -> Result<Solved> {
            if (end != ProcessEnd::Done) {
                return Solved(end);
            }
            return readTextFile(solution).and_then([&](std::string text) {
                return text.empty() ? badInput("is empty: the solver wrote no solution", solution,
                                               "Run it by hand on the files of --keep DIR")
                                    : Result<Solved>(std::move(text));
            });
        });
}

/// Compares the plan of Joint with the plan of the solver by our figures. Returns nothing after a stop.
Result<std::optional<Checked>> check(const SearchRequest& request, const std::string& name, const Solving& solving)
{
    PGRAM_TRY(SearchResult joint, search(request, solving.stop));
    if (joint.certificate.status == Certificate::Status::Stopped) {
        return std::nullopt;
    }
    if (!joint.plan) {
        return Checked{name, 0, 0, false, "Joint finds no plan"};
    }
    Checked checked{name, joint.estimate->paperStepTime};
    PGRAM_TRY(const PlanProgram program, PlanProgram::of(*joint.plan));
    PGRAM_TRY(const auto solved, solve(program, name, solving));
    if (const auto* end = std::get_if<ProcessEnd>(&solved)) {
        checked.problem = fmt::format("the solver did not end in {}", formatSeconds(solving.limit.value_or(0)));
        return *end == ProcessEnd::Stopped ? std::optional<Checked>() : std::optional(std::move(checked));
    }
    const Result<Plan> plan = program.planOf(std::get<std::string>(solved), name);
    if (!plan) {
        checked.problem = plan.error().what.english();
        return checked;
    }
    const Estimate estimated = estimate(*plan);
    checked.theirs = estimated.paperStepTime;
    checked.samePlan = plan->strategies == joint.plan->strategies && plan->chunks == joint.plan->chunks;
    if (!estimated.fits) {
        checked.problem = "the solver's plan does not fit";
    } else if (std::abs(checked.theirs - checked.ours) > tolerance * checked.ours) {
        checked.problem = checked.theirs < checked.ours ? "the solver's plan is faster" : "the solver's plan is slower";
    }
    return checked;
}

bool agrees(const Checked& checked)
{
    return checked.problem.empty();
}

/// The answer of the command.
struct CheckedTasks {
    std::string_view solver;
    std::vector<Checked> all;
};
constexpr std::string_view solverNames[]{"cbc", "glpsol"};
constexpr Field<Checked> checkedRows[] = {
    figure<&Checked::name>("name").says("instance-SEED or plan").column("case"),
    figure<&Checked::ours>("joint_s").atLeast(0).column("Joint", Measure::Time),
    figure<&Checked::theirs>("solver_s")
        .atLeast(0)
        .says("The plan of the solver by our figures; 0 without a plan")
        .column("solver", Measure::Time),
    figure<&Checked::samePlan>("same_plan"),
    figure<agrees>("ok"),
    figure<&Checked::problem>("problem").says("Empty if both agree").column("problem"),
};
constexpr Field<CheckedTasks> milpRows[] = {
    figure<&CheckedTasks::solver>("solver").oneOf(solverNames),
    listed<checkedRows, &CheckedTasks::all>("cases"),
};
constexpr AnswerFormat<CheckedTasks> milpAnswer{
    "validate-milp",
    "Optima of an external solver and of Joint by the paper's sum, one entry per task.",
    milpRows,
    {"cases"}};

std::string toText(const CheckedTasks& tasks)
{
    std::vector<Checked> differ;
    std::ranges::remove_copy_if(tasks.all, std::back_inserter(differ), agrees);
    const std::string text =
        fmt::format("{}: {} of {} tasks have the optimum of Joint by the paper's sum to {:g}, {} of them "
                    "the very plan (others have equals).\n",
                    tasks.solver, tasks.all.size() - differ.size(), tasks.all.size(), tolerance,
                    std::ranges::count(tasks.all, true, &Checked::samePlan));
    return differ.empty() ? text : text + '\n' + tableWith<checkedRows>(differ).text();
}

/// Returns the first installed solver of that name, or of any name.
Result<Solving> solvingWith(const ValidateMilpOptions& options, const std::filesystem::path& folder,
                            const std::stop_token& stop)
{
    for (const Solver& solver : solvers) {
        const std::filesystem::path program = options.solver.empty() || options.solver == solver.name
                                                  ? findProgram(solver.name)
                                                  : std::filesystem::path();
        if (!program.empty()) {
            return Solving{solver, program, folder, options.seconds, stop};
        }
    }
    return badInput(options.solver.empty() ? "no solver is installed"
                                           : fmt::format("{} is not installed", options.solver),
                    "--solver", "Install cbc (coinor-cbc) or glpsol (glpk-utils)");
}

/// Returns the tasks that were checked before a stop.
Result<std::vector<Checked>> checkAll(const ValidateMilpOptions& options, const Solving& solving)
{
    std::vector<Checked> all;
    /// Returns false after a stop.
    const auto add = [&](const SearchRequest& request, const std::string& name) {
        return check(request, name, solving).map([&](std::optional<Checked> checked) {
            if (checked) {
                all.push_back(std::move(*checked));
            }
            return checked.has_value();
        });
    };
    if (!options.plan.empty()) {
        const Result<bool> added =
            loadPlan(options.plan)
                .and_then([](const Plan& plan) { return PlanProgram::of(plan); })
                .and_then([&](const PlanProgram& program) { return add(program.request(), "plan"); });
        return added ? Result<std::vector<Checked>>(all) : tl::unexpected(added.error());
    }
    for (int i = 0; i < options.instances; ++i) {
        const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
        PGRAM_TRY(const bool added, add(programInstance(seed), fmt::format("instance-{}", seed)));
        if (!added) {
            break;
        }
    }
    return all;
}

/// Creates the folder of --keep. The path is absolute: solvers take a name with a leading dash for an option.
Result<std::filesystem::path> keptFolder(const std::string& name)
{
    std::error_code failed;
    const std::filesystem::path folder = std::filesystem::absolute(name, failed);
    if (!failed) {
        std::filesystem::create_directories(folder, failed);
    }
    return failed ? badInput(fmt::format("cannot be made: {}", failed.message()), name,
                             "Name a folder that can be written with --keep")
                  : Result<std::filesystem::path>(folder);
}

Result<ExitCode> checkIn(const std::filesystem::path& folder, const ValidateMilpOptions& options,
                         const Invocation& invocation)
{
    const Interrupt interrupt;
    PGRAM_TRY(const Solving solving, solvingWith(options, folder, interrupt.token()));
    PGRAM_TRY(const std::vector<Checked> all, checkAll(options, solving));
    const CheckedTasks tasks{solving.solver.name, all};
    printAnswer(invocation, milpAnswer, tasks, toText(tasks));
    if (interrupt.token().stop_requested()) {
        printMessage("stopped; tasks that were not checked are left out");
        return ExitStopped;
    }
    const bool agree = std::ranges::all_of(all, [](const Checked& checked) { return checked.problem.empty(); });
    return agree ? ExitOk : ExitInfeasible;
}

Result<ExitCode> run(const ValidateMilpOptions& options, const Invocation& invocation)
{
    if (!options.keep.empty()) {
        return keptFolder(options.keep).and_then([&](const std::filesystem::path& folder) {
            return checkIn(folder, options, invocation);
        });
    }
    return ScratchFolder::make("milp").and_then(
        [&](const ScratchFolder& scratch) { return checkIn(scratch.path(), options, invocation); });
}

}  // namespace

void addValidateMilp(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<ValidateMilpOptions, milpAnswer>(
        validations(app), invocation, run, "milp", "Hold the exact search against a solver from outside",
        "  pgram validate milp\n"
        "  pgram validate milp --instances 20 --seed 7 --keep instances\n"
        "  pgram validate milp --plan b.pgplan.json --solver glpsol\n"
        "Each task is written as a mixed-integer programme (pgram export --to mps), solved by cbc or glpsol and read\n"
        "back. Exit code 1 where an optimum is another than Joint's, or the solver did not end in --seconds.");
    command->add_option("--instances", options->instances, "generated tasks")
        ->type_name("N")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    command->add_option("--seed", options->seed, "of the first of them")->type_name("N")->capture_default_str();
    command->add_option("--plan", options->plan, "in their place the task of a plan file")->type_name("FILE");
    command->add_option("--solver", options->solver, "cbc or glpsol; else the first that is installed")
        ->type_name("NAME");
    command->add_option("--seconds", options->seconds, "that the solver has for each task; else no limit")
        ->type_name("S")
        ->check(numberOf(false));
    command->add_option("--keep", options->keep, "a folder that keeps programmes and solutions")->type_name("DIR");
}

}  // namespace pgram::cli
