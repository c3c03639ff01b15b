// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The commands and their options as data, for bindings of other languages.
#pragma once

#include "app/pgram/command.h"

namespace pgram::cli {

/// Returns true for an option that only changes how an answer is printed, or prints help.
[[nodiscard]] bool changesFormAlone(const CLI::Option& option);

/// Returns a list of objects, one for each command that runs: `words` that call it, `summary`, and `arguments` with
/// `name`, `type` ("flag", "file" or "value"), `many`, `positional`, `required` and `help`, without the options that
/// change the form of the answer alone.
[[nodiscard]] Json describeCommands(const CLI::App& app);

}  // namespace pgram::cli
