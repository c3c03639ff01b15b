// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The commands of pgram: each adds itself to the parser, with its options, its help and an example, and leaves in the
// Invocation what is to be run when it is the one that was asked for.
#pragma once

#include "app/pgram/console.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace pgram::cli {

struct Invocation {
    std::filesystem::path program;       ///< argv[0]: presets are looked for beside it
    std::vector<std::string> arguments;  ///< typed words, argv[0] included
    bool json = false;
    std::function<Result<ExitCode>()> run;
};

/// A subcommand with --json and `examples`, one line each.
CLI::App* addCommand(CLI::App& app, Invocation& invocation, const std::string& name, const std::string& description,
                     const std::string& examples);

/// An option for a file that the command writes. No name at all, as of a shell's variable that is not set, is refused
/// before any work is done for it.
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

// The JSON schemas of the commands' answers.
[[nodiscard]] Json calibrateSchema();
[[nodiscard]] Json errorSchema();
[[nodiscard]] Json frontierSchema();
[[nodiscard]] Json keepSchema();
[[nodiscard]] Json sliceSchema();
[[nodiscard]] Json spaceSchema();
[[nodiscard]] Json targetsSchema();
[[nodiscard]] Json treeSchema();
[[nodiscard]] Json validateKernelsSchema();
[[nodiscard]] Json validatePlansSchema();
[[nodiscard]] Json validateSystemsSchema();

/// The command that all validations stand under; made by the first of them.
CLI::App& validations(CLI::App& app);

}  // namespace pgram::cli
