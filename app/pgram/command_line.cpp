// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/command_line.h"

#include "app/pgram/command.h"
#include "app/pgram/command_table.h"
#include "app/pgram/man_page.h"
#include "app/pgram/sheet.h"
#include "core/base/ascii.h"
#include "core/base/exception_text.h"
#include "core/base/nearest.h"
#include "core/base/quantity.h"
#include "validation/learning/learning_methods.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <mutex>
#include <new>
#include <sstream>
#include <string_view>

namespace pgram::cli {

CLI::App* addCommand(CLI::App& app, Invocation& invocation, const std::string& name, const std::string& description,
                     const std::string& examples)
{
    CLI::App* command = app.add_subcommand(name, description);
    const auto addForm = [&](const char* option, AnswerForm form, const char* help) {
        const auto choose = [&invocation, form] {
            if (!invocation.isText() && invocation.form != form) {
                throw CLI::ExcludesError("give one of --json, --csv and --markdown", CLI::ExitCodes::ExcludesError);
            }
            invocation.form = form;
        };
        command->add_flag_callback(option, choose, help);
    };
    addForm("--json", AnswerForm::Json, "print one JSON object instead of text");
    addForm("--csv", AnswerForm::Csv, "print the table of the answer as CSV, with the figures of --json");
    addForm("--markdown", AnswerForm::Markdown, "print the same table as Markdown");
    command->footer("Examples:\n" + examples);
    return command;
}

void printTables(AnswerForm form, const Json& answer, const TableNames& tables)
{
    const Sheet sheet(answer, tables);
    printText(form == AnswerForm::Csv ? sheet.csv() : sheet.markdown());
    if (!sheet.leftOut.empty()) {
        printMessage(
            fmt::format("the table leaves out these members, which --json prints: {}", fmt::join(sheet.leftOut, ", ")));
    }
}

CLI::Option* addFileToWrite(CLI::App& command, const std::string& option, std::string& file,
                            const std::string& description)
{
    const auto named = [](const std::string& name) { return name.empty() ? "names no file" : std::string(); };
    return command.add_option(option, file, description)->type_name("FILE")->check(CLI::Validator(named, ""));
}

CLI::Validator numberOf(bool mayBeZero)
{
    const auto check = [mayBeZero](const std::string& text) {
        const std::optional<double> value = decimalNumber(text);
        return value && (mayBeZero ? *value >= 0 : *value > 0)
                   ? std::string()
                   : fmt::format("'{}' is not a number {}", text, mayBeZero ? "from 0 on" : "above 0");
    };
    return {check, ""};
}

CLI::App& validations(CLI::App& app)
{
    const auto known = app.get_subcommands([](const CLI::App* command) { return command->get_name() == "validate"; });
    if (!known.empty()) {
        return *known.front();
    }
    CLI::App* group = app.add_subcommand("validate", "Hold figures against what others measured or computed");
    group->require_subcommand(1);
    group->footer("pgram validate COMMAND --help has examples.");
    return *group;
}

namespace {

constexpr const char* usage =
    "Examples:\n"
    "  pgram plan --model bert-huge-32 --cluster rtx-titan-8 --memory 16GiB --batch 64 --out b.pgplan.json\n"
    "  pgram estimate b.pgplan.json\n"
    "  pgram tree --devices 8 --space dp,sdp,tp,pp,ckpt\n"
    "\n"
    "Exit codes: 0 done, 1 nothing fits, or the plan cannot run, 2 bad input or usage, or what the system\n"
    "refuses (a file or the output that cannot be written, memory), 3 a fault of the program, 130 stopped.\n"
    "pgram COMMAND --help tells more about a command.";

void addCommands(CLI::App& app, Invocation& invocation)
{
    app.footer(usage);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    app.set_version_flag("--version", "pgram " PARALLELOGRAM_VERSION);
    addPlan(app, invocation);
    addFrontier(app, invocation);
    addBaselines(app, invocation);
    addSpace(app, invocation);
    addLearn(app, invocation);
    addEstimate(app, invocation);
    addSweep(app, invocation);
    addStudy(app, invocation);
    addCandidates(app, invocation);
    addDiffRun(app, invocation);
    addServe(app, invocation);
    addSimulate(app, invocation);
    addCompare(app, invocation);
    addTree(app, invocation);
    addWhy(app, invocation);
    addKeep(app, invocation);
    addSlice(app, invocation);
    addList(app, invocation);
    addTargets(app, invocation);
    addHosted(app, invocation);
    addCost(app, invocation);
    addDeploy(app, invocation);
    addValidateMeasurements(app, invocation);
    addValidateKernels(app, invocation);
    addValidatePlans(app, invocation);
    addCalibrate(app, invocation);
    addImport(app, invocation);
    addExport(app, invocation);
    addProfile(app, invocation);
    addValidateGalvatron(app, invocation);
    addValidateSystems(app, invocation);
    addValidateMilp(app, invocation);
    addLesson(app, invocation);
    addSchema(app, invocation);
}

/// Returns true for numbers as C writes them and people do not: 0x10 (16), 010 (8), inf, nan.
bool isOddNumber(std::string_view text)
{
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    const bool hasBase = text.size() > 1 && text[0] == '0' && (isDigit(text[1]) || text[1] == 'x' || text[1] == 'X');
    const std::string low = lowered(text);
    return hasBase || low == "inf" || low == "infinity" || low == "nan";
}

/// Options take decimal numbers, whatever the parser makes of others, and no empty text, which an unset variable of a
/// shell gives. Names of files may look like any number.
void refuseOddValues(CLI::App& app)
{
    const CLI::Validator isDecimal(
        [](const std::string& text) {
            return isOddNumber(text) ? fmt::format("'{}' is not a plain decimal number", text.substr(0, 40))
                                     : std::string();
        },
        "");
    const CLI::Validator isGiven(
        [](const std::string& text) {
            return text.empty() ? "is empty: give a value, or leave the option out" : std::string();
        },
        "");
    for (CLI::Option* option : app.get_options()) {
        const std::string type = option->get_type_name();
        const auto files = {"FILE", "DIR", "FOLDER", "PATH", "OUT"};
        const auto isIn = [&type](const char* name) { return type.find(name) != std::string::npos; };
        if (option->get_items_expected_max() == 0 || std::ranges::any_of(files, isIn)) {
            continue;
        }
        // Before the other checks of the option.
        option->transform(isGiven);
        if (!isIn("NAME")) {
            option->transform(isDecimal);
        }
    }
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        refuseOddValues(*command);
    }
}

/// `--man-page` writes the manual page: for those who build a package, not for those who read --help.
void addManPage(CLI::App& app)
{
    const auto write = [&app](std::int64_t) {
        printFile(manPage(app, PARALLELOGRAM_VERSION));
        throw CLI::Success();
    };
    app.add_flag_function("--man-page", write)->group("")->trigger_on_parse();
}

/// The first argument where no command was recognised, with the commands that it may have meant.
Error commandError(const CLI::App& app, const std::string& asked)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    if (asked.empty() || asked.front() == '-') {
        return {ErrorKind::BadInput, Text(fmt::format("which command? There are {}", fmt::join(names, ", "))), "",
                Text("See pgram --help")};
    }
    const std::vector<std::string> nearest = nearestNames(asked, names);
    return {ErrorKind::BadInput, Text(fmt::format("there is no command '{}'", asked.substr(0, 40))), "",
            Text(fmt::format("{} {}", nearest.empty() ? "There are" : "Nearest are",
                             fmt::join(nearest.empty() ? names : nearest, ", ")))};
}

