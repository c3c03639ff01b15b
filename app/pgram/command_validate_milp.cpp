// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram validate milp: our exact search beside a solver from outside, on generated tasks and on one of a user's.
#include "app/pgram/command.h"
#include "app/pgram/interrupt.h"
#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/plan_program.h"
#include "core/exchange/program_instances.h"
#include "core/plan/plan_json.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pgram::cli {

namespace {

/// Of solvers: they stop within it of the optimum, and of what is whole.
constexpr double tolerance = 1e-6;

struct ValidateMilpOptions {
    int instances = 200;
    std::uint64_t seed = 1;
    std::string plan;
    std::string solver;
    std::string keep;
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
    Seconds theirs = 0;  ///< of the solver's plan, by our figures
    bool samePlan = false;
    std::string problem;  ///< empty: they agree
};

/// Whether a program of that name is found and starts.
bool isInstalled(const char* name)
{
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "";
    while (!rest.empty()) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        if (access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0) {
            return true;
        }
    }
    return false;
}

/// Waits for it; what it prints is of no account. Errors: it does not start, or fails.
Result<void> runProgram(std::vector<std::string> arguments)
{
    std::vector<char*> words;
    for (std::string& argument : arguments) {
        words.push_back(argument.data());
    }
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    const bool ended = failed == 0 && waitpid(child, &status, 0) == child;
    if (!ended || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return tl::unexpected(Error{ErrorKind::BadInput,
                                    Text(fmt::format("{} did not solve it: {}", arguments[0],
                                                     failed != 0 ? std::strerror(failed) : "it failed")),
                                    arguments[0], Text("Run it by hand with --keep DIR")});
    }
    return {};
}

/// One request: the plan of Joint, its programme solved outside, and that plan by our figures.
Result<Checked> check(const SearchRequest& request, const std::string& name, const Solver& solver,
                      const std::filesystem::path& folder, const Interrupt& interrupt)
{
    Result<SearchResult> joint = search(request, interrupt.token());
    if (!joint || !joint->plan) {
        return joint ? Result<Checked>(Checked{name, 0, 0, false, "Joint finds no plan"})
                     : tl::unexpected(joint.error());
    }
    Checked checked{name, joint->estimate->paperStepTime};
    const Result<PlanProgram> program = PlanProgram::of(*joint->plan);
    if (!program) {
        return tl::unexpected(program.error());
    }
    const std::string programme = (folder / (name + ".mps")).string();
    const std::string solution = (folder / (name + ".sol")).string();
    const auto solved = writeTextFile(programme, program->mps())
                            .and_then([&] { return runProgram(solver.arguments(programme, solution)); })
                            .and_then([&] { return readTextFile(solution); })
                            .and_then([&](const std::string& text) { return program->planOf(text, solution); });
    if (!solved) {
        checked.problem = solved.error().what.english();
        return checked;
    }
    const Estimate estimated = estimate(*solved);
    checked.theirs = estimated.paperStepTime;
    checked.samePlan = solved->strategies == joint->plan->strategies && solved->chunks == joint->plan->chunks;
    if (!estimated.fits) {
        checked.problem = "the solver's plan does not fit";
    } else if (std::abs(checked.theirs - checked.ours) > tolerance * checked.ours) {
        checked.problem = checked.theirs < checked.ours ? "the solver's plan is faster" : "the solver's plan is slower";
    }
    return checked;
}

Json toJson(const std::string& solver, const std::vector<Checked>& all)
{
    Json json = outputObject("validate-milp");
    json["solver"] = solver;
    json["cases"] = Json::array();
    for (const Checked& checked : all) {
        json["cases"].push_back({{"name", checked.name},
                                 {"joint_s", checked.ours},
                                 {"solver_s", checked.theirs},
                                 {"same_plan", checked.samePlan},
                                 {"ok", checked.problem.empty()},
                                 {"problem", checked.problem}});
    }
    return json;
}

std::string toText(const std::string& solver, const std::vector<Checked>& all)
{
    std::size_t agree = 0;
    std::size_t same = 0;
    Table table({{"case", Align::Left}, {"Joint"}, {"solver"}, {"problem", Align::Left}});
    for (const Checked& checked : all) {
        agree += checked.problem.empty() ? 1 : 0;
        same += checked.samePlan ? 1 : 0;
        if (!checked.problem.empty()) {
            table.addRow({checked.name, formatSeconds(checked.ours), formatSeconds(checked.theirs), checked.problem});
        }
    }
    std::string text =
        fmt::format("{}: {} of {} tasks have the optimum of Joint by the paper's sum to {:g}, {} of them "
                    "the very plan (others have equals).\n",
                    solver, agree, all.size(), tolerance, same);
    return agree == all.size() ? text : text + '\n' + table.text();
}

