// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A run of fine-tuning on the Trainer of Transformers: what LLaMA-Factory, axolotl and ms-swift have in common under
// different names. Plain functions, and the names of each program in a row.
#pragma once

#include "core/exchange/launch_arguments.h"
#include "core/exchange/setting_reader.h"

#include <filesystem>

namespace pgram {

/// Names of one program's settings; null: the program has no such setting.
struct FineTuningNames {
    const char* program;     ///< its name in notes
    const char* model;       ///< name of the model on a hub
    const char* microBatch;  ///< samples per device
    const char* sequence;    ///< tokens of a sample
    const char* optimizer;   ///< name of the optimizer, a word of the Trainer
    const char* rank;        ///< rank of adapters
    const char* targets;     ///< matrices with adapters
    const char* everywhere;  ///< switch that puts adapters at all linear matrices
    const char* attention;   ///< kernel of attention
    const char* prefix;      ///< beginning of names in notes
};

/// Reads what all programs have: model, batch, length, precision, optimizer, ZeRO's stage by DeepSpeed or FSDP.
/// `file` is the file itself, next to which DeepSpeed's lies.
void readFineTuning(SettingReader& reader, const FineTuningNames& names, const std::filesystem::path& file);
/// Sets adapters, on a base of 4 bits if `isQuantised`.
void readAdapters(SettingReader& reader, const FineTuningNames& names, bool isQuantised);
/// Returns flags of a script as an object: dashes are underscores, variables have their values, switches are true.
/// Notes have `prefix` in front of names. Values that only the start of the script decides are asked for and left out;
/// those that it may change are assumed.
[[nodiscard]] Json objectOfArguments(const LaunchArguments& arguments, const SettingTable& table,
                                     PlanSettings& settings, const char* prefix = "--");

}  // namespace pgram
