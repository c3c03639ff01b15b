// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram, the command line: reads the arguments, runs one command, turns its outcome into an exit code.
#include "app/pgram/command.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <string_view>

namespace pgram::cli {

CLI::App* addCommand(CLI::App& app, Invocation& invocation, const std::string& name, const std::string& description,
                     const std::string& examples)
{
    CLI::App* command = app.add_subcommand(name, description);
    command->add_flag("--json", invocation.json, "print one JSON object instead of text");
    command->footer("Examples:\n" + examples);
    return command;
}

namespace {

constexpr const char* footer =
    "Examples:\n"
    "  pgram plan --model bert-huge-32 --cluster rtx-titan-8 --memory 16GiB --batch 64 --out b.pgplan.json\n"
    "  pgram estimate b.pgplan.json\n"
    "  pgram tree --devices 8 --space dp,sdp,tp,pp,ckpt\n"
    "\n"
    "Exit codes: 0 done, 1 nothing fits, 2 bad input or usage, 3 a fault of the program,\n"
    "130 stopped. pgram COMMAND --help tells more about a command.";

void addCommands(CLI::App& app, Invocation& invocation)
{
    app.footer(footer);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    app.set_version_flag("--version", "pgram " PARALLELOGRAM_VERSION);
    addPlan(app, invocation);
    addEstimate(app, invocation);
    addSimulate(app, invocation);
    addCompare(app, invocation);
    addTree(app, invocation);
    addList(app, invocation);
    addValidateMeasurements(app, invocation);
}

/// What the parser refused, as an error of ours; help and version are no errors.
Error usageError(const CLI::App& app, const CLI::ParseError& error)
{
    std::string command = "pgram";
    for (const CLI::App* chosen : app.get_subcommands()) {
        command += ' ' + chosen->get_name();
    }
    std::string what = error.what();
    while (!what.empty() && (what.back() == '.' || what.back() == '\n')) {
        what.pop_back();
    }
    return {ErrorKind::BadInput, what, "", fmt::format("See {} --help", command)};
}

ExitCode finish(ExitCode code)
{
    if (flushOutput()) {
        return code;
    }
    printMessage(fmt::format("the output cannot be written: {}.", std::strerror(errno)));
    return ExitInternal;
}

ExitCode run(int argc, char** argv)
{
    Invocation invocation;
    invocation.program = argv[0];
    CLI::App app("Plans the parallel training of large models: how to split, shard, replicate or recompute every\n"
                 "layer, and where to cut the pipeline.",
                 "pgram");
    addCommands(app, invocation);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            app.exit(error);
            return finish(ExitOk);
        }
        const auto isJson = [](const char* argument) { return std::string_view(argument) == "--json"; };
        return finish(report(usageError(app, error), std::any_of(argv, argv + argc, isJson)));
    }
    const Result<ExitCode> outcome = invocation.run();
    return finish(outcome ? *outcome : report(outcome.error(), invocation.json));
}

}  // namespace

}  // namespace pgram::cli

int main(int argc, char** argv)
{
    using namespace pgram;
    try {
        return cli::run(argc, argv);
    } catch (const std::exception& error) {
        return cli::report({ErrorKind::Internal, error.what(), "", "This is a fault of pgram"}, false);
    }
}