Result<const Solver*> solverOf(const std::string& name)
{
    for (const Solver& solver : solvers) {
        if ((name.empty() || name == solver.name) && isInstalled(solver.name)) {
            return &solver;
        }
    }
    return tl::unexpected(Error{
        ErrorKind::BadInput, Text(name.empty() ? "no solver is installed" : fmt::format("{} is not installed", name)),
        "--solver", Text("Install cbc (coinor-cbc) or glpsol (glpk-utils)")});
}

Result<std::vector<Checked>> checkAll(const ValidateMilpOptions& options, const Solver& solver,
                                      const std::filesystem::path& folder)
{
    const Interrupt interrupt;
    std::vector<Checked> all;
    const auto add = [&](const SearchRequest& request, const std::string& name) -> Result<void> {
        return check(request, name, solver, folder, interrupt).map([&](Checked&& checked) {
            all.push_back(std::move(checked));
        });
    };
    if (!options.plan.empty()) {
        const Result<void> added =
            loadPlan(options.plan)
                .and_then([](const Plan& plan) { return PlanProgram::of(plan); })
                .and_then([&](const PlanProgram& program) { return add(program.request(), "plan"); });
        return added ? Result<std::vector<Checked>>(all) : tl::unexpected(added.error());
    }
    for (int i = 0; i < options.instances && !interrupt.token().stop_requested(); ++i) {
        const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
        if (const Result<void> added = add(programInstance(seed), fmt::format("instance-{}", seed)); !added) {
            return tl::unexpected(added.error());
        }
    }
    return all;
}

/// A folder of our own, gone with it.
struct Scratch {
    std::filesystem::path path;
    explicit Scratch(const std::string& kept)
        : path(kept.empty() ? std::filesystem::temp_directory_path() / fmt::format("pgram-milp-{}", getpid())
                            : std::filesystem::path(kept)),
          isOurs(kept.empty())
    {
        std::error_code error;
        std::filesystem::create_directories(path, error);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch()
    {
        if (isOurs) {
            std::error_code error;
            std::filesystem::remove_all(path, error);
        }
    }
    bool isOurs;
};

Result<ExitCode> run(const ValidateMilpOptions& options, const Invocation& invocation)
{
    const Result<const Solver*> solver = solverOf(options.solver);
    if (!solver) {
        return tl::unexpected(solver.error());
    }
    const Scratch scratch(options.keep);
    const Result<std::vector<Checked>> all = checkAll(options, **solver, scratch.path);
    if (!all) {
        return tl::unexpected(all.error());
    }
    if (invocation.json) {
        printJson(toJson((*solver)->name, *all));
    } else {
        printText(toText((*solver)->name, *all));
    }
    const bool agree = std::ranges::all_of(*all, [](const Checked& checked) { return checked.problem.empty(); });
    return agree ? ExitOk : ExitInfeasible;
}

}  // namespace

void addValidateMilp(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<ValidateMilpOptions>();
    CLI::App* command = addCommand(
        validations(app), invocation, "milp", "Hold the exact search against a solver from outside",
        "  pgram validate milp\n"
        "  pgram validate milp --instances 20 --seed 7 --keep instances\n"
        "  pgram validate milp --plan b.pgplan.json --solver glpsol\n"
        "Each task is written as a mixed-integer programme (pgram export --to mps), solved by cbc or glpsol and read\n"
        "back. Exit code 1 where an optimum is another than Joint's.");
    command->add_option("--instances", options->instances, "generated tasks")
        ->type_name("N")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    command->add_option("--seed", options->seed, "of the first of them")->type_name("N")->capture_default_str();
    command->add_option("--plan", options->plan, "in their place the task of a plan file")->type_name("FILE");
    command->add_option("--solver", options->solver, "cbc or glpsol; else the first that is installed")
        ->type_name("NAME");
    command->add_option("--keep", options->keep, "a folder that keeps programmes and solutions")->type_name("DIR");
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation); }; });
}

}  // namespace pgram::cli
