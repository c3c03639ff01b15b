// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A call of pgram: reads the arguments, runs one command, turns its outcome into an exit code.
#pragma once

#include "app/pgram/console.h"

namespace pgram::cli {

/// Runs the command that the arguments name; argv[0] is the program, next to which presets are searched. What goes
/// wrong is reported as the console reports errors; nothing is thrown.
[[nodiscard]] ExitCode runCommand(int argc, char** argv);

}  // namespace pgram::cli
