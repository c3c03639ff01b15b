// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A run of fine-tuning on the Trainer of Transformers: what LLaMA-Factory, axolotl and ms-swift have in common under
// different names. Plain functions, and the names of each program in a row.
#pragma once

#include "core/exchange/launch_arguments.h"
#include "core/exchange/setting_reader.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
    int usualRank = 8;       ///< rank of adapters where none is said
    /// Matrices with adapters where none are named; null: all linear ones.
    const char* usualTargets = nullptr;
};

/// Reads what all programs have: model, batch, length, precision, optimizer, ZeRO's stage by DeepSpeed or FSDP.
/// `file` is the file itself, next to which DeepSpeed's lies.
void readFineTuning(SettingReader& reader, const FineTuningNames& names, const std::filesystem::path& file);
/// Sets adapters, on a base of 4 bits if `isQuantised`.
void readAdapters(SettingReader& reader, const FineTuningNames& names, bool isQuantised);
/// Sets preference tuning by the name of an objective: "dpo" and "ipo" compare with a reference model, which ran before
/// if `isPrecomputed`; "orpo", "simpo" and "cpo" have none. Any other name is assumed to be supervised tuning; `what`
/// is the name of the setting in notes.
void setPreference(PlanSettings& settings, const std::string& objective, const std::string& what, bool isPrecomputed);
/// Returns flags of a script as an object: dashes are underscores, variables have their values, switches are true.
/// Notes have `prefix` in front of names. Values that only the start of the script decides are asked for and left out;
/// those that it may change are assumed. Values of names in `open`, and of names that the table does not list as used,
/// stay as they are written instead.
[[nodiscard]] Json objectOfArguments(const LaunchArguments& arguments, const SettingTable& table,
                                     PlanSettings& settings, const char* prefix = "--",
                                     std::span<const char* const> open = {});
/// Returns the places where a file that another one names may be: next to it, or below a folder above it.
[[nodiscard]] std::vector<std::filesystem::path> placesOfNamed(const std::string& name,
                                                               const std::filesystem::path& file);
/// Returns ZeRO's stage by the usual names of configurations: "zero3_offload", "ds_z2_config.json".
[[nodiscard]] std::optional<std::int64_t> stageOfName(std::string_view name);

}  // namespace pgram
