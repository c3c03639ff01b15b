// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Programs in Python that start a run with a list of arguments. Plain functions.
#pragma once

#include "core/exchange/launch_arguments.h"

#include <string_view>

namespace pgram {

/// Returns true if a text has lines that only a program in Python has.
[[nodiscard]] bool isPython(std::string_view text);
/// Reads flags in lists, in mappings and in commands of such a program, with the variables that are set to a plain
/// value. Marks flags below an if with its condition, and skips the definitions of add_argument.
void readPython(std::string_view text, LaunchArguments& arguments);

}  // namespace pgram
