// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Configurations of objects in objects, as OmegaConf and Hydra have them: references between members, and settings of a
// command with dots in their names. Plain functions.
#pragma once

#include "core/base/json_fwd.h"
#include "core/exchange/launch_arguments.h"
#include "core/exchange/setting_table.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Sets the member at a path with dots, "model.path"; objects on the way are made.
void setAtPath(Json& json, std::string_view path, const Json& value);
/// Returns the member at a path with dots; null: absent.
[[nodiscard]] Json valueAtPath(const Json& json, std::string_view path);
/// Replaces texts that are one reference, "${data.length}" or "${oc.select:data.length,512}", by the value there or the
/// value behind the comma. Others stay.
void resolveReferences(Json& json);
/// Returns the value that YAML makes of a word: a number, true or false, a list or a text.
[[nodiscard]] Json valueOfWord(const std::string& word);
/// Adds the members of `more` to those of `json`, in objects at all levels, in place of members of the same names.
void merge(Json& json, const Json& more);
/// Returns the settings of a command, "model.path=a" or "batch_size=2", as objects in objects. Notes have '/' in place
/// of the dots. Values that only the start of the script decides are asked for if the table lists the name as used,
/// unless it is in `open`, with slashes; otherwise they stay as they are written.
[[nodiscard]] Json objectOfOverrides(const LaunchArguments& arguments, const SettingTable& table,
                                     PlanSettings& settings, std::span<const char* const> open = {});

}  // namespace pgram
