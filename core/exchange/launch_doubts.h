// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Notes on values of a script that another start or another branch would change. Plain functions.
#pragma once

#include "core/exchange/launch_arguments.h"
#include "core/exchange/plan_settings.h"

namespace pgram {

/// Reports such flags as assumed if the table lists them as used, and flags of branches that the script does not take
/// as ignored. `gap` is the letter between the words of the table's names: '-' or '_';
/// notes have `prefix` in front of names.
void noteDoubts(const LaunchArguments& arguments, const SettingTable& table, char gap, PlanSettings& settings,
                const char* prefix = "--");
/// Reports the value of such a variable as assumed.
void noteDoubt(const std::string& variable, const LaunchArguments& arguments, PlanSettings& settings);

}  // namespace pgram