/// An option that the command does not have, and the nearest that it has; empty where it knows all options.
struct UnknownOption {
    std::string asked;
    std::string nearest;
};
UnknownOption unknownOption(const CLI::App& command)
{
    const std::vector<std::string> extras = command.remaining();
    const auto found =
        std::ranges::find_if(extras, [](const std::string& extra) { return extra.size() > 1 && extra[0] == '-'; });
    if (found == extras.end()) {
        return {};
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    const std::string asked = found->substr(0, found->find('='));
    const std::vector<std::string> nearest = nearestNames(asked, names, 1);
    return {asked, nearest.empty() ? std::string() : nearest.front()};
}

/// Returns the error of arguments that the parser refuses.
Error usageError(const CLI::App& app, const CLI::ParseError& error, const std::string& firstArgument)
{
    if (app.get_subcommands().empty()) {
        return commandError(app, firstArgument);
    }
    const CLI::App* command = &app;
    std::string name = "pgram";
    while (!command->get_subcommands().empty()) {
        command = command->get_subcommands().front();
        name += ' ' + command->get_name();
    }
    const std::string help = fmt::format("See {} --help", name);
    const auto mistyped = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)
                              ? unknownOption(*command)
                              : UnknownOption();
    if (!mistyped.asked.empty()) {
        return {ErrorKind::BadInput, Text(fmt::format("there is no option '{}'", mistyped.asked.substr(0, 40))), "",
                Text(mistyped.nearest.empty() ? help : fmt::format("Is {} meant? {}", mistyped.nearest, help))};
    }
    std::string what = error.what();
    what.erase(what.find_last_not_of(".\n") + 1);
    return {ErrorKind::BadInput, Text(what), "", Text(help)};
}

