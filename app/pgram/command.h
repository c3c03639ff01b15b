// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The commands of pgram. Each adds itself to the parser, with its options, its help and an example, and stores in the
// Invocation the function that runs if the command was typed.
#pragma once

#include "app/pgram/console.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pgram::cli {

/// Forms in which a command prints its answer.
enum class AnswerForm { Text, Json, Csv, Markdown };

/// A call of the program, with what its commands register.
struct Invocation {
    std::filesystem::path program;       ///< argv[0]; presets are searched next to it
    std::vector<std::string> arguments;  ///< typed words, argv[0] included
    AnswerForm form = AnswerForm::Text;  ///< --json, --csv or --markdown was typed
    std::function<Result<ExitCode>()> run;
    std::map<std::string_view, Json (*)()> schemas;  ///< JSON schemas of the answers, by name without "pgram-"

    [[nodiscard]] bool isText() const { return form == AnswerForm::Text; }
};

/// Adds a subcommand with --json, --csv, --markdown and `examples`, one per line.
CLI::App* addCommand(CLI::App& app, Invocation& invocation, const std::string& name, const std::string& description,
                     const std::string& examples);

/// The options of a command without options.
struct NoOptions {};

/// A subcommand and the values of its options.
template <typename Options>
struct AddedCommand {
    CLI::App* command;
    std::shared_ptr<Options> options;
};

/// Registers the schemas of `answers`, and adds a subcommand that calls `run` with its options.
template <typename Options, const auto&... answers>
AddedCommand<Options> addCommand(CLI::App& app, Invocation& invocation,
                                 Result<ExitCode> (*run)(const Options&, const Invocation&), const std::string& name,
                                 const std::string& description, const std::string& examples)
{
    (invocation.schemas.emplace(answers.name, [] { return schemaOf(answers); }), ...);
    const auto options = std::make_shared<Options>();
    CLI::App* command = addCommand(app, invocation, name, description, examples);
    command->callback([=, &invocation] {
        // The parser calls a command after the subcommands that were typed with it.
        if (command->get_subcommands().empty()) {
            invocation.run = [=, &invocation] { return run(*options, invocation); };
        }
    });
    return {command, options};
}

/// Prints an answer as CSV or Markdown. Members that the table leaves out are named on stderr.
void printTables(AnswerForm form, const Json& answer, const TableNames& tables);
/// Prints the answer of a command in the form that was asked for: `text` if none was.
template <typename Owner>
void printAnswer(const Invocation& invocation, const AnswerFormat<Owner>& format,
                 const std::type_identity_t<Owner>& owner, const std::string& text)
{
    if (invocation.isText()) {
        printText(text);
    } else if (invocation.form == AnswerForm::Json) {
        streamJson(format, owner, printFile);
        printFile("\n");
    } else {
        printTables(invocation.form, jsonOf(format, owner), format.tables);
    }
}

/// Adds an option for a file that the command writes. An empty name, such as that of an unset variable of the shell, is
/// refused before the command runs.
CLI::Option* addFileToWrite(CLI::App& command, const std::string& option, std::string& file,
                            const std::string& description);

/// Checks that the value of an option is a decimal number above 0, or from 0 on.
[[nodiscard]] CLI::Validator numberOf(bool mayBeZero);

void addPlan(CLI::App& app, Invocation& invocation);
void addFrontier(CLI::App& app, Invocation& invocation);
void addBaselines(CLI::App& app, Invocation& invocation);
void addSpace(CLI::App& app, Invocation& invocation);
void addLearn(CLI::App& app, Invocation& invocation);
void addSchema(CLI::App& app, Invocation& invocation);
void addEstimate(CLI::App& app, Invocation& invocation);
void addSweep(CLI::App& app, Invocation& invocation);
void addSimulate(CLI::App& app, Invocation& invocation);
void addCompare(CLI::App& app, Invocation& invocation);
void addTree(CLI::App& app, Invocation& invocation);
void addWhy(CLI::App& app, Invocation& invocation);
void addKeep(CLI::App& app, Invocation& invocation);
void addSlice(CLI::App& app, Invocation& invocation);
void addList(CLI::App& app, Invocation& invocation);
void addTargets(CLI::App& app, Invocation& invocation);
void addHosted(CLI::App& app, Invocation& invocation);
void addCost(CLI::App& app, Invocation& invocation);
void addDeploy(CLI::App& app, Invocation& invocation);
void addImport(CLI::App& app, Invocation& invocation);
void addProfile(CLI::App& app, Invocation& invocation);
void addExport(CLI::App& app, Invocation& invocation);
void addValidateGalvatron(CLI::App& app, Invocation& invocation);
void addValidateMilp(CLI::App& app, Invocation& invocation);
void addValidateSystems(CLI::App& app, Invocation& invocation);
void addValidateMeasurements(CLI::App& app, Invocation& invocation);
void addValidateKernels(CLI::App& app, Invocation& invocation);
void addValidatePlans(CLI::App& app, Invocation& invocation);
void addCalibrate(CLI::App& app, Invocation& invocation);
void addLesson(CLI::App& app, Invocation& invocation);
void addStudy(CLI::App& app, Invocation& invocation);
void addCandidates(CLI::App& app, Invocation& invocation);
void addDiffRun(CLI::App& app, Invocation& invocation);
void addServe(CLI::App& app, Invocation& invocation);

/// Returns the command that has all validations as subcommands; the first call adds it.
CLI::App& validations(CLI::App& app);

}  // namespace pgram::cli
