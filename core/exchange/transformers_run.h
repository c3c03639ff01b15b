// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A run by the Trainer of Hugging Face Transformers, which Accelerate's file and DeepSpeed's leave the batch and the
// recomputation to: its arguments beside them, and a script that takes both.
#pragma once

#include "core/exchange/launch.h"
#include "core/exchange/plan_settings.h"

namespace pgram {

inline constexpr const char* trainerArgumentsName = "training_args.json";

/// Returns the files with the arguments of the Trainer and the program behind them. `deepSpeed` is the name of its
/// configuration, or null; `recomputes` is for the Trainer, where no other file says so. Adapters add the packages with
/// their versions. Errors: an internal fault, for a name that trainerTable does not have.
[[nodiscard]] Result<std::vector<NamedFile>> withTrainerFiles(std::vector<NamedFile> files, const Plan& plan,
                                                              const char* deepSpeed, bool recomputes);
/// Reads the arguments beside `file`, if there are any: micro-batch, accumulation, sequence, optimizer, recomputation;
/// the framework is Transformers then. Errors: a malformed file.
[[nodiscard]] Result<void> readTrainerArguments(const std::filesystem::path& file, PlanSettings& settings);
/// Sets the optimizer that a value of the Trainer's `optim` names; `what`: name of the setting in notes. An optimizer
/// that plans lack leaves the one of the settings, listed as assumed.
void setTrainerOptimizer(std::string_view name, const std::string& what, PlanSettings& settings);
/// Returns true if the plan trains adapters.
[[nodiscard]] bool trainsAdapters(const Plan& plan);
/// Makes a launch one of adapters beside the weights of a checkpoint, if the plan trains adapters: what the user gives,
/// and remarks.
void addAdapters(const Plan& plan, Launch& launch);
/// Makes a launch one of preference tuning, if the plan has pairs: columns of the data, remarks. Call it last.
void addPreference(const Plan& plan, Launch& launch);
/// Returns the remark that the script has not been run on devices.
[[nodiscard]] std::string trainerRemark();
/// Returns how a checkpoint of Hugging Face gets into the model of train.py.
[[nodiscard]] std::string trainerPretrained();
/// Returns the values and files that the user has to give to such a run.
[[nodiscard]] std::vector<std::string> trainerFillIn(const Architecture& model);

}  // namespace pgram