ExitCode finish(ExitCode code)
{
    const Result<void> flushed = flushOutput();
    return flushed ? code : report(flushed.error(), false);
}

bool asksForJson(int argc, char** argv)
{
    return std::any_of(argv, argv + argc, [](const char* argument) { return std::string_view(argument) == "--json"; });
}

/// Returns the error of an exception: a lack of memory is an error of the request, all others are faults of pgram.
Error errorOf(const std::exception& exception)
{
    const bool isMemory = dynamic_cast<const std::bad_alloc*>(&exception) != nullptr;
    const char* const todo =
        isMemory ? "Ask for less: fewer micro-batches, dimensions, devices or threads" : "This is a fault of pgram";
    return {isMemory ? ErrorKind::BadInput : ErrorKind::Internal, exceptionText(exception),
            isMemory ? "the request" : "", Text(todo)};
}

constexpr const char* purpose =
    "Plans the parallel training of large models: how to split, shard, replicate or recompute every\n"
    "layer, and where to cut the pipeline.";

ExitCode parseAndRun(int argc, char** argv)
{
    static std::once_flag once;
    std::call_once(once, addLearningMethods);
    Invocation invocation;
    invocation.program = argv[0];
    invocation.arguments.assign(argv, argv + argc);
    CLI::App app(purpose, "pgram");
    addCommands(app, invocation);
    refuseOddValues(app);
    addManPage(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            std::ostringstream help;
            app.exit(error, help, help);
            printFile(help.str());
            return finish(ExitOk);
        }
        return finish(report(usageError(app, error, argc > 1 ? argv[1] : ""), asksForJson(argc, argv)));
    }
    const Result<ExitCode> outcome = invocation.run();
    return finish(outcome ? *outcome : report(outcome.error(), invocation.form == AnswerForm::Json));
}

}  // namespace

ExitCode runCommand(int argc, char** argv)
{
    try {
        return parseAndRun(argc, argv);
    } catch (const std::exception& exception) {
        return finish(report(errorOf(exception), asksForJson(argc, argv)));
    }
}

Json commandTable()
{
    Invocation invocation;
    CLI::App app(purpose, "pgram");
    addCommands(app, invocation);
    return describeCommands(app);
}

}  // namespace pgram::cli
