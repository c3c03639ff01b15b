// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Follows shell scripts without running them: assignments, conditions whose words are known, and functions with their
// arguments.
#pragma once

#include "core/exchange/launch_arguments.h"

#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Reads the flags and the variables of a script. Those that stand under a condition are marked with it; flags of a
/// branch that the script does not take are marked as skipped. `hasOverrides`: settings of Hydra are read, too.
void readScript(const std::vector<std::string>& lines, LaunchArguments& arguments, bool hasOverrides = false);

}  // namespace pgram
